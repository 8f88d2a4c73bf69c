import type { Language, LocalTexts } from '../../language.ts';
import { fillText } from '../../typography.ts';
import { type SetupReason, setupTexts } from './setupTexts.ts';

const texts: LocalTexts<SetupReason> & Partial<LocalTexts<`${SetupReason}.next`>> = setupTexts;

/** What a check found, and the one thing to do; null if there is nothing to do. */
export interface SetupText {
  readonly found: string;
  readonly next: string | null;
}

/** The sentences of a reason in a language, with its numbers. */
export function describeSetup(reason: SetupReason, language: Language, values: Readonly<Record<string, number>> = {}): SetupText {
  const next = texts[`${reason}.next`]?.[language];
  return { found: fillText(texts[reason][language], language, values), next: next === undefined ? null : fillText(next, language, values) };
}
