import type { PaymentId } from '@tsena/shared/checkout';
import { webhookSchema } from '@tsena/shared/merchant';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { completedDetails, type ObservedPayments, openObservedPayments, orderOf } from '../../test/support/observedPayments.ts';
import { changed } from '../../test/support/storages.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import type { DetailsOutcome, StatusOutcome } from '../rules/operatorAnswers.ts';
import { webhooksOf } from '../storage/reads.ts';
import { hashSecret } from '../storage/storage.ts';
import { checkStatus } from './checkStatus.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECRET = 'a-callback-secret';

let world: ObservedPayments;
beforeEach(async () => {
  world = await openObservedPayments();
});
afterEach(() => world.close());

/** The operator reports this status. */
function report(
  state: 'pending' | 'completed' | 'failed' | 'declined' | 'unknown',
  objectReference: string | null = null,
  text: string = state,
): void {
  world.answers.status = async () => ({ kind: 'state', state, operatorStatus: text, objectReference });
}

/** The operator reports the payment as completed by transaction 636042511, with these details. */
function reportCompleted(change: object = {}): void {
  report('completed', '636042511');
  world.answers.details = async () => ({ kind: 'details', details: completedDetails(change) });
}

const unavailable = (retryAfterMs: number | null = null) => ({ kind: 'unavailable', reason: '503', retryAfterMs }) as const;

/** The lease on a payment ends, and its next check is due. */
async function makeDue(id: PaymentId): Promise<void> {
  const due = { lease_owner: null, lease_until: null, next_check_at: world.clock.now() };
  await world.store.db.updateTable('payments').set(due).where('id', '=', id).execute();
}

/** Another status check, of a payment that was checked before. */
async function checkAgain(id: PaymentId) {
  await makeDue(id);
  return world.check(id);
}

/** The review reasons in the newest webhook of a payment. */
async function reasonsInWebhook(id: PaymentId): Promise<readonly string[] | undefined> {
  const payload = (await webhooksOf(world.store.db, id)).at(-1)?.payload;
  return payload === undefined ? undefined : z.parse(webhookSchema, JSON.parse(payload)).data.reviewReasons;
}

