import type { Language, LocalTexts } from '../../language.ts';
import { keepTogether } from '../../typography.ts';
import { type SetupReason, setupTexts } from './setupTexts.ts';

const texts: LocalTexts<SetupReason> & Partial<LocalTexts<`${SetupReason}.next`>> = setupTexts;

/** What a check found, and the one thing to do; null if there is nothing to do. */
export interface SetupText {
  readonly found: string;
  readonly next: string | null;
}

/** The sentences of a reason in a language, with its numbers. */
export function describeSetup(reason: SetupReason, language: Language, values: Readonly<Record<string, number>> = {}): SetupText {
  const fill = (text: string) =>
    keepTogether(text, language).replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  const next = texts[`${reason}.next`]?.[language];
  return { found: fill(texts[reason][language]), next: next === undefined ? null : fill(next) };
}
