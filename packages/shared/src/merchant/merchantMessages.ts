import type { Language } from '../language.ts';
import { withNextStep } from '../nextStep.ts';
import { sentenceFor } from '../problemMessages.ts';
import type { ProblemCode } from '../problems.ts';
import { keepTogether } from '../typography.ts';
import messages from './merchantMessages.json' with { type: 'json' };

/**
 * Where the payers' sentence is wrong for a merchant: it is the customer who pays, and the merchant who may not take
 * the money again.
 */
const sentences: Partial<Record<ProblemCode, Readonly<Record<Language, string>>>> = messages;

/**
 * The sentence that a merchant reads for a problem code.
 *
 * @param mayRetry as in `sentenceFor`
 */
export function sentenceForMerchant(code: ProblemCode, language: Language, mayRetry = true): string {
  const own = sentences[code];
  if (own === undefined) return sentenceFor(code, language);
  return keepTogether(withNextStep(own[language], mayRetry, null), language);
}
