import { PAYMENT_STATUSES, type PaymentStatus } from '@tsena/shared/checkout';

/** What the list of payments is narrowed to. All of it stands in the page's address. */
export interface Filter {
  readonly status: PaymentStatus | null;
  /** An order, a payment's id or the operator's reference. */
  readonly q: string;
  /** Days, `YYYY-MM-DD`, or empty. */
  readonly from: string;
  readonly to: string;
  readonly attention: boolean;
}

export const NO_FILTER: Filter = { status: null, q: '', from: '', to: '', attention: false };

/** A filter as a query, for an address or the companion; what is not set is left out. */
export function writeFilter(filter: Filter): URLSearchParams {
  const query = new URLSearchParams();
  if (filter.status !== null) query.set('status', filter.status);
  for (const name of ['q', 'from', 'to'] as const) if (filter[name] !== '') query.set(name, filter[name]);
  if (filter.attention) query.set('attention', '1');
  return query;
}

/** Reads what {@link writeFilter} wrote, or what somebody typed into an address. */
export function readFilter(query: URLSearchParams): Filter {
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  return {
    status: PAYMENT_STATUSES.find((status) => status === query.get('status')) ?? null,
    q: (query.get('q') ?? '').trim().slice(0, 64),
    from: day('from'),
    to: day('to'),
    attention: query.get('attention') === '1',
  };
}
