import { type LinkId, linkIdSchema } from '@tsena/shared/checkout';
import { monthSchema, type StatementId, statementIdSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { type Filter, NO_FILTER, readFilter, writeFilter } from './filter.ts';

/** Pages whose address is their name. */
const PLAIN_PAGES = ['links', 'refunds', 'keys', 'setup', 'audit', 'statements'] as const;

/** The page that is shown. */
export type Route =
  | { readonly page: 'overview' | (typeof PLAIN_PAGES)[number] }
  | { readonly page: 'payments'; readonly filter: Filter }
  | { readonly page: 'payment'; readonly id: string }
  | { readonly page: 'statement'; readonly id: StatementId }
  /** A link, or its QR code for a counter. */
  | { readonly page: 'link' | 'counter'; readonly id: LinkId }
  /** The totals of a month, `YYYY-MM`. */
  | { readonly page: 'month'; readonly month: string };

/** Reads the route from the address's fragment; an unknown fragment is the overview. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page, id, view] = path.split('/', 3);
  const link = z.safeParse(linkIdSchema, id);
  if (page === 'links' && link.success) return { page: view === 'counter' ? 'counter' : 'link', id: link.data };
  const statement = z.safeParse(statementIdSchema, id);
  if (page === 'statements' && statement.success) return { page: 'statement', id: statement.data };
  if (page === 'months' && z.safeParse(monthSchema, id).success) return { page: 'month', month: String(id) };
  if (page === 'payments' && id !== undefined && /^[\w-]{1,40}$/.test(id)) return { page: 'payment', id };
  if (page === 'payments') return { page, filter: query === '' ? NO_FILTER : readFilter(new URLSearchParams(query)) };
  return { page: PLAIN_PAGES.find((one) => one === page) ?? 'overview' };
}

/** Writes a route as a fragment, which browsers never send to a server. */
export function writeRoute(route: Route): string {
  switch (route.page) {
    case 'overview':
      return '#/';
    case 'payments': {
      const query = writeFilter(route.filter).toString();
      return query === '' ? '#/payments' : `#/payments?${query}`;
    }
    case 'payment':
    case 'statement':
    case 'link':
      return `#/${route.page}s/${route.id}`;
    case 'counter':
      return `#/links/${route.id}/counter`;
    case 'month':
      return `#/months/${route.month}`;
    default:
      return `#/${route.page}`;
  }
}
