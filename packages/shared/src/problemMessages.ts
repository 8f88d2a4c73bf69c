import type { Language, LocalTexts } from './language.ts';
import { withNextStep } from './nextStep.ts';
import messages from './problemMessages.json' with { type: 'json' };
import type { ProblemCode } from './problems.ts';
import { keepTogether } from './typography.ts';

/**
 * What a person reads: what happened, what it means for their money, and what to do next. No sentence promises that
 * nothing was debited: the operator may complete what it has refused. A page whose order token has expired may belong
 * to an order that is paid.
 */
const sentences: LocalTexts<ProblemCode> = messages;

/** What to do next about a failed payment whose order takes no other one. */
const CONTACT: Readonly<Record<Language, string>> = {
  mg: 'Mifandraisa amin’ny fivarotana.',
  fr: 'Contactez la boutique.',
  en: 'Contact the shop.',
};

/**
 * The sentence that a person reads for a problem code.
 *
 * @param mayRetry false: of a failed payment whose order takes no other one, so that it does not say to try again
 */
export function sentenceFor(code: ProblemCode, language: Language, mayRetry = true): string {
  return keepTogether(withNextStep(sentences[code][language], mayRetry, CONTACT[language]), language);
}
