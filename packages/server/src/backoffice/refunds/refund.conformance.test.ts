import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Refund } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { orProblem } from '../../../test/support/orProblem.ts';
import { openStubbedPayments } from '../../../test/support/stubbedPayments.ts';
import type { TestCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordRefund, refundsOf, voidRefund } from './refund.ts';

const HANTA = { name: 'Hanta', keyId: null, address: null };
const RIVO = { name: 'Rivo', keyId: null, address: null };

describe.each(STORES)('refunds on %s', (kind) => {
  const world = useForEach(() => openStubbedPayments({ kind }));
  let second: TestCompanion;
  beforeEach(async () => {
    second = await world.another();
  });
  const completed = () => world.seed({ status: 'completed', verified: 1 });

  /** A press in one of the two companions. */
  function record(id: PaymentId, amount: number, key?: string, companion = world.companion): Promise<Refund> {
    const request = { body: { amount: amount as Ariary, reason: 'returned' }, by: HANTA };
    return recordRefund(
      companion,
      id,
      key === undefined ? request : { ...request, idempotency: { actor: 'Hanta', key } },
    );
  }

  const refunded = async (id: PaymentId) => (await world.read(id)).amount_refunded;

  it('never exceed the payment, in two companions at the same time', async () => {
    const id = await completed();
    const results = await Promise.all(
      [world.companion, second].flatMap((companion) =>
        [1, 2, 3].map(() => orProblem(record(id, 10_000, undefined, companion))),
      ),
    );
    const refused = results.filter((result) => result instanceof ProblemError);
    expect(refused).toMatchObject(
      Array(4).fill({ code: 'refund_exceeds_payment', extras: { members: { remaining: '5000' } } }),
    );
    expect(await refunded(id)).toBe(20_000);
    expect(await world.webhookTypes(id)).toEqual(['payment.refunded', 'payment.refunded']);
  });

  it('are recorded once for an Idempotency-Key, in two companions, also once voided', async () => {
    const id = await completed();
    const first = world.companion;
    const pressed = await Promise.all(
      [first, second, first, second].map((companion) => record(id, 10_000, 'key-1', companion)),
    );
    const [refund] = pressed;
    expect(pressed).toEqual(Array(4).fill(refund));
    await voidRefund(first, refund?.id ?? expect.unreachable(), 'by mistake', HANTA);
    expect(await record(id, 10_000, 'key-1')).toMatchObject({ id: refund?.id, status: 'voided' });
    await expect(record(id, 9000, 'key-1')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await refunded(id)).toBe(0);
  });

  it('are voided once, in two companions at the same time, and make room again', async () => {
    const id = await completed();
    await record(id, 5000);
    world.clock.advance(1000);
    const { id: refund } = await record(id, 20_000);
    world.clock.advance(1000);
    const first = world.companion;
    const voided = await Promise.all(
      [first, second, first, second].map((companion) => voidRefund(companion, refund, 'by mistake', RIVO)),
    );
    const written = {
      id: refund,
      status: 'voided',
      voidedBy: 'Rivo',
      voidReason: 'by mistake',
      voidedAt: expect.stringMatching(/^2026-/),
    };
    expect(voided).toMatchObject(Array(4).fill(written));
    const event = ['refund_voided', { refund, amount: 20_000, reason: 'by mistake', by: 'Rivo' }];
    expect((await world.events(id)).at(-1)).toEqual(event);
    expect(await refunded(id)).toBe(5000);
    const exceeds = { code: 'refund_exceeds_payment', extras: { members: { remaining: '20000' } } };
    await expect(record(id, 20_001)).rejects.toMatchObject(exceeds);
    expect(await record(id, 20_000)).toMatchObject({ status: 'recorded' });
    const listed = await refundsOf(first.storage.store.db, id);
    expect(listed.map(({ amount, status }) => [amount, status])).toEqual([
      [5000, 'recorded'],
      [20_000, 'voided'],
      [20_000, 'recorded'],
    ]);
    expect(await world.webhookTypes(id)).toEqual([
      'payment.refunded',
      'payment.refunded',
      'payment.refund_voided',
      'payment.refunded',
    ]);
  });
});
