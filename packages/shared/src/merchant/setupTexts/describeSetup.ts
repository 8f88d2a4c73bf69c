import type { Language, LocalTexts } from '../../language.ts';
import { keepTogether } from '../../typography.ts';
import type { SetupReason } from '../setup.ts';
import { address } from './address.ts';
import { machine } from './machine.ts';
import { messages } from './messages.ts';
import { operator } from './operator.ts';
import { payments } from './payments.ts';
import type { SetupTexts } from './setupTexts.ts';

const texts: SetupTexts & LocalTexts<SetupReason> = { ...operator, ...machine, ...address, ...messages, ...payments };

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
