import { MERCHANT_SETTING_NAMES } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { type EnvironmentVariables, readVariable } from './environment.ts';
import { faultText } from './faultText.ts';
import type { ServerText } from './serverText.ts';
import type { Settings } from './settings.ts';
import { MERCHANT_SETTINGS, SETTINGS, type SettingName, type SettingValues, settingsSchema } from './settingsSchema.ts';
import { readSettingTexts, type SettingIssue, type SettingTexts } from './settingTexts.ts';

/** Thrown for invalid settings. Each of its mistakes names the setting and shows a correct example. */
export class SettingsError extends Error {
  /** Always `SettingsError`. */
  override readonly name = 'SettingsError';
  /** What is wrong, one sentence for each setting. */
  readonly mistakes: readonly string[];
  /** The message and the mistakes in French. */
  readonly inFrench: { readonly message: string; readonly mistakes: readonly string[] };

  constructor(mistakes: readonly ServerText[]) {
    super(writeMistakes(mistakes, 'en'));
    this.mistakes = mistakes.map(({ en }) => en);
    this.inFrench = { message: writeMistakes(mistakes, 'fr'), mistakes: mistakes.map(({ fr }) => fr) };
  }
}

function writeMistakes(mistakes: readonly ServerText[], language: keyof ServerText): string {
  const count = mistakes.length;
  const head = faultText(count === 1 ? 'one_mistake' : 'mistakes', { count });
  return `${head[language]}\n- ${mistakes.map((mistake) => mistake[language]).join('\n- ')}`;
}

/**
 * Reads and validates all settings from the environment's variables; `docs/configuration.md` in the repository lists
 * them.
 *
 * @throws SettingsError with all mistakes; it contains no secret's value
 */
export function readSettings(env: EnvironmentVariables): Settings {
  const { texts, mistakes } = readSettingTexts(env);
  const read = z.safeParse(settingsSchema, texts);
  const all = [...mistakes, ...invalidTexts(texts), ...contradictions(env, texts)];
  if (all.length > 0 || !read.success) throw new SettingsError(all.map(writeMistake));
  const fixed = MERCHANT_SETTING_NAMES.filter((name) => texts[MERCHANT_SETTINGS[name].variable] !== undefined);
  return { ...read.data, fixed };
}

/**
 * Reads only these settings, for commands that must work without the others.
 *
 * @throws SettingsError if one is missing or invalid
 * @example readOnly(process.env, 'DATABASE_URL').DATABASE_URL
 */
export function readOnly<Name extends SettingName>(
  env: EnvironmentVariables,
  ...names: readonly Name[]
): Pick<SettingValues, Name> {
  const { texts, mistakes } = readSettingTexts(
    env,
    SETTINGS.filter(({ name }) => names.some((one) => one === name)),
  );
  const values = names.map((name) => [name, validValue(shape[name], texts[name])]);
  const all = [...mistakes, ...invalidTexts(texts)];
  if (all.length > 0) throw new SettingsError(all.map(writeMistake));
  return Object.fromEntries(values) as Pick<SettingValues, Name>;
}

/** What is wrong with the text of one setting, each with a correct example; empty if it is right. */
export function checkSetting(name: string, text: string): readonly ServerText[] {
  return invalidTexts({ [name]: text }).map(({ fault, example }) => faultText('with_example', { fault, example }));
}

function writeMistake({ name, fault, example }: SettingIssue): ServerText {
  return faultText('mistake', { name, fault, example });
}

type Texts = SettingTexts['texts'];

/** The mistakes in texts that are set. A missing one is another mistake. */
export function invalidTexts(texts: Texts): readonly SettingIssue[] {
  const read = z.safeParse(settingsSchema, texts);
  if (read.success) return [];
  return read.error.issues.flatMap((issue) => {
    const setting = SETTINGS.find(({ name }) => name === issue.path[0]);
    if (setting === undefined || texts[setting.name] === undefined) return [];
    const { french = issue.message, example = setting.example } = issue.code === 'custom' ? (issue.params ?? {}) : {};
    return [{ name: setting.name, fault: { en: issue.message, fr: french }, example }];
  });
}

/** The mistakes that concern several settings. A setting that is wrong by itself adds none. */
function contradictions(env: EnvironmentVariables, texts: Texts): readonly SettingIssue[] {
  return [...productionMistakes(texts), ...webhookMistakes(env), ...mailMistakes(env), ...cooldownMistakes(texts)];
}

const { shape } = settingsSchema;

/** A valid text's value, or the default; undefined if there is none. */
export function validValue<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string | undefined,
): z.output<Schema> | undefined {
  const read = z.safeParse(schema, text);
  return read.success ? read.data : undefined;
}

/** The addresses that production requires to be https. */
export function productionMistakes(texts: Texts): readonly SettingIssue[] {
  if (validValue(shape.OPERATOR_ENVIRONMENT, texts.OPERATOR_ENVIRONMENT) !== 'production') return [];
  return (['OPERATOR_BASE_URL', 'PUBLIC_URL', 'CALLBACK_BASE_URL', 'BRAND_LOGO_URL'] as const)
    .filter((name) => validValue(shape[name], texts[name])?.startsWith('http:'))
    .map((name) => mistake(name, faultText('https_in_production')));
}

/** A webhook needs an address and a secret. One that names a file which cannot be read counts as given. */
function webhookMistakes(env: EnvironmentVariables): readonly SettingIssue[] {
  const hasUrl = readVariable(env, 'WEBHOOK_URL') !== undefined;
  const hasSecret =
    readVariable(env, 'WEBHOOK_SECRET') !== undefined || readVariable(env, 'WEBHOOK_SECRET_FILE') !== undefined;
  if (hasUrl === hasSecret) return [];
  return hasUrl
    ? [mistake('WEBHOOK_SECRET', faultText('unset_but_other', { other: 'WEBHOOK_URL' }))]
    : [mistake('WEBHOOK_URL', faultText('unset_but_other', { other: 'WEBHOOK_SECRET' }))];
}

/** An e-mail needs a server. Its address may come from the dashboard. */
function mailMistakes(env: EnvironmentVariables): readonly SettingIssue[] {
  if (readVariable(env, 'SMTP_URL') !== undefined || readVariable(env, 'SMTP_URL_FILE') !== undefined) return [];
  const set = (['NOTIFY_EMAIL', 'NOTIFY_FROM', 'NOTIFY_LANGUAGE'] as const).find(
    (name) => readVariable(env, name) !== undefined,
  );
  return set === undefined ? [] : [mistake('SMTP_URL', faultText('unset_but_other', { other: set }))];
}

/** The cool-down must cover one request to the operator, so that no second attempt starts during that request. */
function cooldownMistakes(texts: Texts): readonly SettingIssue[] {
  const seconds = validValue(shape.ATTEMPT_COOLDOWN_SECONDS, texts.ATTEMPT_COOLDOWN_SECONDS);
  const timeoutMs = validValue(shape.OPERATOR_TIMEOUT_MS, texts.OPERATOR_TIMEOUT_MS);
  if (seconds === undefined || timeoutMs === undefined || seconds * 1_000 >= timeoutMs) return [];
  const fault = faultText('cooldown_too_short', { seconds, timeoutMs });
  return [mistake('ATTEMPT_COOLDOWN_SECONDS', fault, String(Math.ceil(timeoutMs / 1_000)))];
}

/** A mistake with the setting's own example, unless there is a better one. */
function mistake(name: SettingName, fault: ServerText, example?: string): SettingIssue {
  return { name, fault, example: example ?? SETTINGS.find((setting) => setting.name === name)?.example ?? '' };
}
