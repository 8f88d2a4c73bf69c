import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { Totals } from '@tsena/shared/merchant';
import { expect, it } from 'vitest';
import { asMerchant } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedRefund } from '../../../test/support/seedRows.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

const stack = useForAll(startStack);

/** 2026-01-01 begins in Madagascar at 21:00 on 31 December in UTC. */
const MIDNIGHT = Date.parse('2025-12-31T21:00:00Z');

it('GET /v1/merchant/books.csv has the entries of a month in Madagascar, or its days, which add up to the totals', async () => {
  const { store } = stack.served.companion.storage;
  const december = {
    id: 'pay_a' as PaymentId,
    order_reference: 'ORDER-1' as OrderReference,
    final_at: MIDNIGHT - 1,
    amount: 20_000,
  };
  const paid = { status: 'completed', verified: 1, description: '=1+1' } as const;
  await seedPayment(store, { ...paid, ...december, transaction_id: '600000020', fees: '375.5' });
  await seedPayment(store, { ...paid, final_at: MIDNIGHT, fees: null });
  await seedRefund(store, 'ref_a', 'pay_a', { refunded_at: MIDNIGHT - 31 * 86_400_000, amount: 2500 });

  const download = async (query: string) => {
    const response = await fetch(`${stack.served.url}/v1/merchant/books.csv?month=2025-12${query}`, {
      headers: asMerchant,
    });
    return [response.headers.get('content-disposition'), ...(await response.text()).trim().split('\r\n')];
  };
  expect(await download('')).toEqual([
    'attachment; filename="books-2025-12.csv"',
    '"day","time","type","order","transaction_reference","received","refunded","fees","currency","description","payment","refund","method"',
    '"2025-12-01","2025-12-01 00:00:00","refund","ORDER-1",,,2500,,"MGA","out of stock","pay_a","ref_a",',
    '"2025-12-31","2025-12-31 23:59:59","payment","ORDER-1","600000020",20000,,375.5,"MGA","\'=1+1","pay_a",,"prompt"',
  ]);
  const days = await download('&by=day&separator=semicolon');
  expect([days[0], days[1], days.at(-1)]).toEqual([
    'attachment; filename="books-2025-12-days.csv"',
    '"day";"payments";"received";"refunded";"net";"fees";"payments_without_known_fees"',
    '"2025-12";1;20000;2500;17500;375.5;0',
  ]);
  const { body } = await stack.get<Totals>('/v1/merchant/totals?from=2025-12-01&to=2025-12-31', asMerchant);
  expect(body.total).toMatchObject({
    completed: 1,
    amount: '20000',
    refunded: '2500',
    net: '17500',
    fees: '375.50',
    unknownFees: 0,
  });
});
