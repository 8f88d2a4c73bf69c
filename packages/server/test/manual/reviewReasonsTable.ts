import type { Language } from '@tsena/shared';
import { REVIEW_REASON_TEXTS, REVIEW_REASONS } from '@tsena/shared/merchant';
import { rewriteTables } from './rewriteTables.ts';

const TABLE = /(?<=<!-- review reasons -->\n\n)[\s\S]*?(?=\n<!-- end -->)/;

/** The page with the review reasons as they are now. */
export function withReviewReasons(page: string, language: Language): string {
  const rows = REVIEW_REASONS.map((reason) => {
    const { meaning, advice } = REVIEW_REASON_TEXTS[reason];
    return [`\`${reason}\``, meaning[language], advice[language]];
  });
  if (!TABLE.test(page)) throw new Error('The page has no table of review reasons.');
  return page.replace(TABLE, (table) => rewriteTables(table, [() => rows]));
}
