import type { Language, LocalTexts } from '../language.ts';
import { keepTogether } from '../typography.ts';
import faults from './settingFaults.json' with { type: 'json' };

/**
 * What a value must be, for each reason to refuse a setting. Nothing of the value enters the sentences: it may contain
 * a password.
 */
const sentences = faults satisfies LocalTexts;

/** Why a setting is refused before it is tried. */
export type SettingFault = keyof typeof sentences;

/** All of them. */
export const SETTING_FAULTS = Object.keys(sentences) as SettingFault[];

/** What the setting must be, in a language. */
export function describeSettingFault(fault: SettingFault, language: Language): string {
  return keepTogether(sentences[fault][language], language);
}
