import type { Ariary } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { detailsOf, REFUSED, statusOf, unavailable } from '../../../test/support/paymentState.ts';
import { attempt, opened } from '../../../test/support/storages.ts';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import { COOLDOWN_MS, msisdn, payWith } from '../../../test/support/testCompanion.ts';
import { useForAll } from '../../../test/support/use.ts';
import type { Initiation } from '../../core/operator/client.ts';
import { receiveCallback } from '../../core/payments/receiveCallback.ts';
import { replayWebhook } from '../../core/payments/replayWebhook.ts';
import { resolvePayment } from '../../core/payments/resolve.ts';
import { submitReference } from '../../core/payments/submitReference.ts';
import type { DetailsOutcome, InitiationOutcome, StatusOutcome } from '../../core/rules/operatorAnswers.ts';
import { webhooksOf } from '../../core/storage/reads.ts';
import { checkAndRelease } from '../../core/workers/poller.ts';
import { erasePayer } from '../payers/erasePayer.ts';
import { recordRefund, voidRefund } from '../refunds/refund.ts';
import { verifyHistories } from './verifyHistories.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const HANTA = { name: 'Hanta', keyId: null, address: null };
const UNKNOWN = { kind: 'unknown', reason: '504' } as const;

describe.each(STORES)('verifyHistories on %s', (kind) => {
  const world = useForAll(() => openStubbedPayments({ kind }));
  let transactions = 600_000_000;
  /** Of the callback addresses, by the reference of the payment. */
  const secrets = new Map<string, string>();

  const verify = (limit = 50) => verifyHistories(world.store, limit, 3);

  /** The operator's answer to the initiation; by default it accepts. */
  function answerInitiations(outcome?: InitiationOutcome): void {
    world.answers.initiate = async ({ reference, callbackUrl }: Initiation) => {
      secrets.set(reference, callbackUrl?.split('/').at(-1) ?? '');
      return outcome ?? { kind: 'accepted', serverCorrelationId: `sc-${reference}`, notificationMethod: 'callback' };
    };
  }

  /** Opens a payment, which the operator answers so, after those before it. */
  async function pay(order: string, outcome?: InitiationOutcome): Promise<PaymentId> {
    world.clock.advance(COOLDOWN_MS);
    answerInitiations(outcome);
    return (await payWith(world.companion, order)).id;
  }

  /** The operator's callback to the address that the initiation named. */
  async function callBack(id: PaymentId, serverCorrelationId: string, transactionReference = ''): Promise<void> {
    const secret = secrets.get((await world.read(id)).reference) ?? expect.unreachable();
    const note = { serverCorrelationId, transactionReference, status: 'completed' };
    await receiveCallback(world.companion.storage, secret, note);
  }

  /** A status check, as the poller does it. */
  async function check(id: PaymentId, status: StatusOutcome, details: DetailsOutcome = unavailable()): Promise<void> {
    world.answers.status = async () => status;
    world.answers.details = async () => details;
    await world.companion.changes.apply(id, { kind: 'refresh' });
    await checkAndRelease(world.companion, await world.lease(id));
  }

  const created = () => detailsOf({ creationDate: new Date(world.clock.now()).toISOString() });
  function newReference(): string {
    transactions += 1;
    return String(transactions);
  }
  const complete = (id: PaymentId) => check(id, statusOf('completed', newReference()), created());

  async function paid(order: string): Promise<PaymentId> {
    const id = await pay(order);
    await complete(id);
    return id;
  }

  const resolve = (id: PaymentId, resolution: 'received' | 'not_received' | 'closed') =>
    resolvePayment(world.companion, id, { resolution, reason: 'of 0343500003', replaces: undefined }, 'Hanta');
  const refund = (id: PaymentId, amount: number) =>
    recordRefund(world.companion, id, { body: { amount: amount as Ariary, reason: 'returned' }, by: HANTA });

  /** By order: payments with every outcome, all by the product's own functions. */
  const OUTCOMES: Readonly<Record<string, (order: string) => Promise<unknown>>> = {
    async refunded(order) {
      const id = await paid(order);
      await voidRefund(world.companion, (await refund(id, 5000)).id, 'by mistake', HANTA);
      await refund(id, 700);
      const [webhook] = await webhooksOf(world.store.db, id);
      await replayWebhook(world.companion.storage, webhook?.id ?? expect.unreachable(), 'Hanta');
    },
    pending: pay,
    async refusedThenPaid(order) {
      await pay(order, REFUSED);
      await paid(order);
    },
    unsent: (order) => pay(order, { kind: 'not_sent', code: 'not_sent', reason: 'ECONNREFUSED' }),
    unresolved: (order) => pay(order, UNKNOWN),
    async lapsed(order) {
      const { id } = await opened(world.companion.storage, attempt(order));
      world.clock.advance(MINUTE);
      await checkAndRelease(world.companion, await world.lease(id));
    },
    async namedByCallback(order) {
      const id = await pay(order, UNKNOWN);
      await callBack(id, `named-${id}`);
      await complete(id);
    },
    async namedInVain(order) {
      const id = await pay(order, UNKNOWN);
      await callBack(id, `named-${id}`);
      await check(id, statusOf('failed'));
    },
    async submitted(order) {
      const id = await pay(order, UNKNOWN);
      world.answers.details = async () => unavailable();
      await submitReference(world.companion, id, newReference());
      world.answers.details = async () => created();
      await submitReference(world.companion, id, newReference());
    },
    async byMerchant(order) {
      const id = await pay(order, UNKNOWN);
      world.answers.details = async () => created();
      await resolvePayment(world.companion, id, { transactionReference: newReference() }, 'Hanta');
    },
    async failedThenPaid(order) {
      const id = await pay(order);
      await check(id, statusOf('failed'));
      await callBack(id, `sc-${(await world.read(id)).reference}`);
      await complete(id);
    },
    async different(order) {
      const id = await pay(order);
      await check(id, statusOf('completed', newReference()), detailsOf({ amount: '24000' }));
      await resolve(id, 'not_received');
      await pay(order);
    },
    async unnamedTransaction(order) {
      const id = await pay(order);
      await check(id, statusOf('completed'));
      await check(id, statusOf('failed'));
      await check(id, statusOf('failed'), detailsOf({ transactionStatus: 'failed' }));
    },
    async unverified(order) {
      const id = await pay(order);
      const reference = newReference();
      await check(id, statusOf('completed', reference));
      world.clock.advance(11 * MINUTE);
      await check(id, statusOf('completed', reference));
      world.clock.advance(3 * DAY);
      await check(id, statusOf('completed', reference));
      await resolve(id, 'closed');
    },
    async verifiedLater(order) {
      const id = await pay(order);
      const reference = newReference();
      const details = created();
      await check(id, statusOf('completed', reference));
      world.clock.advance(11 * MINUTE);
      await check(id, statusOf('completed', reference));
      await check(id, statusOf('completed', reference), details);
      await check(id, statusOf('failed'));
    },
    async stopped(order) {
      const id = await pay(order);
      world.clock.advance(4 * DAY);
      await check(id, unavailable());
    },
    async overpaid(order) {
      const id = await pay(order, UNKNOWN);
      const second = await paid(order);
      await resolve(id, 'received');
      await refund(second, 25_000);
    },
    async failedThoughReceived(order) {
      const id = await pay(order);
      await resolve(id, 'received');
      await check(id, statusOf('failed'));
      await resolve(id, 'not_received');
    },
    async reportedThenNotReceived(order) {
      const id = await pay(order, UNKNOWN);
      await callBack(id, '', newReference());
      await check(id, unavailable());
      await resolve(id, 'not_received');
      world.clock.advance(11 * MINUTE);
      await check(id, unavailable());
    },
  };

  beforeAll(async () => {
    for (const [order, make] of Object.entries(OUTCOMES)) await make(order);
  });

  async function idOf(order: string): Promise<PaymentId> {
    const payments = world.store.db.selectFrom('payments').select('id').where('order_reference', '=', orderOf(order));
    return (await payments.orderBy('attempt_number', 'desc').executeTakeFirstOrThrow()).id;
  }

  it('finds nothing in payments with every outcome', async () => {
    const written = await world.store.db.selectFrom('events').select('kind').distinct().execute();
    const kinds = written.map(({ kind }) => kind);
    expect(kinds).toEqual(
      expect.arrayContaining(['callback', 'callback_rejected', 'verified', 'failed_though_received']),
    );
    expect(await verify()).toEqual({ payments: 22, found: 0, deviations: [] });
  });

  const set = (columns: string) => (id: PaymentId) => sql`update payments set ${sql.raw(columns)} where id = ${id}`;
  const deleteEvent = (version: number) => (id: PaymentId) =>
    sql`delete from events where payment_id = ${id} and version = ${version}`;

  it.each([
    [
      'a status that was changed by hand',
      'pending',
      set("status = 'completed', verified = 1, final_at = 1"),
      ['its status is completed; its history leads to pending'],
    ],
    ['a deleted event', 'refunded', deleteEvent(4), ['event 4 of its history is missing']],
    [
      'a completed payment without evidence',
      'unresolved',
      (id: PaymentId) => sql`insert into events (payment_id, version, at, kind, data)
        values (${id}, 4, 1, 'completed', '{"transactionId":"1","verified":true}')`,
      ['event 4 (completed) cannot follow: the operator’s answer to the initiation was not known'],
    ],
    [
      'a sum that differs from its refunds',
      'refunded',
      set('amount_refunded = 0'),
      ['amount_refunded is 0; its refunds add up to 700'],
    ],
    ['a version without an event', 'pending', set('version = 4'), ['its version is 4, and its history has 3 events']],
    [
      'a payment that hides from review',
      'unresolved',
      set('review_reasons = null'),
      ['review_reasons is empty; its history and its order lead to unresolved'],
    ],
    [
      'a payment that its order does not show',
      'refusedThenPaid',
      set('superseded = 1, sent_attempt_number = 1'),
      [
        'superseded is 1; its history and its order lead to empty',
        'sent_attempt_number is 1; its history and its order lead to 2',
      ],
    ],
  ])('names %s', async (_what, order, plant, messages) => {
    const { db } = world.store;
    const id = await idOf(order);
    const row = await world.read(id);
    const events = await db.selectFrom('events').selectAll().where('payment_id', '=', id).execute();
    await plant(id).execute(db);
    const expected = messages.map((message) => ({ paymentId: id, order, message }));
    expect(await verify()).toEqual({ payments: 22, found: messages.length, deviations: expected });
    expect(await verify(1)).toMatchObject({ found: messages.length, deviations: expected.slice(0, 1) });
    await db.updateTable('payments').set(row).where('id', '=', id).execute();
    await db.deleteFrom('events').where('payment_id', '=', id).execute();
    await db.insertInto('events').values(events).execute();
  });

  it('finds nothing after the payer’s number was erased', async () => {
    const { payments } = await erasePayer(world.companion.storage, msisdn('0343500003'), HANTA);
    expect(payments).toBeGreaterThan(5);
    expect(await verify()).toMatchObject({ found: 0 });
  });
});
