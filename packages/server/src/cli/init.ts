import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import { describeSetup } from '@tsena/shared/merchant';
import { TOKEN_REASONS } from '../backoffice/setup/credentials.ts';
import { type EnvironmentVariables, readVariable } from '../config/environment.ts';
import { readSettings, SettingsError } from '../config/readSettings.ts';
import type { Settings } from '../config/settings.ts';
import { canComeFromFile, SETTINGS } from '../config/settingsSchema.ts';
import { checkCredentials } from '../core/operator/checkCredentials.ts';
import { askSettings, FIRST_SETTINGS, SHOP_SETTINGS } from './init/askSettings.ts';
import { alreadyThere, type EnvValues, writeEnvFile, writeEnvText } from './init/envFile.ts';
import { generateSecrets } from './init/generateSecrets.ts';
import { initText } from './init/initText.ts';
import { createPrompts, type Prompts } from './init/prompts.ts';
import { CommandError, printJson, printLine } from './kit/output.ts';
import { terminalLanguage } from './kit/terminalLanguage.ts';

/** The options of the command itself; the others are settings. */
interface Options extends Readonly<Record<string, unknown>> {
  readonly yes?: true;
  readonly force?: true;
  readonly check: boolean;
  readonly json?: true;
}

/** Each setting, and each file of a setting, as a variable with its option. */
const SETTING_OPTIONS = SETTINGS.flatMap((setting) => {
  const plain = { variable: setting.name, text: setting.meaning.en.replaceAll('`', ''), placeholder: '<value>' };
  const file = {
    variable: `${setting.name}_FILE`,
    text: `a file that contains ${setting.name}`,
    placeholder: '<path>',
  };
  return canComeFromFile(setting) ? [plain, file] : [plain];
}).map(({ variable, text, placeholder }) => {
  const option = new Option(`--${variable.toLowerCase().replaceAll('_', '-')} ${placeholder}`, text).helpGroup(
    'Settings:',
  );
  return { variable, option };
});

/** `tsena init` */
export function init() {
  const command = new Command('init')
    .option('-y, --yes', 'ask nothing: take the settings from the flags and the environment')
    .option('--force', 'replace .env; its values are kept unless you give others')
    .option('--no-check', 'write .env without a token request to the operator')
    .option(
      '--json',
      'ask nothing, and print as JSON: file, formerFile, generated, operatorChecked, scriptTag, hasName, webhookUrl, dashboard',
    );
  for (const { option } of SETTING_OPTIONS) command.addOption(option);
  return command.action(async (options: Options) => {
    const prompts = options.yes || options.json ? null : requirePrompts();
    const initialized = await initialize(resolve('.env'), options, prompts, process.env);
    if (options.json) printJson(initialized);
    else printInitialized(initialized);
  });
}

function requirePrompts(): Prompts {
  if (process.stdin.isTTY && process.stdout.isTTY) return createPrompts();
  throw new CommandError(initText('no_terminal'));
}

/**
 * Collects the settings, tests the credentials and writes the file.
 *
 * @param prompts null: nothing is asked
 * @throws CommandError if the file may not be replaced, if settings are wrong, or if the operator refuses the
 *   credentials. Nothing was written
 */
export async function initialize(path: string, options: Options, prompts: Prompts | null, env: EnvironmentVariables) {
  const replace = await mayReplace(path, options, prompts);
  const flags = readFlags(options);
  const skipped = new Set(Object.keys(flags));
  let values = withFlags(env, flags);
  for (let round = 0; ; round += 1) {
    if (prompts !== null)
      values = await askSettings(prompts, FIRST_SETTINGS, values, round === 0 ? skipped : new Set());
    const fault = await findFault(values, options.check);
    if (fault === undefined) break;
    if (prompts === null)
      throw new CommandError(
        fault instanceof SettingsError ? `${sayIn(fault)}\n${initText('give_settings')}` : fault.message,
      );
    prompts.say(sayIn(fault));
    if (!(await prompts.confirm(initText('again'), true))) throw new CommandError(initText('nothing_written'));
  }
  if (prompts !== null) values = await askSettings(prompts, SHOP_SETTINGS, values, skipped);
  values = withPrivateWebhook(values);
  const generated = generateSecrets(values);
  values = { ...values, ...generated };
  const settings = readSettings(values);
  const formerFile = writeEnvFile(path, writeEnvText(values, SETTINGS), replace);
  const base = settings.PUBLIC_URL ?? `http://${settings.HOST}:${settings.PORT}`;
  return {
    file: path,
    /** The copy of the file that was there before; null if there was none. */
    formerFile,
    generated: Object.keys(generated),
    operatorChecked: options.check,
    scriptTag: `<script async src="${base}/v1/checkout.js" data-order-token="…" data-locale="mg"></script>`,
    hasName: settings.PARTNER_NAME !== '',
    webhookUrl: settings.WEBHOOK_URL,
    dashboard: `${base}/dashboard/`,
  };
}

