import type { SettingName } from '../../config/settingsSchema.ts';
import settings from './settings.json' with { type: 'json' };

const meanings: Readonly<Record<SettingName, string>> = settings;

/** The meaning of each setting in French, in Markdown, as `SETTINGS` has it in English. */
export const FRENCH_MEANINGS: ReadonlyMap<string, string> = new Map(Object.entries(meanings));
