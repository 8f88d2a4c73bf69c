import { readFileSync } from 'node:fs';
import { type EnvironmentVariables, readVariable } from './environment.ts';
import { faultText } from './faultText.ts';
import { foreignEncoding } from './foreignEncoding.ts';
import { findMisspelt } from './misspeltSettings.ts';
import type { ServerText } from './serverText.ts';
import { canComeFromFile, SETTINGS, type SettingDescription } from './settingsSchema.ts';
import { writingFault } from './writingFault.ts';

/** What is wrong with a setting: a predicate whose subject is the setting's name, and a correct example. */
export interface SettingIssue {
  readonly name: string;
  readonly fault: ServerText;
  readonly example: string | ServerText;
}

/** The texts of settings, without those that are not set, and the mistakes made until here. */
export interface SettingTexts {
  readonly texts: Readonly<Record<string, string>>;
  readonly mistakes: readonly SettingIssue[];
}

/**
 * Reads the texts of settings from the environment and from the files that it names. An empty text counts as not set.
 */
export function readSettingTexts(
  env: EnvironmentVariables,
  settings: readonly SettingDescription[] = SETTINGS,
): SettingTexts {
  const texts: Record<string, string> = {};
  const mistakes: SettingIssue[] = [];
  for (const setting of settings) {
    const read = canComeFromFile(setting) ? readTextOrFile(env, setting) : readVariable(env, setting.name);
    if (typeof read === 'object') mistakes.push(read);
    else if (read !== undefined) {
      const fault = writingFault(read);
      if (fault === undefined) texts[setting.name] = read;
      else mistakes.push({ name: setting.name, fault, example: setting.example });
    } else if (setting.isRequired) mistakes.push(missing(env, setting));
  }
  return { texts, mistakes };
}

function missing(env: EnvironmentVariables, setting: SettingDescription): SettingIssue {
  const own = canComeFromFile(setting)
    ? faultText('unset_with_file', { file: `${setting.name}_FILE` })
    : faultText('unset');
  const misspelt = findMisspelt(env).find(({ nearest }) => nearest === setting.name);
  const fault = misspelt === undefined ? own : faultText('misspelt', { fault: own, name: misspelt.name });
  return { name: setting.name, fault, example: setting.example };
}

/** The text of NAME, or of the file that NAME_FILE names. */
function readTextOrFile(
  env: EnvironmentVariables,
  { name, example }: SettingDescription,
): string | SettingIssue | undefined {
  const text = readVariable(env, name);
  const fileName = `${name}_FILE`;
  const file = readVariable(env, fileName);
  if (file === undefined) return text;
  if (text !== undefined) return { name, fault: faultText('both_set', { file: fileName }), example };
  const content = readTextFile(file);
  if (content.fault === undefined) return content.text;
  return { name: fileName, fault: content.fault, example: `/run/secrets/${name.toLowerCase().replaceAll('_', '-')}` };
}

function readTextFile(
  file: string,
): { readonly text: string; readonly fault?: undefined } | { readonly fault: ServerText } {
  const nameFault = writingFault(file);
  if (nameFault !== undefined) return { fault: nameFault };
  try {
    const bytes = readFileSync(file);
    const encoding = foreignEncoding(bytes);
    if (encoding !== undefined)
      return { fault: faultText(encoding === 'UTF-16' ? 'file_utf16' : 'file_other_encoding') };
    const text = bytes.toString('utf8').trim();
    return text === '' ? { fault: faultText('file_empty') } : { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    return { fault: faultText('file_unreadable', { code }) };
  }
}
