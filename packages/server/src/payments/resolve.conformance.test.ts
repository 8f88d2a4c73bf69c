import type { Ariary } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { announced } from '../../test/support/storages.ts';
import { msisdn } from '../../test/support/testCompanion.ts';
import { initiate } from './initiate.ts';
import { recordRefund } from './refund.ts';
import { resolvePayment } from './resolve.ts';

describe.each(STORES)('the resolution of a payment on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  it('`closed` does not replace `received`, recorded at the same time: the refund stays, and no further payment starts', async () => {
    const [companion, other] = world.companions;
    const payment = await world.pay();
    const { status } = world.operator;
    // The operator reports the payment as completed and names no transaction: it needs review.
    world.operator.status = async (id) => {
      const answer = await status(id);
      return answer.kind === 'state' ? { ...answer, objectReference: null } : answer;
    };
    world.transactionOf(payment).state = 'completed';
    await world.pass(10_000);
    const { changes } = companion;
    const late: typeof changes = {
      ...changes,
      async apply(id, change) {
        // Another request is faster.
        await resolvePayment(other, id, { resolution: 'received', reason: 'seen in the statement' }, 'Hanta');
        await recordRefund(other, id, { body: { amount: 1000 as Ariary, reason: 'one item' }, by: 'Hanta' });
        await announced(companion, id, { to: 'failed', event: { kind: 'failed' } });
        return changes.apply(id, change);
      },
    };
    await resolvePayment({ ...companion, changes: late }, payment.id, { resolution: 'closed', reason: 'the customer was called' }, 'Rivo');
    expect(await world.read(payment.id)).toMatchObject({
      status: 'failed',
      resolution: 'received',
      resolution_reason: 'seen in the statement',
      resolution_by: 'Hanta',
      amount_refunded: 1000,
    });
    const again = await initiate(companion, {
      claims: { sub: 'ORDER-1' as OrderReference, amount: 25_000 as Ariary, currency: 'MGA' },
      msisdn: msisdn('0343500003'),
      language: 'fr',
      addressHash: null,
    });
    expect(again.kind).toBe('exists');
  });
});
