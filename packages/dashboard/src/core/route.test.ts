import { describe, expect, it } from 'vitest';
import { NO_FILTER } from './filter.ts';
import { type Route, readRoute, writeRoute } from './route.ts';

describe('routes', () => {
  it.each<[string, Route]>([
    ['#/', { page: 'overview' }],
    ['#/payments', { page: 'payments', filter: NO_FILTER }],
    ['#/refunds', { page: 'refunds' }],
    ['#/keys', { page: 'keys' }],
    ['#/months/2026-11', { page: 'month', month: '2026-11' }],
    [
      '#/payments?status=failed&q=A+%26+B%2F1&from=2026-03-01&to=2026-03-09&needsReview=true',
      { page: 'payments', filter: { status: 'failed', q: 'A & B/1', from: '2026-03-01', to: '2026-03-09', needsReview: true } },
    ],
    ['#/payments/pay_0000000000000000000001', { page: 'payment', id: 'pay_0000000000000000000001' }],
  ])('%s is written and read', (hash, route) => {
    expect(writeRoute(route)).toBe(hash);
    expect(readRoute(hash)).toEqual(route);
  });

  it.each(['', '#', '#/', '#/nonsense', '#content', '#/months/2026-13', '#/months/today'])('%j opens the overview', (hash) => {
    expect(readRoute(hash)).toEqual({ page: 'overview' });
  });

  it('readRoute ignores values that writeRoute does not write', () => {
    expect(readRoute('#/payments?status=paid&from=yesterday&needsReview=1&q=%20')).toEqual({ page: 'payments', filter: NO_FILTER });
    expect(readRoute('#/payments/<script>')).toEqual({ page: 'payments', filter: NO_FILTER });
  });
});
