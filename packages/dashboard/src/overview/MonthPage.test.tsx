import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createTotals } from '../testing/fixtures.ts';
import { openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

it('a month shows the sum of its days, with refunds, net and unknown fees, and leads to the month before', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-22T10:00:00Z'));
  const asked: string[] = [];
  world.companion.totals = (_days, query) => {
    if (query.has('from')) asked.push(`${query.get('from')} ${query.get('to')}`);
    const totals = createTotals([20_000, 1000]);
    const [first, second] = totals.days;
    if (first === undefined || second === undefined) throw new Error('no days');
    return {
      ...totals,
      days: [
        { ...first, unknownFees: 1 },
        { ...second, refunded: '5000', net: '-4000', fees: '0', unknownFees: 2 },
      ],
      total: { ...totals.total, refunded: '5000', net: '16000', unknownFees: 3 },
    };
  };
  const { user } = openPage(world.companion);
  await user.click(await screen.findByRole('link', { name: 'Totals by month' }));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('November 2026');
  await screen.findByRole('table');
  expect(textOf(document.querySelector('.facts'))).toBe(
    'Received21,000 ArRefunded5,000 ArNet16,000 ArPayments4Operator’s fees210 Ar, unknown for 3 payments',
  );
  const rows = within(screen.getByRole('table')).getAllByRole('row').map(textOf);
  expect(rows).toEqual([
    'DayReceivedRefundedNetPaymentsFeesNot paid',
    '9 March 20261,000 Ar5,000 Ar−4,000 Ar2unknown for 2 payments1',
    '8 March 202620,000 Ar0 Ar20,000 Ar2200 Ar, unknown for 1 payment1',
    'Total21,000 Ar5,000 Ar16,000 Ar4210 Ar, unknown for 3 payments2',
  ]);
  expect(screen.queryByRole('link', { name: /December/ })).toBeNull();
  await user.click(screen.getByRole('link', { name: /October/ }));
  await waitFor(() => expect(asked).toContain('2026-10-01 2026-10-31'));
  expect(asked[0]).toBe('2026-11-01 2026-11-22');
  expect(await screen.findByRole('link', { name: /November/ })).toBeTruthy();
});

it('a month of another century is that month, not the current one', async () => {
  openPage(world.companion, '#/months/1999-01');
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('January 1999');
});

it('the current month is that of the companion, not of the phone', async () => {
  world.companion.date = '2020-02-05T10:00:00Z';
  openPage(world.companion);
  await screen.findByText('Nothing needs review.');
  expect((await screen.findByRole('link', { name: 'Totals by month' })).getAttribute('href')).toBe('#/months/2020-02');
});
