import type { Language } from '../language.ts';
import { sentenceFor } from '../problemMessages.ts';
import type { ProblemCode } from '../problems.ts';
import { keepTogether } from '../typography.ts';
import messages from './merchantMessages.json' with { type: 'json' };

/**
 * Where the payers' sentence is wrong for a merchant: it is the customer who pays, and the merchant who may not take
 * the money again.
 */
const sentences: Partial<Record<ProblemCode, Readonly<Record<Language, string>>>> = messages;

/** The sentence that a merchant reads for a problem code. */
export function sentenceForMerchant(code: ProblemCode, language: Language): string {
  const own = sentences[code];
  return own === undefined ? sentenceFor(code, language) : keepTogether(own[language], language);
}
