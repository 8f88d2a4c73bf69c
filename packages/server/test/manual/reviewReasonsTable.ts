import type { Language } from '@tsena/shared';
import { REVIEW_REASON_TEXTS, REVIEW_REASONS } from '@tsena/shared/merchant';
import { markdownTable } from './markdownTable.ts';

const HEADINGS: Readonly<Record<Language, readonly string[]>> = {
  en: ['reason', 'what happened', 'what to do'],
  fr: ['raison', 'ce qui s’est passé', 'que faire'],
  mg: ['antony', 'inona no niseho', 'inona no atao'],
};
const TABLE = /(?<=<!-- review reasons -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/;

/** The pages with a table of the review reasons, and their languages. */
export const PAGES_WITH_REVIEW_REASONS = [
  ['dashboard/README.md', 'en'],
  ['fr/dashboard/README.md', 'fr'],
  ['mg/dashboard/README.md', 'mg'],
] as const;

/** The page with the review reasons as they are now. */
export function withReviewReasons(page: string, language: Language): string {
  const rows = REVIEW_REASONS.map((reason) => {
    const { meaning, advice } = REVIEW_REASON_TEXTS[reason];
    return [`\`${reason}\``, meaning[language], advice[language]];
  });
  return page.replace(TABLE, markdownTable(HEADINGS[language], rows));
}
