import { MAX_REFERENCE_LENGTH, readMsisdn } from '@tsena/shared';
import { type LinkId, PAYMENT_STATUSES, type PaymentStatus } from '@tsena/shared/checkout';

/** The filter of the payment list. The page's address holds all of it. */
export interface Filter {
  readonly status: PaymentStatus | null;
  /** An order reference, a payment id or the operator's transaction reference; empty for all. */
  readonly q: string;
  /** Days, `YYYY-MM-DD`; empty if there is no bound. */
  readonly from: string;
  readonly to: string;
  /**
   * Which days `from` and `to` are: those on which payments began, or those on which they became final, by which the
   * totals count.
   */
  readonly by: 'created' | 'final';
  readonly needsReview: boolean;
}

/** The filter that matches every payment. */
export const NO_FILTER: Filter = { status: null, q: '', from: '', to: '', by: 'created', needsReview: false };

/** Writes a filter as a query, for the page's address and for the merchant API. Empty fields are left out. */
export function writeFilter(filter: Filter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.status !== null) query.set('status', filter.status);
  for (const name of ['q', 'from', 'to'] as const) if (filter[name] !== '') query.set(name, filter[name]);
  if (filter.by === 'final') query.set('by', 'final');
  if (filter.needsReview) query.set('needsReview', 'true');
  return query;
}

/** The path of the payments that match a filter, in the page's address and in the merchant API. */
export function paymentsPath(filter: Filter, end: '' | '.csv' = ''): string {
  const query = writeFilter(filter).toString();
  return query === '' ? `/payments${end}` : `/payments${end}?${query}`;
}

/** The path of the newest payments that began on a link's page. */
export function linkPaymentsPath(id: LinkId): string {
  return `/payments?link=${id}&limit=20`;
}

/** The address of the payments that match a filter. */
export function paymentsAddress(filter: Filter): string {
  return `#${paymentsPath(filter)}`;
}

/**
 * The body of a search for digits as typed: a payer's number, a part of one, or a reference; undefined if there are
 * none. They are in no path, because proxies log it.
 */
export function writeSearch(filter: Filter, digits: string): Readonly<Record<string, string>> | undefined {
  if (digits === '') return undefined;
  return {
    ...Object.fromEntries(writeFilter(filter)),
    ...(readMsisdn(digits).ok ? { msisdn: digits } : { q: digits }),
  };
}

/** Reads a filter from the page's address. Values that {@link writeFilter} does not write are ignored. */
export function readFilter(query: URLSearchParams): Filter {
  const readDay = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  return {
    status: PAYMENT_STATUSES.find((status) => status === query.get('status')) ?? null,
    q: (query.get('q') ?? '').trim().slice(0, MAX_REFERENCE_LENGTH),
    from: readDay('from'),
    to: readDay('to'),
    by: query.get('by') === 'final' ? 'final' : 'created',
    needsReview: query.get('needsReview') === 'true',
  };
}
