import { PAYMENT_VIEW_MEANINGS, PAYMENT_VIEWS } from '@tsena/shared/checkout';
import { rewriteTables } from './rewriteTables.ts';

const TABLE = /(?<=<!-- views -->\n\n)[\s\S]*?(?=\n<!-- end -->)/;

/** The page with the views as they are now, in the order in which they are tried. */
export function withViews(page: string): string {
  if (!TABLE.test(page)) throw new Error('The page has no table of views.');
  const rows = PAYMENT_VIEWS.map((view) => [`\`${view}\``, PAYMENT_VIEW_MEANINGS[view]]);
  return page.replace(TABLE, (table) => rewriteTables(table, [() => rows]));
}
