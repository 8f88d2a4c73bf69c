import type { Language, LocalTexts } from '../language.ts';
import { fillText } from '../typography.ts';
import setupTexts from './setupTexts.json' with { type: 'json' };

/** What checks found, by reason; and below `{reason}.next` the one thing to do, if there is something to do. */
const texts = setupTexts satisfies LocalTexts;

/** What a check found. */
export type SetupReason = Exclude<keyof typeof texts, `${string}.next`>;

/** All that checks can find. */
export const SETUP_REASONS = Object.keys(texts).filter((key): key is SetupReason => !key.endsWith('.next'));

/** What a check found, and the one thing to do; null if there is nothing to do. */
export interface SetupText {
  readonly found: string;
  readonly next: string | null;
}

/** The sentences of a reason in a language, with its numbers. */
export function describeSetup(
  reason: SetupReason,
  language: Language,
  values: Readonly<Record<string, number>> = {},
): SetupText {
  const all: LocalTexts<SetupReason> & Partial<LocalTexts<`${SetupReason}.next`>> = texts;
  const next = all[`${reason}.next`]?.[language];
  return {
    found: fillText(all[reason][language], language, values),
    next: next === undefined ? null : fillText(next, language, values),
  };
}
