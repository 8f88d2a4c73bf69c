import { type Language, type LocalTexts, PROBLEMS, type ProblemCode } from '@tsena/shared';
import { REVIEW_TEXTS, sentenceForMerchant } from '@tsena/shared/merchant';
import audit from '../audit/texts.json' with { type: 'json' };
import counter from '../counter/texts.json' with { type: 'json' };
import history from '../history/texts.json' with { type: 'json' };
import keys from '../keys/texts.json' with { type: 'json' };
import links from '../links/texts.json' with { type: 'json' };
import overview from '../overview/texts.json' with { type: 'json' };
import payments from '../payments/texts.json' with { type: 'json' };
import reasons from '../reasons/texts.json' with { type: 'json' };
import references from '../references/texts.json' with { type: 'json' };
import refunds from '../refunds/texts.json' with { type: 'json' };
import review from '../review/texts.json' with { type: 'json' };
import settings from '../settings/texts.json' with { type: 'json' };
import setup from '../setup/texts.json' with { type: 'json' };
import shared from '../shared/texts.json' with { type: 'json' };
import signIn from '../signIn/texts.json' with { type: 'json' };
import statements from '../statements/texts.json' with { type: 'json' };
import webhooks from '../webhooks/texts.json' with { type: 'json' };

const TEXTS = {
  ...audit,
  ...counter,
  ...history,
  ...keys,
  ...links,
  ...overview,
  ...payments,
  ...reasons,
  ...references,
  ...refunds,
  ...REVIEW_TEXTS,
  ...review,
  ...settings,
  ...setup,
  ...shared,
  ...signIn,
  ...statements,
  ...webhooks,
} satisfies LocalTexts;

/** The key of a text. */
export type TextKey = keyof typeof TEXTS;

/** All texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;

/** The codes of failed payments: no request is answered with their status. */
const FAILURE_CODES = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => PROBLEMS[code].status === 402);

/**
 * The texts of every feature in one language, and the merchant's sentence of each failure, with `last` of one whose
 * order takes no other payment: the counter reads its payments where payers do. The build writes the result into a file
 * for each language (vite.config.ts).
 */
export function textsIn(language: Language): Texts {
  const failures = FAILURE_CODES.flatMap((code) => [
    [`failure.${code}`, sentenceForMerchant(code, language)],
    [`failure.${code}.last`, sentenceForMerchant(code, language, false)],
  ]);
  return Object.fromEntries([
    ...Object.entries(TEXTS).map(([key, text]) => [key, text[language]]),
    ...failures,
  ]) as Texts;
}
