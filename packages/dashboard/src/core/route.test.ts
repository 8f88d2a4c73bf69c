import { describe, expect, it } from 'vitest';
import { NO_FILTER } from './filter.ts';
import { type Route, readRoute, writeRoute } from './route.ts';

describe('an address', () => {
  const routes: Route[] = [
    { page: 'overview' },
    { page: 'payments', filter: NO_FILTER },
    { page: 'payments', filter: { status: 'failed', q: 'A & B/1', from: '2026-03-01', to: '2026-03-09', attention: true } },
    { page: 'payment', id: 'pay_0000000000000000000001' },
  ];
  it.each(routes)('leads back to where it came from: $page', (route) => {
    expect(readRoute(writeRoute(route))).toEqual(route);
  });

  it.each(['', '#', '#/', '#/nonsense', '#content'])('%j is the overview', (hash) => {
    expect(readRoute(hash)).toEqual({ page: 'overview' });
  });

  it('takes nothing from an address that it would not write', () => {
    expect(readRoute('#/payments?status=paid&from=yesterday&attention=yes&q=%20')).toEqual({ page: 'payments', filter: NO_FILTER });
    expect(readRoute('#/payments/<script>')).toEqual({ page: 'payments', filter: NO_FILTER });
  });
});
