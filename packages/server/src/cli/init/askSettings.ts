import { checkSetting } from '../../config/readSettings.ts';
import {
  OPERATOR_ENVIRONMENTS,
  SETTINGS,
  type SettingDescription,
  type SettingName,
} from '../../config/settingsSchema.ts';
import { terminalLanguage } from '../kit/terminalLanguage.ts';
import type { EnvValues } from './envFile.ts';
import { initText } from './initText.ts';
import type { Prompts } from './prompts.ts';

/** What the operator's credentials and every payment need. */
export const FIRST_SETTINGS = [
  'PARTNER_NAME',
  'PARTNER_MSISDN',
  'OPERATOR_ENVIRONMENT',
  'PUBLIC_URL',
  'OPERATOR_BASE_URL',
  'OPERATOR_SERVICE',
  'CONSUMER_KEY',
  'CONSUMER_SECRET',
] as const satisfies readonly SettingName[];

/** What connects the shop. */
export const SHOP_SETTINGS = [
  'OPERATOR_NAME',
  'ALLOWED_ORIGINS',
  'WEBHOOK_URL',
] as const satisfies readonly SettingName[];

/**
 * Asks a person for settings, one by one, with the meaning of each.
 *
 * @param values the values so far; each is the answer to an empty line
 * @param skipped settings about which nothing is asked
 * @returns the values, changed by the answers
 */
export async function askSettings(
  prompts: Prompts,
  names: readonly SettingName[],
  values: EnvValues,
  skipped: ReadonlySet<string>,
): Promise<EnvValues> {
  const answers: Record<string, string> = { ...values };
  for (const setting of names.flatMap((asked) => SETTINGS.filter(({ name }) => name === asked))) {
    if (skipped.has(setting.name) || skipped.has(`${setting.name}_FILE`)) continue;
    const answer = await askSetting(prompts, setting, answers);
    if (answer === '') delete answers[setting.name];
    else answers[setting.name] = answer;
  }
  return answers;
}

async function askSetting(prompts: Prompts, setting: SettingDescription, values: EnvValues): Promise<string> {
  const { name, isSecret, isRequired, defaultText } = setting;
  const preset = values[name] ?? defaultText ?? undefined;
  const message = describeQuestion(setting, isSecret === true && values[name] !== undefined);
  if (name === 'OPERATOR_ENVIRONMENT') {
    const present = OPERATOR_ENVIRONMENTS.find((one) => one === preset?.toLowerCase());
    return prompts.choose(message, OPERATOR_ENVIRONMENTS, present ?? 'sandbox');
  }
  return prompts.ask({
    message,
    ...(preset === undefined ? {} : { preset }),
    ...(isSecret === true ? { isSecret } : {}),
    faultOf(answer) {
      if (answer === '') return isRequired ? initText('required', { name }) : undefined;
      const [fault] = checkSetting(name, answer);
      return fault === undefined ? undefined : `${name} ${fault[terminalLanguage()]}`;
    },
  });
}

function describeQuestion({ name, meaning, isRequired }: SettingDescription, isKept: boolean): string {
  const notes = [isRequired ? [] : [initText('optional')], isKept ? [initText('kept')] : []].flat();
  return `${name}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}\n${meaning[terminalLanguage()].replaceAll('`', '')}`;
}
