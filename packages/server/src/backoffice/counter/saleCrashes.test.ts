import type { Payment } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { crashAt } from '../../../test/support/crashAt.ts';
import { asMerchant, eventually } from '../../../test/support/merchant.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForEach } from '../../../test/support/use.ts';

describe.each(STORES)('a process that ends in a sale by reference on %s', (store) => {
  const stack = useForEach(() => startStack({ store }));

  it.each(['reference read', 'sale decided', 'sale written'] as const)(
    'at "%s" leaves nothing or all of it, and the same request gets one payment',
    async (step) => {
      const { objectReference } = stack.sandbox.sendByHand({ from: '0343500003', to: '0343500004', amount: '25000' });
      const body = JSON.stringify({ amount: '25000', transactionReference: objectReference });
      const headers = { ...asMerchant, 'Content-Type': 'application/json', 'Idempotency-Key': 'tap-1' };
      await crashAt(stack, step, (url) => fetch(`${url}/v1/merchant/payments`, { method: 'POST', headers, body }));
      const { db } = stack.served.companion.storage.store;
      const left = await Promise.all(
        (['orders', 'payments', 'events', 'outbox', 'idempotency_keys'] as const).map((table) =>
          db.selectFrom(table).selectAll().execute(),
        ),
      );
      expect(left.map(({ length }) => length)).toEqual(Array(5).fill(step === 'sale written' ? 1 : 0));

      const again = await stack.post<Payment>('/v1/merchant/payments', JSON.parse(body), {
        ...asMerchant,
        'Idempotency-Key': 'tap-1',
      });
      expect([again.status, again.body.status, again.body.method]).toEqual([201, 'completed', 'reference']);
      expect(await db.selectFrom('payments').select('id').execute()).toEqual([{ id: again.body.id }]);
      await eventually(() =>
        expect(stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed']),
      );
    },
  );
});