describe('a payment whose process ended before `sending` was written', () => {
  it('fails as not sent, with its time, event and webhook, without a question to the operator', async () => {
    const id = await world.seed({ status: 'created', sent_at: null, server_correlation_id: null });
    world.clock.advance(MINUTE);
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', failure_code: 'not_sent', final_at: NOW + MINUTE });
    expect(await world.events(id)).toEqual([['not_sent', { code: 'not_sent', reason: 'the companion stopped before it sent anything' }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.failed']);
    expect(world.asked).toEqual([]);
  });

  it('is left to the process that took its lease meanwhile', async () => {
    const id = await world.seed({ status: 'created', sent_at: null, server_correlation_id: null });
    const leased = await world.lease(id);
    await world.store.db
      .updateTable('payments')
      .set({ fence: leased.fence + 1 })
      .where('id', '=', id)
      .execute();
    expect(await checkStatus(world.companion, leased)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'created', version: 1 });
  });
});

describe('a payment whose process ended while it was sending', () => {
  it('becomes unresolved, with its event and webhook, and waits for a callback', async () => {
    const id = await world.seed({ status: 'sending', server_correlation_id: null });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', failure_code: null, final_at: null, sent_at: NOW });
    expect(await world.events(id)).toEqual([['outcome_unknown', { reason: 'the companion stopped before it had an answer' }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.unresolved']);
    expect(world.asked).toEqual([]);
  });

  it.each([
    ['at once where a callback has named a serverCorrelationId', 'sc-9', NOW],
    ['not where a callback has named none', '', null],
  ] as const)('is checked again %s', async (_when, named, due) => {
    const id = await world.seed({ status: 'sending', server_correlation_id: null, callback_hash: hashSecret(SECRET) });
    await receiveCallback(world.companion.storage, SECRET, { serverCorrelationId: named, status: 'completed' });
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ status: 'unresolved', next_check_at: due });
  });

  it('stays as it is for a process that has lost its lease', async () => {
    const id = await world.seed({ status: 'sending', server_correlation_id: null });
    const leased = await world.lease(id);
    await world.store.db
      .updateTable('payments')
      .set({ fence: leased.fence + 1 })
      .where('id', '=', id)
      .execute();
    await checkStatus(world.companion, leased);
    expect(await world.read(id)).toMatchObject({ status: 'sending' });
  });
});

describe('a pending payment', () => {
  it('is asked about by its serverCorrelationId, and changes nothing while the operator reports it as pending', async () => {
    const id = await world.seed({ server_correlation_id: 'sc-42' });
    expect(await world.check(id)).toBe(2000);
    expect(world.asked).toEqual(['status sc-42']);
    expect(world.steps).toEqual(['status read']);
    expect(await world.events(id)).toEqual([]);
  });

  it('without a serverCorrelationId is not asked about, and its checks end', async () => {
    const id = await world.seed({ server_correlation_id: null });
    expect(await world.check(id)).toBe('stopped');
    expect(world.asked).toEqual([]);
  });

  it.each([
    ['pending', () => report('pending')],
    ['unknown', () => report('unknown', null, 'expired')],
    [
      'unreadable',
      () => {
        world.answers.status = async () => unavailable();
      },
    ],
  ] as const)('whose status is %s is checked again by the time since it was sent, not since it was opened', async (_status, answer) => {
    answer();
    const id = await world.seed({ created_at: NOW - HOUR, sent_at: NOW - MINUTE });
    expect(await world.check(id)).toBe(10 * SECOND);
    const unsent = await world.seed({ created_at: NOW - HOUR, sent_at: null, server_correlation_id: 'sc-2' });
    expect(await world.check(unsent)).toBe(5 * MINUTE);
  });

  it('is checked more often while somebody is subscribed to it', async () => {
    const id = await world.seed({ sent_at: NOW - MINUTE });
    world.companion.subscriptions.subscribe(await world.read(id), () => undefined);
    expect(await world.check(id)).toBe(5 * SECOND);
  });

  it('is checked again no sooner than the operator asked', async () => {
    const id = await world.seed();
    world.answers.status = async () => unavailable(90 * SECOND);
    expect(await world.check(id)).toBe(90 * SECOND);
  });

  it('has its last check before it is three days old', async () => {
    const young = await world.seed({ sent_at: NOW - 3 * DAY + 1 });
    expect(await world.check(young)).toBe(HOUR);
    const old = await world.seed({ sent_at: NOW - 3 * DAY, server_correlation_id: 'sc-2' });
    expect(await world.check(old)).toBe('stopped');
  });

  it.each([
    ['one millisecond less than three days ago', 3 * DAY - 1, HOUR],
    ['three days ago', 3 * DAY, 'stopped'],
  ] as const)('that only seems old, because the clock stepped %s, is checked on', async (_when, steadyMs, next) => {
    const storage = { ...world.companion.storage, clock: { now: () => NOW, steadyFor: () => steadyMs } };
    const young = await world.seed({ sent_at: NOW - MINUTE });
    expect(await world.check(young, { storage })).toBe(10 * SECOND);
    const id = await world.seed({ sent_at: NOW - 30 * DAY, server_correlation_id: 'sc-2' });
    expect(await world.check(id, { storage })).toBe(next);
  });
});

describe('an unknown status', () => {
  it('is recorded once in the operator’s spelling, at most 40 characters of it, and another one too', async () => {
    const id = await world.seed();
    report('unknown', null, 'e'.repeat(50));
    await world.check(id);
    await checkAgain(id);
    report('unknown', null, 'on hold');
    await checkAgain(id);
    expect(await world.events(id)).toEqual([
      ['unknown_status', { status: 'e'.repeat(40) }],
      ['unknown_status', { status: 'on hold' }],
    ]);
    expect(await world.read(id)).toMatchObject({ status: 'pending', differences: null, next_check_at: expect.any(Number) });
    expect(await world.webhookTypes(id)).toEqual([]);
  });

  it('is recorded although a callback had the same status', async () => {
    const id = await world.seed();
    await changed(world.companion.storage, id, { event: { kind: 'callback', data: { status: 'expired' } } });
    report('unknown', null, 'expired');
    await world.check(id);
    expect((await world.events(id)).map(([kind]) => kind)).toEqual(['callback', 'unknown_status']);
  });
});

describe('a payment that the operator reports as failed', () => {
  it.each([
    ['failed', 'payment_failed'],
    ['declined', 'payment_declined'],
  ] as const)('%s: fails with %s, its time, event and webhook', async (state, code) => {
    const id = await world.seed();
    world.clock.advance(MINUTE);
    report(state);
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'failed',
      failure_code: code,
      failure_reason: null,
      final_at: NOW + MINUTE,
      transaction_id: null,
      verified: null,
    });
    expect(await world.events(id)).toEqual([['failed', { code, reason: null }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.failed']);
    expect(world.asked).toEqual(['status sc-1']);
    expect(world.steps).toEqual(['status read', 'details read', 'result written']);
  });

  it('keeps the operator’s reason from the details that the status names', async () => {
    const id = await world.seed();
    report('failed', '636042511');
    const metadata = [{ key: 'originalTransactionResultDesc', value: 'Insufficient balance' }];
    world.answers.details = async () => ({ kind: 'details', details: completedDetails({ transactionStatus: 'failed', metadata }) });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', failure_reason: 'Insufficient balance' });
    expect(await world.events(id)).toEqual([['failed', { code: 'payment_failed', reason: 'Insufficient balance' }]]);
    expect(world.asked).toEqual(['status sc-1', 'details 636042511']);
  });

  it.each([
    ['absent', { kind: 'absent', reason: '404' }],
    ['unavailable', unavailable()],
  ] as const satisfies readonly (readonly [string, DetailsOutcome])[])(
    'fails without a reason where the details are %s',
    async (_what, answer) => {
      const id = await world.seed();
      report('failed', '636042511');
      world.answers.details = async () => answer;
      expect(await world.check(id)).toBe('done');
      expect(await world.read(id)).toMatchObject({ status: 'failed', failure_reason: null });
    },
  );

  it('while its details say completed: stays open, needs review, and is checked again by its age', async () => {
    const id = await world.seed({
      created_at: NOW - 10 * MINUTE,
      resolution: 'not_received',
      resolution_reason: 'no SMS',
      resolution_by: 'Hanta',
    });
    report('failed', '636042511');
    world.answers.details = async () => ({ kind: 'details', details: completedDetails() });
    expect(await world.check(id)).toBe(30 * SECOND);
    expect(await world.read(id)).toMatchObject({
      status: 'pending',
      differences: 'transactionStatus',
      resolution: null,
      resolution_reason: null,
      resolution_by: null,
      failure_code: null,
    });
    expect(await world.events(id)).toEqual([['details_mismatch', { fields: 'transactionStatus' }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    // Then the details cannot be read, or none are named.
    for (const answer of [unavailable(), { kind: 'absent', reason: '404' }] as const) {
      world.answers.details = async () => answer;
      expect(await checkAgain(id)).toBe(30 * SECOND);
    }
    report('failed');
    expect(await checkAgain(id)).toBe(30 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'pending', version: 2 });
  });

  it('fails once the details say failed too, and has no differences any more', async () => {
    const id = await world.seed({ differences: 'transactionStatus' });
    report('failed', '636042511');
    world.answers.details = async () => ({ kind: 'details', details: completedDetails({ transactionStatus: 'failed' }) });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', differences: null });
  });

  it.each([
    ['objectReference', null],
    ['amount', 'amount'],
  ])('with the difference %s has the differences %s after it failed', async (before, after) => {
    const id = await world.seed({ differences: before });
    report('failed');
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', differences: after });
  });

  describe('and whose callback named a transaction', () => {
    async function seedWithCallback(transactionReference: string): Promise<PaymentId> {
      const id = await world.seed({ callback_hash: hashSecret(SECRET), created_at: NOW - 10 * MINUTE });
      await receiveCallback(world.companion.storage, SECRET, { serverCorrelationId: 'sc-1', transactionReference, status: 'failed' });
      await makeDue(id);
      report('failed');
      return id;
    }
    const result = [{ key: 'originalTransactionResultDesc', value: 'Insufficient balance' }];

    it('fails with the reason in that transaction’s details, read within the budget of callbacks', async () => {
      const id = await seedWithCallback('636042511');
      world.answers.details = async () => ({
        kind: 'details',
        details: completedDetails({ transactionStatus: 'failed', metadata: result }),
      });
      expect(await world.check(id)).toBe('done');
      expect(await world.read(id)).toMatchObject({ status: 'failed', failure_reason: 'Insufficient balance' });
      expect(world.asked).toEqual(['status sc-1', `named ${id} details 636042511`]);
    });

    it.each([
      [
        'are another payment’s',
        { kind: 'details', details: completedDetails({ amount: '1.00', transactionStatus: 'failed', metadata: result }) },
      ],
      ['are another payment’s, and say completed', { kind: 'details', details: completedDetails({ amount: '1.00' }) }],
      ['are absent', { kind: 'absent', reason: '404' }],
      ['are unavailable', unavailable()],
    ] as const satisfies readonly (readonly [string, DetailsOutcome])[])(
      'fails without a reason where its details %s',
      async (_what, answer) => {
        const id = await seedWithCallback('636042511');
        world.answers.details = async () => answer;
        expect(await world.check(id)).toBe('done');
        expect(await world.read(id)).toMatchObject({ status: 'failed', failure_reason: null, differences: null });
      },
    );

    it('stays open and needs review where that transaction’s details say completed', async () => {
      const id = await seedWithCallback('636042511');
      world.answers.details = async () => ({ kind: 'details', details: completedDetails() });
      expect(await world.check(id)).toBe(30 * SECOND);
      expect(await world.read(id)).toMatchObject({ status: 'pending', differences: 'transactionStatus' });
      expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    });

    it('fails by the details that the status names, without a lookup of the callback’s', async () => {
      const id = await seedWithCallback('999999999');
      report('failed', '636042511');
      world.answers.details = async () => ({ kind: 'details', details: completedDetails({ transactionStatus: 'failed' }) });
      expect(await world.check(id)).toBe('done');
      expect(world.asked).toEqual(['status sc-1', 'details 636042511']);
    });
  });
});

describe('a payment that the operator reports as completed, with its transaction', () => {
  it('completes with the transaction, its fees and its time, one event and one webhook', async () => {
    const id = await world.seed({ differences: 'amount', failure_code: 'payment_failed', details_unavailable_since: NOW - 1 });
    world.clock.advance(MINUTE);
    reportCompleted({ fees: [{ feeAmount: '150' }], creationDate: '2026-11-20T12:00:07Z' });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      transaction_id: '636042511',
      fees: '150',
      verified: 1,
      differences: null,
      failure_code: null,
      details_unavailable_since: null,
      final_at: NOW + MINUTE,
      server_correlation_id: 'sc-1',
      correlation_source: 'initiation',
      transaction_created_at: Date.parse('2026-11-20T12:00:07Z'),
      transaction_proven: 1,
    });
    expect(await world.events(id)).toEqual([['completed', { transactionId: '636042511', verified: true }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
    expect(world.asked).toEqual(['status sc-1', 'details 636042511']);
    expect(world.steps).toEqual(['status read', 'details read', 'result written']);
  });

  it('with details that differ stays open, needs review with all differences, and is checked again by its age', async () => {
    const id = await world.seed({
      created_at: NOW - 10 * MINUTE,
      sent_at: NOW,
      resolution: 'not_received',
      resolution_reason: 'no SMS',
      resolution_by: 'Hanta',
    });
    reportCompleted({ amount: '24000.00', currency: 'EUR' });
    expect(await world.check(id)).toBe(30 * SECOND);
    expect(await world.read(id)).toMatchObject({
      status: 'pending',
      differences: 'amount,currency',
      transaction_id: null,
      resolution: null,
      resolution_reason: null,
      resolution_by: null,
    });
    expect(await world.events(id)).toEqual([['details_mismatch', { fields: 'amount,currency' }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    await checkAgain(id);
    expect(await world.read(id)).toMatchObject({ version: 2 });
    reportCompleted({ amount: '24000.00' });
    await checkAgain(id);
    expect((await world.events(id)).at(-1)).toEqual(['details_mismatch', { fields: 'amount' }]);
  });

  it('by a transaction that has paid another payment needs review, and is checked again by its age', async () => {
    await world.seed({
      order_reference: orderOf('ORDER-2'),
      status: 'completed',
      transaction_id: '636042511',
      server_correlation_id: 'sc-2',
    });
    const id = await world.seed({ created_at: NOW - 10 * MINUTE });
    reportCompleted();
    expect(await world.check(id)).toBe(30 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'pending', transaction_id: null, differences: 'transactionReference' });
    expect(await world.events(id)).toEqual([['details_mismatch', { fields: 'transactionReference' }]]);
  });

  it('is not written, and not flagged either, where the database fails: the next check does it', async () => {
    const id = await world.seed();
    reportCompleted();
    const { changes } = world.companion;
    const failing: typeof changes = {
      ...changes,
      apply: () => Promise.reject(new Error('disk full')),
    };
    await expect(world.check(id, { changes: failing })).rejects.toThrow('disk full');
    expect(await world.read(id)).toMatchObject({ status: 'pending', differences: null });
  });
});

describe('a payment that the operator reports as completed, with details that cannot be read', () => {
  const answers: readonly (readonly [string, DetailsOutcome, string])[] = [
    ['unavailable', { kind: 'unavailable', reason: '503 from the gateway', retryAfterMs: null }, '503 from the gateway'],
    ['absent', { kind: 'absent', reason: '404 identifierError' }, '404 identifierError'],
    [
      'inconclusive',
      { kind: 'details', details: completedDetails({ amount: undefined }) },
      'the details lack the amount, the currency or a party',
    ],
  ];

  it.each(answers)('waits for them from the first time that they are %s, with the reason in its history', async (_what, answer, reason) => {
    const id = await world.seed({ created_at: NOW - HOUR, sent_at: NOW - HOUR });
    report('completed', '636042511');
    world.answers.details = async () => answer;
    expect(await world.check(id)).toBe(2 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'pending', details_unavailable_since: NOW, differences: null });
    expect(await world.events(id)).toEqual([['details_unavailable', { reason }]]);
    expect(await world.webhookTypes(id)).toEqual([]);
    world.clock.advance(MINUTE);
    expect(await checkAgain(id)).toBe(10 * SECOND);
    expect(await world.read(id)).toMatchObject({ details_unavailable_since: NOW, version: 2 });
  });

  it('is checked again no sooner than the operator asked', async () => {
    const id = await world.seed();
    report('completed', '636042511');
    world.answers.details = async () => unavailable(5 * MINUTE);
    expect(await world.check(id)).toBe(5 * MINUTE);
    world.clock.advance(MINUTE);
    expect(await checkAgain(id)).toBe(5 * MINUTE);
  });

  /** A payment whose details have been unreadable for so long, after a status check now. */
  async function after(waitedMs: number, values: Parameters<ObservedPayments['seed']>[0] = {}): Promise<PaymentId> {
    const id = await world.seed({ created_at: NOW - HOUR, details_unavailable_since: NOW - waitedMs, ...values });
    report('completed', '636042511');
    world.answers.details = async () => unavailable();
    expect(await world.check(id)).toBe(30 * SECOND);
    return id;
  }

  it('stays pending for ten minutes less a millisecond', async () => {
    expect(await world.read(await after(10 * MINUTE - 1))).toMatchObject({ status: 'pending', version: 1 });
  });

  it('completes unverified after ten minutes, by the status of its own initiation, and is checked on', async () => {
    const id = await after(10 * MINUTE, { failure_code: 'payment_failed' });
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      verified: 0,
      transaction_id: '636042511',
      transaction_created_at: null,
      transaction_proven: null,
      fees: null,
      differences: null,
      failure_code: null,
      final_at: NOW,
      details_unavailable_since: NOW - 10 * MINUTE,
    });
    expect(await world.events(id)).toEqual([['completed', { transactionId: '636042511', verified: false }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
  });

  it('completes where only the missing reference was the difference', async () => {
    expect(await world.read(await after(10 * MINUTE, { differences: 'objectReference' }))).toMatchObject({
      status: 'completed',
      differences: null,
    });
  });

  it.each([
    ['details differed before', { differences: 'amount' }],
    ['serverCorrelationId came from a callback', { correlation_source: 'callback' }],
    ['serverCorrelationId came from nowhere', { correlation_source: null }],
  ] as const)('never completes without its details where its %s', async (_why, values) => {
    expect(await world.read(await after(14 * MINUTE, values))).toMatchObject({ status: 'pending', version: 1 });
  });

  it('needs review where its transaction has paid another payment', async () => {
    await world.seed({
      order_reference: orderOf('ORDER-2'),
      status: 'completed',
      transaction_id: '636042511',
      server_correlation_id: 'sc-2',
    });
    const id = await after(10 * MINUTE);
    expect(await world.read(id)).toMatchObject({ status: 'pending', verified: null, differences: 'transactionReference' });
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
  });

  it('waits ten minutes by a steady clock', async () => {
    const id = await world.seed({ details_unavailable_since: NOW - 14 * MINUTE });
    report('completed', '636042511');
    world.answers.details = async () => unavailable();
    const clock = { now: () => NOW, steadyFor: () => 10 * MINUTE - 1 };
    await world.check(id, { storage: { ...world.companion.storage, clock } });
    expect(await world.read(id)).toMatchObject({ status: 'pending' });
    clock.steadyFor = () => 10 * MINUTE;
    await makeDue(id);
    await world.check(id, { storage: { ...world.companion.storage, clock } });
    expect(await world.read(id)).toMatchObject({ status: 'completed', verified: 0 });
  });
});

describe('a completed payment', () => {
  const unverified = {
    status: 'completed',
    verified: 0,
    transaction_id: '636042511',
    created_at: NOW - HOUR,
    details_unavailable_since: NOW - 10 * MINUTE,
  } as const;

  it.each([1, null])('is not asked about with verified %s', async (verified) => {
    const id = await world.seed({ status: 'completed', verified, transaction_id: '636042511' });
    expect(await world.check(id)).toBe('done');
    expect(world.asked).toEqual([]);
  });

  it('that is unverified is verified once its details match, with their fees and time, and without a second webhook', async () => {
    const id = await world.seed(unverified);
    world.answers.details = async () => ({ kind: 'details', details: completedDetails({ fees: [{ feeAmount: '150' }] }) });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      verified: 1,
      fees: '150',
      transaction_id: '636042511',
      details_unavailable_since: null,
      transaction_created_at: NOW,
      transaction_proven: 1,
    });
    expect(await world.events(id)).toEqual([['verified', { transactionId: '636042511' }]]);
    expect(await world.webhookTypes(id)).toEqual([]);
    expect(world.asked).toEqual(['details 636042511']);
  });

  it('that is unverified and has no transaction is not asked about, and its checks end', async () => {
    const id = await world.seed({ ...unverified, transaction_id: null });
    expect(await world.check(id)).toBe('stopped');
    expect(world.asked).toEqual([]);
  });

  it.each([
    ['since its details were unreadable', {}, 30 * SECOND],
    ['since it was opened, where that is not known', { details_unavailable_since: null }, 5 * MINUTE],
  ] as const)('that is unverified is checked again by the time %s', async (_since, values, next) => {
    const id = await world.seed({ ...unverified, ...values });
    world.answers.details = async () => unavailable();
    expect(await world.check(id)).toBe(next);
    world.answers.details = async () => unavailable(HOUR);
    expect(await checkAgain(id)).toBe(HOUR);
    expect(await world.read(id)).toMatchObject({ verified: 0, version: 1 });
  });

  it.each([
    ['details that differ', completedDetails({ amount: '24000.00' }), 'amount'],
    ['a transaction that has paid another payment', completedDetails(), 'transactionReference'],
  ])('that is unverified and has %s needs review for both reasons, and is not checked again', async (_what, details, differences) => {
    const other = { status: 'completed', payer: '034 •• ••0 03', transaction_created_at: NOW, transaction_proven: 0 } as const;
    await world.seed({ ...other, order_reference: orderOf('ORDER-2'), server_correlation_id: 'sc-2' });
    const id = await world.seed(unverified);
    await changed(world.companion.storage, id, { event: { kind: 'completed' } });
    world.answers.details = async () => ({ kind: 'details', details });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', verified: 0, differences, next_check_at: null });
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    expect(await reasonsInWebhook(id)).toContain('details_mismatch');
  });
});

describe('a payment that the operator reports as completed, without its transaction', () => {
  it('needs review once, is not paid, and is checked again by its age', async () => {
    const id = await world.seed({ created_at: NOW - 10 * MINUTE });
    report('completed');
    expect(await world.check(id)).toBe(30 * SECOND);
    expect(await checkAgain(id)).toBe(30 * SECOND);
    expect(await world.read(id)).toMatchObject({ status: 'pending', differences: 'objectReference', version: 2 });
    expect(await world.events(id)).toEqual([['details_mismatch', { fields: 'objectReference' }]]);
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
    expect(world.steps.slice(0, 2)).toEqual(['status read', 'details read']);
  });

  it('keeps the differences that its details had', async () => {
    const id = await world.seed({ differences: 'amount' });
    report('completed');
    await world.check(id);
    expect(await world.read(id)).toMatchObject({ differences: 'amount', version: 1 });
  });

  async function seedWithCallback(): Promise<PaymentId> {
    const id = await world.seed({ callback_hash: hashSecret(SECRET) });
    await receiveCallback(world.companion.storage, SECRET, {
      serverCorrelationId: 'sc-1',
      transactionReference: '636042511',
      status: 'completed',
    });
    await makeDue(id);
    report('completed');
    return id;
  }

  it('completes by the transaction that a callback named', async () => {
    const id = await seedWithCallback();
    world.answers.details = async () => ({ kind: 'details', details: completedDetails() });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: '636042511' });
    expect(world.asked).toEqual(['status sc-1', `named ${id} details 636042511`]);
    expect(world.steps).toEqual(['status read', 'details read', 'result written']);
  });

  it('waits as long as the operator asks for the details of that transaction', async () => {
    const id = await seedWithCallback();
    world.answers.details = async () => unavailable(5 * MINUTE);
    expect(await world.check(id)).toBe(5 * MINUTE);
  });
});

describe('a failed payment whose check a callback asked for', () => {
  const failed = {
    status: 'failed',
    failure_code: 'payment_failed',
    final_at: NOW - HOUR,
    created_at: NOW - 2 * HOUR,
    updated_at: NOW - 10 * MINUTE,
  } as const;

  it.each(['pending', 'failed', 'declined', 'unknown'] as const)('stays failed where the operator’s status is %s', async (state) => {
    const id = await world.seed(failed);
    report(state, '636042511');
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', version: 1 });
    expect(world.asked).toEqual(['status sc-1']);
  });

  it('completes where the operator’s status is completed now and the details match', async () => {
    const id = await world.seed(failed);
    reportCompleted();
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({
      status: 'completed',
      verified: 1,
      failure_code: null,
      final_at: NOW,
      transaction_id: '636042511',
    });
    expect(await world.webhookTypes(id)).toEqual(['payment.completed']);
  });

  it('needs review where the details differ', async () => {
    const id = await world.seed(failed);
    reportCompleted({ amount: '24000.00' });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', differences: 'amount' });
    expect(await world.webhookTypes(id)).toEqual(['payment.review_required']);
  });

  it('needs review where its transaction has paid another payment', async () => {
    await world.seed({
      order_reference: orderOf('ORDER-2'),
      status: 'completed',
      transaction_id: '636042511',
      server_correlation_id: 'sc-2',
    });
    const id = await world.seed(failed);
    reportCompleted();
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'failed', transaction_id: null, differences: 'transactionReference' });
  });

  it.each([
    ['status', unavailable(), { kind: 'absent', reason: '404' }],
    ['details', { kind: 'state', state: 'completed', operatorStatus: 'completed', objectReference: '636042511' }, unavailable()],
    ['unnamed transaction', { kind: 'state', state: 'completed', operatorStatus: 'completed', objectReference: null }, unavailable()],
  ] as const satisfies readonly (readonly [string, StatusOutcome, DetailsOutcome])[])(
    'whose %s cannot be read is checked again by the time since its last change, and no sooner than the operator asked',
    async (_what, status, details) => {
      const id = await world.seed({ ...failed, callback_hash: hashSecret(SECRET) });
      await receiveCallback(world.companion.storage, SECRET, {
        serverCorrelationId: 'sc-1',
        transactionReference: '636042511',
        status: 'completed',
      });
      await world.store.db
        .updateTable('payments')
        .set({ updated_at: NOW - 10 * MINUTE })
        .where('id', '=', id)
        .execute();
      await makeDue(id);
      world.answers.status = async () => status;
      world.answers.details = async () => details;
      expect(await world.check(id)).toBe(30 * SECOND);
      world.answers.status = async () => (status.kind === 'unavailable' ? unavailable(HOUR) : status);
      world.answers.details = async () => (details.kind === 'unavailable' ? unavailable(HOUR) : details);
      expect(await checkAgain(id)).toBe(HOUR);
      expect(await world.read(id)).toMatchObject({ status: 'failed' });
    },
  );

  it('completes by the transaction that the callback named, where the status names none', async () => {
    const id = await world.seed({ ...failed, callback_hash: hashSecret(SECRET) });
    await receiveCallback(world.companion.storage, SECRET, {
      serverCorrelationId: 'sc-1',
      transactionReference: '636042511',
      status: 'completed',
    });
    await makeDue(id);
    report('completed');
    world.answers.details = async () => ({ kind: 'details', details: completedDetails() });
    expect(await world.check(id)).toBe('done');
    expect(await world.read(id)).toMatchObject({ status: 'completed', transaction_id: '636042511' });
    expect(world.asked).toEqual(['status sc-1', `named ${id} details 636042511`]);
  });
});
