import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completedDetails, type ObservedPayments, openObservedPayments, orderOf } from '../../test/support/observedPayments.ts';
import { announced } from '../../test/support/storages.ts';
import type { NamedBy } from '../rules/decisions/completion.ts';
import type { DetailsOutcome } from '../rules/operatorAnswers.ts';
import { completeByReference } from './completeByReference.ts';
import { resolvePayment } from './resolve.ts';
import { submitReference } from './submitReference.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const REFERENCE = '636042511';

const unavailable = (retryAfterMs: number | null) => ({ kind: 'unavailable', reason: '503', retryAfterMs }) as const;
const detailsOf = (change: object = {}): DetailsOutcome => ({ kind: 'details', details: completedDetails(change) });

let world: ObservedPayments;
beforeEach(async () => {
  world = await openObservedPayments();
  world.answers.details = async () => detailsOf();
});
afterEach(() => world.close());

function unresolved(values: Parameters<ObservedPayments['seed']>[0] = {}): Promise<PaymentId> {
  return world.seed({ status: 'unresolved', server_correlation_id: null, correlation_source: null, next_check_at: null, ...values });
}

/** Another payment that this transaction has completed. */
function paidBy(values: Parameters<ObservedPayments['seed']>[0]): Promise<PaymentId> {
  return world.seed({ order_reference: orderOf('ORDER-PAID'), status: 'completed', server_correlation_id: 'sc-paid', ...values });
}

