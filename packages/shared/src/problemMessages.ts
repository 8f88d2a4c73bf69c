import type { Language, LocalTexts } from './language.ts';
import messages from './problemMessages.json' with { type: 'json' };
import type { ProblemCode } from './problems.ts';
import { keepTogether } from './typography.ts';

/**
 * What a person reads: what happened, what it means for their money, and what to do next. No sentence promises that
 * nothing was debited: the operator may complete what it has refused. A page whose order token has expired may belong
 * to an order that is paid.
 */
const sentences: LocalTexts<ProblemCode> = messages;

/** The sentence that a person reads for a problem code. */
export function sentenceFor(code: ProblemCode, language: Language): string {
  return keepTogether(sentences[code][language], language);
}
