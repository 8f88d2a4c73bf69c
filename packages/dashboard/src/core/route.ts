import { type Filter, NO_FILTER, readFilter, writeFilter } from './filter.ts';

/** The page that is shown. */
export type Route =
  | { readonly page: 'overview' }
  | { readonly page: 'payments'; readonly filter: Filter }
  | { readonly page: 'payment'; readonly id: string };

/** Reads the route from the address's fragment; an unknown fragment is the overview. */
export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page, id] = path.split('/', 2);
  if (page !== 'payments') return { page: 'overview' };
  if (id !== undefined && /^[\w-]{1,40}$/.test(id)) return { page: 'payment', id };
  return { page: 'payments', filter: query === '' ? NO_FILTER : readFilter(new URLSearchParams(query)) };
}

/** Writes a route as a fragment, which browsers never send to a server. */
export function writeRoute(route: Route): string {
  if (route.page === 'overview') return '#/';
  if (route.page === 'payment') return `#/payments/${route.id}`;
  const query = writeFilter(route.filter).toString();
  return query === '' ? '#/payments' : `#/payments?${query}`;
}
