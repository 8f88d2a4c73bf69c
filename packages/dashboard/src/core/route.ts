import type { LadderScope } from '@tsena/shared/merchant';
import type { TextKey } from '../locales/texts.ts';

/** What the page's address names: `#/{page}/{id}/{view}?{query}`. Browsers never send it to a server. */
export interface Route {
  /** The path of a page; empty for the overview. */
  readonly page: string;
  readonly id: string;
  readonly view: string;
  readonly query: string;
}

/** Reads the route from the address's fragment. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id = '', view = ''] = path.split('/', 3);
  return { page, id, view, query };
}

/** What the navigation knows of a page before the page is loaded. The file `pageInfo.ts` of a feature has that of its pages. */
export interface PageInfo {
  readonly path: string;
  /** The name in the navigation and in the window's title. */
  readonly name: TextKey;
  /** The place in the navigation. */
  readonly position?: number;
  /** The path of the page in whose section of the navigation it is, if it has no place of its own. */
  readonly section?: string;
  /** The least scope of a key that sees it in the navigation. */
  readonly scope?: LadderScope;
}
