import type { Language } from '../../language.ts';
import type { SetupReason } from '../setup.ts';

/** What a check found, and the one thing to do; null if there is nothing to do. */
export interface SetupText {
  readonly found: string;
  readonly next: string | null;
}

/** What some of the reasons say in each language. */
export type SetupTexts = Readonly<Partial<Record<SetupReason, Readonly<Record<Language, SetupText>>>>>;

/** The sentences of a check that found everything right. */
export const nothingToDo = (mg: string, fr: string, en: string): Readonly<Record<Language, SetupText>> => ({
  mg: { found: mg, next: null },
  fr: { found: fr, next: null },
  en: { found: en, next: null },
});
