import { type LinkId, linkIdSchema } from '@tsena/shared/checkout';
import { type StatementId, statementIdSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { type Filter, NO_FILTER, readFilter, writeFilter } from './filter.ts';

/** The page that is shown. */
export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'payments'; readonly filter: Filter }
  | { readonly page: 'payment'; readonly id: string }
  | { readonly page: 'statements' }
  | { readonly page: 'statement'; readonly id: StatementId }
  | { readonly page: 'links' }
  | { readonly page: 'setup' }
  | { readonly page: 'link'; readonly id: LinkId }
  /** The QR code of a link, for a counter. */
  | { readonly page: 'counter'; readonly id: LinkId }
  | { readonly page: 'refunds' }
  | { readonly page: 'keys' }
  /** The totals of a month, `YYYY-MM`. */
  | { readonly page: 'month'; readonly month: string };

/** Reads the route from the address's fragment; an unknown fragment is the overview. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page, id, view] = path.split('/', 3);
  if (page === 'links') return readLinkRoute(id, view);
  if (page === 'refunds' || page === 'keys') return { page };
  if (page === 'months' && id !== undefined && /^20\d\d-(0[1-9]|1[0-2])$/.test(id)) return { page: 'month', month: id };
  if (page === 'setup') return { page: 'setup' };
  if (page === 'statements') return readStatementRoute(id);
  if (page !== 'payments') return { page: 'overview' };
  if (id !== undefined && /^[\w-]{1,40}$/.test(id)) return { page: 'payment', id };
  return { page: 'payments', filter: query === '' ? NO_FILTER : readFilter(new URLSearchParams(query)) };
}

function readLinkRoute(id: string | undefined, view: string | undefined): Route {
  const parsed = z.safeParse(linkIdSchema, id);
  if (!parsed.success) return { page: 'links' };
  return { page: view === 'counter' ? 'counter' : 'link', id: parsed.data };
}

function readStatementRoute(id: string | undefined): Route {
  const parsed = z.safeParse(statementIdSchema, id);
  return parsed.success ? { page: 'statement', id: parsed.data } : { page: 'statements' };
}

/** Writes a route as a fragment, which browsers never send to a server. */
export function writeRoute(route: Route): string {
  if (route.page === 'overview') return '#/';
  if (route.page === 'links' || route.page === 'refunds' || route.page === 'keys' || route.page === 'setup' || route.page === 'statements')
    return `#/${route.page}`;
  if (route.page === 'month') return `#/months/${route.month}`;
  if (route.page === 'statement') return `#/statements/${route.id}`;
  if (route.page === 'link') return `#/links/${route.id}`;
  if (route.page === 'counter') return `#/links/${route.id}/counter`;
  if (route.page === 'payment') return `#/payments/${route.id}`;
  const query = writeFilter(route.filter).toString();
  return query === '' ? '#/payments' : `#/payments?${query}`;
}