async function mayReplace(path: string, { force }: Options, prompts: Prompts | null): Promise<boolean> {
  if (!existsSync(path) || force === true) return force === true;
  if (prompts === null || !(await prompts.confirm(initText('replace', { file: path }), false))) {
    throw new CommandError(alreadyThere(path));
  }
  return true;
}

function readFlags(options: Options): EnvValues {
  return Object.fromEntries(
    SETTING_OPTIONS.flatMap(({ variable, option }) => {
      const value = options[option.attributeName()];
      return typeof value === 'string' ? [[variable, value.trim()]] : [];
    }),
  );
}

/**
 * The settings of the environment, and of the present .env, changed by the flags. A flag for a file replaces a value,
 * and the reverse.
 */
function withFlags(env: EnvironmentVariables, flags: EnvValues): EnvValues {
  const values: Record<string, string> = { OPERATOR_ENVIRONMENT: 'sandbox' };
  for (const { variable } of SETTING_OPTIONS) {
    const other = variable.endsWith('_FILE') ? variable.slice(0, -'_FILE'.length) : `${variable}_FILE`;
    const value = flags[variable] ?? (flags[other] === undefined ? readVariable(env, variable) : undefined);
    if (value !== undefined) values[variable] = value;
  }
  return values;
}

/** What keeps the settings so far from being written; undefined: nothing. */
async function findFault(values: EnvValues, check: boolean): Promise<SettingsError | CommandError | undefined> {
  let settings: Settings;
  try {
    settings = readSettings({ ...values, ...generateSecrets(values) });
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
  if (!check) return undefined;
  const answer = await checkCredentials(settings, { now: Date.now }, { withLookups: false });
  if (answer.kind === 'accepted') return undefined;
  const { next: advice } = describeSetup(TOKEN_REASONS[answer.kind], terminalLanguage());
  return new CommandError(
    initText('no_token', { address: settings.OPERATOR_BASE_URL, reason: answer.reason, advice: advice ?? '' }),
  );
}

/** The message of a fault, in the language of the terminal. */
function sayIn(fault: SettingsError | CommandError): string {
  return fault instanceof SettingsError && terminalLanguage() === 'fr' ? fault.inFrench.message : fault.message;
}

/** In the sandbox, the shop may run on this machine. */
function withPrivateWebhook(values: EnvValues): EnvValues {
  const { WEBHOOK_URL: url, WEBHOOK_ALLOW_PRIVATE: allowed, OPERATOR_ENVIRONMENT: environment } = values;
  if (url === undefined || allowed !== undefined || environment === 'production' || !URL.canParse(url)) return values;
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(new URL(url).hostname);
  return isLoopback ? { ...values, WEBHOOK_ALLOW_PRIVATE: '1' } : values;
}

type Initialized = Awaited<ReturnType<typeof initialize>>;

function printInitialized({
  file,
  formerFile,
  generated,
  operatorChecked,
  scriptTag,
  webhookUrl,
  dashboard,
  hasName,
}: Initialized): void {
  if (operatorChecked) printLine(initText('token_issued'));
  const names = generated.length === 0 ? '' : ` ${initText('generated', { names: generated.join(', ') })}`;
  printLine(`${initText('wrote', { file })}${names}`);
  if (formerFile !== null) printLine(initText('former', { file: formerFile }));
  printLine(`\n${initText('tag')}\n  ${scriptTag}`);
  printLine(`\n${webhookUrl === null ? initText('no_webhook') : initText('webhook', { url: webhookUrl })}`);
  if (!hasName) printLine(`\n${initText('no_name')}`);
  printLine(`\n${initText('dashboard', { url: dashboard })}`);
  printLine(`\n${initText('next')}`);
}
