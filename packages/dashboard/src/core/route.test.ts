import { describe, expect, it } from 'vitest';
import { NO_FILTER, paymentsAddress, readFilter } from './filter.ts';
import { readRoute } from './route.ts';

describe('routes', () => {
  it.each([
    ['', { page: '', id: '', view: '', query: '' }],
    ['#/', { page: '', id: '', view: '', query: '' }],
    ['#/refunds', { page: 'refunds', id: '', view: '', query: '' }],
    ['#/months/2026-11', { page: 'months', id: '2026-11', view: '', query: '' }],
    ['#/links/link_1/counter', { page: 'links', id: 'link_1', view: 'counter', query: '' }],
    ['#/payments?status=failed', { page: 'payments', id: '', view: '', query: 'status=failed' }],
  ])('%j is read', (hash, route) => expect(readRoute(hash)).toEqual(route));

  it('the address of the payments has the whole filter', () => {
    const filter = {
      status: 'failed',
      q: 'A & B/1',
      from: '2026-03-01',
      to: '2026-03-09',
      by: 'final',
      needsReview: true,
    } as const;
    const address = '#/payments?status=failed&q=A+%26+B%2F1&from=2026-03-01&to=2026-03-09&by=final&needsReview=true';
    expect(paymentsAddress(filter)).toBe(address);
    expect(readFilter(new URLSearchParams(readRoute(address).query))).toEqual(filter);
    expect(paymentsAddress(NO_FILTER)).toBe('#/payments');
  });

  it('readFilter ignores values that writeFilter does not write', () => {
    expect(readFilter(new URLSearchParams('status=paid&from=yesterday&needsReview=1&q=%20'))).toEqual(NO_FILTER);
  });
});
