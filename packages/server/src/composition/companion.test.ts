import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it, vi } from 'vitest';
import { finish } from '../../test/support/merchant.ts';
import { startStack } from '../../test/support/stack.ts';
import { untilTestEnds } from '../../test/support/use.ts';

describe.each(STORES)('the companion on %s', (store) => {
  describe.each(['spec', 'live'] as const)('with an operator of the %s dialect', (dialect) => {
    it('completes a payment that the payer approves, and sends one webhook', async () => {
      const stack = await untilTestEnds(startStack({ store, sandbox: { dialect } }));
      const { status, body } = await stack.pay('ORDER-1');
      expect(status).toBe(201);
      expect(body).toMatchObject({
        order: 'ORDER-1',
        status: 'pending',
        amount: '25000',
        payer: '034 •• ••0 03',
        retryable: false,
      });
      const paid = await finish(stack, body.id, 'approve');
      expect(paid.transactionReference).not.toBeNull();
      await vi.waitFor(() => expect(stack.receiver.webhooks).toHaveLength(1));
      expect(stack.receiver.webhooks[0]?.event).toMatchObject({
        type: 'payment.completed',
        data: { id: body.id, status: 'completed' },
      });
    });

    it('fails a payment that the payer rejects, and allows another attempt', async () => {
      const stack = await untilTestEnds(startStack({ store, sandbox: { dialect } }));
      const { body } = await stack.pay('ORDER-1');
      expect(await finish(stack, body.id, 'reject')).toMatchObject({
        retryable: true,
        failure: { code: expect.any(String) },
      });
      const again = await stack.pay('ORDER-1');
      expect(again.status).toBe(201);
      expect(again.body.id).not.toBe(body.id);
    });

    it('completes a payment by polling where no callback can arrive', async () => {
      const stack = await untilTestEnds(startStack({ store, sandbox: { dialect }, callbacks: false }));
      const { body } = await stack.pay('ORDER-1');
      await finish(stack, body.id, 'approve');
    });
  });
});
