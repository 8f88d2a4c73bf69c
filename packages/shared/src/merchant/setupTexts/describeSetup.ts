import type { Language } from '../../language.ts';
import { keepTogether } from '../../typography.ts';
import type { SetupReason } from '../setup.ts';
import { address } from './address.ts';
import { machine } from './machine.ts';
import { messages } from './messages.ts';
import { operator } from './operator.ts';
import { payments } from './payments.ts';
import type { SetupText } from './setupText.ts';

const texts: Readonly<Record<SetupReason, Readonly<Record<Language, SetupText>>>> = {
  ...operator,
  ...machine,
  ...address,
  ...messages,
  ...payments,
};

/** The sentences of a reason in a language, with its numbers. */
export function describeSetup(reason: SetupReason, language: Language, values: Readonly<Record<string, number>> = {}): SetupText {
  const fill = (text: string) =>
    keepTogether(text, language).replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
  const { found, next } = texts[reason][language];
  return { found: fill(found), next: next === null ? null : fill(next) };
}