describe('completeByReference', () => {
  async function complete(id: PaymentId, answer: DetailsOutcome = detailsOf(), change: Partial<NamedBy> = {}) {
    return completeByReference(world.companion, id, REFERENCE, answer, { by: 'payer', isMerchant: false, ...change });
  }

  it('completes the payment with all that the details say, plans no check, and sends one webhook', async () => {
    const id = await unresolved({
      differences: 'objectReference',
      failure_code: 'payment_failed',
      details_unavailable_since: NOW - HOUR,
      next_check_at: NOW,
    });
    world.clock.advance(MINUTE);
    const result = await complete(id, detailsOf({ fees: [{ feeAmount: '150' }], creationDate: '2026-11-20T12:00:07Z' }));
    const payment = await world.read(id);
    expect(result).toEqual({ ok: true, payment });
    expect(payment).toMatchObject({
      status: 'completed',
      transaction_id: REFERENCE,
      fees: '150',
      verified: 1,
      differences: null,
      failure_code: null,
      details_unavailable_since: null,
      final_at: NOW + MINUTE,
      next_check_at: null,
      transaction_created_at: Date.parse('2026-11-20T12:00:07Z'),
      transaction_proven: 0,
    });
    expect(await world.events(id)).toEqual([['completed', { transactionId: REFERENCE, verified: true, by: 'payer' }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
  });

  it('knows a transaction as the payment’s own where its details name the payment’s X-CorrelationID', async () => {
    const id = await unresolved({ correlation_id: 'our-correlation-id' });
    await complete(id, detailsOf({ metadata: [{ key: 'XCorrelationId', value: 'our-correlation-id' }] }));
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_proven: 1 });
  });

  it.each<readonly [string, DetailsOutcome, object]>([
    ['the operator does not answer', unavailable(1000), { code: 'operator_unavailable', retryAfterMs: 1000 }],
    ['the operator does not answer, nor say until when', unavailable(null), { code: 'operator_unavailable', retryAfterMs: null }],
    ['there is no such transaction', { kind: 'absent', reason: '404' }, { code: 'reference_mismatch', mismatch: { kind: 'absent' } }],
    [
      'the details differ',
      detailsOf({ amount: '24000.00', currency: 'EUR' }),
      { code: 'reference_mismatch', mismatch: { kind: 'differs', fields: ['amount', 'currency'], amount: '24000.00' } },
    ],
    ['the details lack a party', detailsOf({ debitParty: [] }), { code: 'reference_mismatch', mismatch: { kind: 'inconclusive' } }],
    [
      'the details are not completed',
      detailsOf({ transactionStatus: 'pending' }),
      { code: 'reference_mismatch', mismatch: { kind: 'inconclusive' } },
    ],
    [
      'the transaction is of another day',
      detailsOf({ creationDate: '2026-11-19T12:00:00Z' }),
      { code: 'reference_mismatch', mismatch: { kind: 'time' } },
    ],
    ['the transaction has no date', detailsOf({ creationDate: undefined }), { code: 'reference_mismatch', mismatch: { kind: 'time' } }],
  ])('writes nothing where %s, and says so', async (_what, answer, refusal) => {
    const id = await unresolved();
    expect(await complete(id, answer)).toEqual({ ok: false, ...refusal });
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', version: 1 });
    expect(await world.events(id)).toEqual([]);
  });

  it.each<readonly [PaymentStatus, boolean]>([
    ['unresolved', true],
    ['pending', true],
    ['failed', false],
    ['created', false],
    ['sending', false],
  ])('of a payment that is %s now, completes it: %s', async (status, ok) => {
    const id = await unresolved({ status });
    expect(await complete(id)).toMatchObject(ok ? { ok } : { ok, code: 'reference_not_accepted' });
    expect((await world.read(id)).status).toBe(ok ? 'completed' : status);
  });

  it('of a payment that another request has completed already, returns it', async () => {
    const id = await unresolved({ status: 'completed', transaction_id: '999999999' });
    expect(await complete(id)).toMatchObject({ ok: true, payment: { id, transaction_id: '999999999', version: 1 } });
    expect(await world.webhookTypes(id)).toEqual([]);
  });

  it('names the order that the reference has paid', async () => {
    await paidBy({ transaction_id: REFERENCE });
    const id = await unresolved();
    expect(await complete(id)).toEqual({ ok: false, code: 'reference_mismatch', mismatch: { kind: 'used', order: 'ORDER-PAID' } });
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', transaction_id: null, version: 1 });
  });

  it('names the order that the same transaction has paid under another reference', async () => {
    await paidBy({ transaction_id: '700000022', transaction_created_at: NOW, transaction_proven: 1 });
    const id = await unresolved();
    expect(await complete(id)).toEqual({ ok: false, code: 'reference_mismatch', mismatch: { kind: 'used', order: 'ORDER-PAID' } });
  });

  it('takes a transaction of the same moment whose details name the payment itself', async () => {
    await paidBy({ transaction_id: '700000022', transaction_created_at: NOW, transaction_proven: 1 });
    const id = await unresolved({ correlation_id: 'our-correlation-id' });
    const answer = detailsOf({ metadata: [{ key: 'XCorrelationId', value: 'our-correlation-id' }] });
    expect(await complete(id, answer)).toMatchObject({ ok: true });
  });

  it('passes an error of the database on', async () => {
    const id = await unresolved();
    const changes = { ...world.companion.changes, apply: () => Promise.reject(new Error('disk full')) };
    const named: NamedBy = { by: 'payer', isMerchant: false };
    const result = completeByReference({ ...world.companion, changes }, id, REFERENCE, detailsOf(), named);
    await expect(result).rejects.toThrow('disk full');
  });

  it.each([
    [false, { ok: false, code: 'reference_mismatch', mismatch: { kind: 'used', order: 'ORDER-PAID' } }],
    [true, { ok: true }],
  ])('while another payment of that time completed without its details, takes it from a merchant: %s', async (isMerchant, result) => {
    await paidBy({ transaction_id: '700000022', verified: 0 });
    expect(await complete(await unresolved(), detailsOf(), { isMerchant })).toMatchObject(result);
  });
});

describe('submitReference', () => {
  it('reads the details within the budget of submitted references, and completes for the payer', async () => {
    const id = await unresolved();
    expect(await submitReference(world.companion, id, REFERENCE)).toMatchObject({ ok: true, payment: { id, status: 'completed' } });
    expect(world.asked).toEqual([`submitted ${id} details ${REFERENCE}`]);
    expect(await world.events(id)).toEqual([
      ['reference_submitted', { attempt: 1 }],
      ['completed', { transactionId: REFERENCE, verified: true, by: 'payer' }],
    ]);
  });

  it('completes a pending payment whose transaction the operator does not name', async () => {
    const id = await unresolved({ status: 'pending', differences: 'objectReference' });
    expect(await submitReference(world.companion, id, REFERENCE)).toMatchObject({ ok: true });
  });

  it.each<readonly [PaymentStatus, string | null]>([
    ['pending', null],
    ['pending', 'amount'],
    ['created', null],
    ['sending', null],
    ['failed', null],
    ['failed', 'objectReference'],
    ['completed', null],
  ])(
    'accepts no reference for a payment that is %s with the differences %s, asks nothing and counts nothing',
    async (status, differences) => {
      const id = await unresolved({ status, differences });
      expect(await submitReference(world.companion, id, REFERENCE)).toEqual({ ok: false, code: 'reference_not_accepted' });
      expect(world.asked).toEqual([]);
      expect(await world.read(id)).toMatchObject({ status, reference_attempts: 0, version: 1 });
    },
  );

  it('knows no payment with another id', async () => {
    expect(await submitReference(world.companion, 'pay_0000000000000000000000' as PaymentId, REFERENCE)).toEqual({
      ok: false,
      code: 'payment_not_found',
    });
  });

  it('takes the fifth reference and not the sixth, without a question to the operator', async () => {
    world.answers.details = async () => ({ kind: 'absent', reason: '404' });
    const id = await unresolved({ reference_attempts: 4 });
    expect(await submitReference(world.companion, id, REFERENCE)).toMatchObject({
      code: 'reference_mismatch',
      mismatch: { kind: 'absent' },
    });
    expect(await submitReference(world.companion, id, REFERENCE)).toEqual({ ok: false, code: 'reference_attempts_exhausted' });
    expect(world.asked).toHaveLength(1);
    expect(await world.read(id)).toMatchObject({ reference_attempts: 5, reference_attempts_given_back: 0 });
  });

  it('says how long to wait where the budget of submitted references has none left, and counts nothing', async () => {
    const id = await unresolved();
    const operator = { ...world.companion.operator, submitted: { run: async () => unavailable(5000) } };
    expect(await submitReference({ ...world.companion, operator }, id, REFERENCE)).toEqual({
      ok: false,
      code: 'operator_unavailable',
      retryAfterMs: 5000,
    });
    expect(await world.read(id)).toMatchObject({ reference_attempts: 0 });
  });

  it('gives a reference back where the operator did not answer', async () => {
    world.answers.details = async () => unavailable(5000);
    const id = await unresolved();
    expect(await submitReference(world.companion, id, REFERENCE)).toEqual({ ok: false, code: 'operator_unavailable', retryAfterMs: 5000 });
    expect(await world.read(id)).toMatchObject({ reference_attempts: 0, reference_attempts_given_back: 1 });
  });

  /** Submits a reference, and changes the payment while the budget of submitted references makes it wait. */
  async function submitLate(id: PaymentId, change: Partial<Awaited<ReturnType<ObservedPayments['read']>>> | null) {
    const { submitted } = world.companion.operator;
    const late: typeof submitted = {
      async run(payment, work) {
        if (change === null) await world.store.db.deleteFrom('payments').where('id', '=', id).execute();
        else await world.store.db.updateTable('payments').set(change).where('id', '=', id).execute();
        return submitted.run(payment, work);
      },
    };
    return submitReference({ ...world.companion, operator: { ...world.companion.operator, submitted: late } }, id, REFERENCE);
  }

  it.each([
    ['has its result', { status: 'failed' }, 'reference_not_accepted'],
    ['has had its five references', { reference_attempts: 5 }, 'reference_attempts_exhausted'],
    ['is gone', null, 'payment_not_found'],
  ] as const)('refuses a payment that %s by the time of the lookup, and asks nothing', async (_what, change, code) => {
    expect(await submitLate(await unresolved(), change)).toEqual({ ok: false, code });
    expect(world.asked).toEqual([]);
  });

  it('completes no payment that fails while its details are read', async () => {
    const id = await unresolved();
    world.answers.details = async () => {
      await world.store.db.updateTable('payments').set({ status: 'failed' }).where('id', '=', id).execute();
      return detailsOf();
    };
    expect(await submitReference(world.companion, id, REFERENCE)).toEqual({ ok: false, code: 'reference_not_accepted' });
    expect(await world.read(id)).toMatchObject({ status: 'failed' });
  });

  it('does not take a reference while another payment of that time completed without its details', async () => {
    await paidBy({ transaction_id: '700000022', verified: 0 });
    expect(await submitReference(world.companion, await unresolved(), REFERENCE)).toMatchObject({
      code: 'reference_mismatch',
      mismatch: { kind: 'used', order: 'ORDER-PAID' },
    });
  });
});

describe('resolvePayment', () => {
  const NOWHERE = 'pay_0000000000000000000000' as PaymentId;

  describe('by a reference', () => {
    const byReference = (id: PaymentId) => resolvePayment(world.companion, id, { transactionReference: REFERENCE }, 'Hanta');

    it.each(['unresolved', 'pending', 'failed'] as const)('completes a payment that is %s, under the name of the key', async (status) => {
      const id = await unresolved({ status });
      expect(await byReference(id)).toMatchObject({ ok: true, payment: { id, status: 'completed' } });
      expect(world.asked).toEqual([`details ${REFERENCE}`]);
      expect(await world.events(id)).toEqual([['completed', { transactionId: REFERENCE, verified: true, by: 'Hanta' }]]);
      expect(await world.read(id)).toMatchObject({ reference_attempts: 0 });
    });

    it.each(['created', 'sending', 'completed'] as const)('is not possible for a payment that is %s', async (status) => {
      const id = await unresolved({ status });
      expect(await byReference(id)).toEqual({ ok: false, code: 'resolve_not_possible' });
      expect(world.asked).toEqual([]);
    });

    it('knows no payment with another id', async () => {
      expect(await byReference(NOWHERE)).toEqual({ ok: false, code: 'payment_not_found' });
    });

    it('is the merchant’s decision where another payment of that time completed without its details', async () => {
      await paidBy({ transaction_id: '700000022', verified: 0 });
      expect(await byReference(await unresolved())).toMatchObject({ ok: true });
    });

    it('names the order that the reference has paid', async () => {
      await paidBy({ transaction_id: REFERENCE });
      expect(await byReference(await unresolved())).toMatchObject({
        code: 'reference_mismatch',
        mismatch: { kind: 'used', order: 'ORDER-PAID' },
      });
    });
  });

  describe.each(['received', 'not_received'] as const)('%s', (resolution) => {
    const resolve = (id: PaymentId) => resolvePayment(world.companion, id, { resolution, reason: 'seen in the statement' }, 'Hanta');

    it.each(['unresolved', 'pending'] as const)(
      'is recorded of a payment that is %s, without a webhook, and changes no status',
      async (status) => {
        const id = await unresolved({ status });
        const payment = { resolution, resolution_reason: 'seen in the statement', resolution_by: 'Hanta', status } as const;
        expect(await resolve(id)).toMatchObject({ ok: true, payment });
        expect(await world.read(id)).toMatchObject(payment);
        expect(await world.events(id)).toEqual([['resolved', { resolution, reason: 'seen in the statement', by: 'Hanta' }]]);
        expect(await world.webhookTypes(id)).toEqual([]);
      },
    );

    it.each(['created', 'sending', 'completed', 'failed'] as const)('is not possible for a payment that is %s', async (status) => {
      const id = await unresolved({ status });
      expect(await resolve(id)).toEqual({ ok: false, code: 'resolve_not_possible' });
      expect(await world.read(id)).toMatchObject({ resolution: null, version: 1 });
    });

    it('replaces `received` of a payment that failed since', async () => {
      const id = await unresolved({ status: 'failed', resolution: 'received' });
      expect(await resolve(id)).toMatchObject({ ok: true, payment: { resolution } });
    });

    it.each(['created', 'sending', 'completed'] as const)('does not replace `received` of a payment that is %s', async (status) => {
      const id = await unresolved({ status, resolution: 'received' });
      expect(await resolve(id)).toEqual({ ok: false, code: 'resolve_not_possible' });
    });

    it('does not replace `not_received` of a payment that failed since', async () => {
      const id = await unresolved({ status: 'failed', resolution: 'not_received' });
      expect(await resolve(id)).toEqual({ ok: false, code: 'resolve_not_possible' });
    });

    it('knows no payment with another id', async () => {
      expect(await resolve(NOWHERE)).toEqual({ ok: false, code: 'payment_not_found' });
    });
  });

  it('`not_received` is not possible once a refund is recorded, and `received` is', async () => {
    const id = await unresolved({ resolution: 'received', amount_refunded: 1 });
    const resolve = (resolution: 'received' | 'not_received') =>
      resolvePayment(world.companion, id, { resolution, reason: 'a mistake' }, 'Hanta');
    expect(await resolve('not_received')).toEqual({ ok: false, code: 'resolve_not_possible' });
    expect(await resolve('received')).toMatchObject({ ok: true, payment: { resolution: 'received', resolution_reason: 'a mistake' } });
  });

  describe('closed', () => {
    const close = (id: PaymentId) => resolvePayment(world.companion, id, { resolution: 'closed', reason: 'refunded by hand' }, 'Rivo');

    /** A payment that needs review, because its details differ. */
    async function inReview(status: PaymentStatus): Promise<PaymentId> {
      const id = await unresolved({ status, differences: 'amount' });
      await announced(world.companion, id, { event: { kind: 'details_mismatch' } });
      return id;
    }

    it.each(['completed', 'failed'] as const)('ends the review of a payment that is %s', async (status) => {
      const id = await inReview(status);
      expect(await close(id)).toMatchObject({
        ok: true,
        payment: { status, resolution: 'closed', resolution_reason: 'refunded by hand', resolution_by: 'Rivo' },
      });
      expect((await world.events(id)).at(-1)).toEqual(['resolved', { resolution: 'closed', reason: 'refunded by hand', by: 'Rivo' }]);
      expect(await world.webhookTypes(id)).toEqual([]);
      expect(await close(id)).toEqual({ ok: false, code: 'resolve_not_possible' });
    });

    it.each(['unresolved', 'pending'] as const)('is not possible while a payment is %s', async (status) => {
      const id = await inReview(status);
      expect(await close(id)).toEqual({ ok: false, code: 'resolve_not_possible' });
      expect(await world.read(id)).toMatchObject({ resolution: null });
    });

    it('is not possible for a payment that needs no review', async () => {
      expect(await close(await unresolved({ status: 'completed' }))).toEqual({ ok: false, code: 'resolve_not_possible' });
    });

    it('knows no payment with another id', async () => {
      expect(await close(NOWHERE)).toEqual({ ok: false, code: 'payment_not_found' });
    });
  });
});
