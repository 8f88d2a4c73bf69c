import type { LadderScope } from '@tsena/shared/merchant';
import type { Route } from '../core/route.ts';
import type { TextKey } from '../locales/texts.ts';

/** What the navigation knows of a page before the page is loaded. */
interface PageInfo {
  readonly path: string;
  /** The name in the navigation and in the window's title. */
  readonly name: TextKey;
  /** The path of the page in whose section of the navigation it is, if it has no place of its own. */
  readonly section?: string;
  /** The least scope of a key that sees it in the navigation. */
  readonly scope?: LadderScope;
}

const OVERVIEW: PageInfo = { path: '', name: 'app.overview' };

/** All pages; those with a place of their own in the order of the navigation. */
const PAGES: readonly PageInfo[] = [
  OVERVIEW,
  { path: 'payments', name: 'app.payments' },
  { path: 'links', name: 'app.links' },
  { path: 'statements', name: 'app.statements' },
  { path: 'keys', name: 'keys.title', scope: 'admin' },
  { path: 'setup', name: 'app.setup' },
  { path: 'settings', name: 'settings.title', scope: 'admin' },
  { path: 'months', name: 'month.title', section: '' },
  { path: 'refunds', name: 'refunds.title', section: 'payments' },
  { path: 'audit', name: 'audit.title', section: 'setup' },
];

/** The pages that the navigation leads to, in their order. */
export const NAVIGATION = PAGES.filter(({ section }) => section === undefined);

/** The page of a route; an unknown one is the overview. */
export function pageOf({ page }: Route): PageInfo {
  return PAGES.find(({ path }) => path === page) ?? OVERVIEW;
}
