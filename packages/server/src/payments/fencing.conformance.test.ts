import { deferred } from '@tsena/testkit/deferred';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedPayments, type SimulatedPayments } from '../../test/support/simulatedPayments.ts';
import { checkAndRelease } from '../poller.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { StatusOutcome } from '../rules/operatorAnswers.ts';
import { candidatesOf } from '../storage/callbacks.ts';
import { leaseDue, leaseOne } from '../storage/leases.ts';
import { historyOf } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';

const MINUTE = 60_000;

describe.each(STORES)('the lease of a status check on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  /** Begins a status check by the first companion; the operator's answer is held back until `answer` is called. */
  async function checkSlowly(payment: StoredPayment) {
    const [companion] = world.companions;
    const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
    if (held === undefined) throw new Error('the payment was not due');
    const asked = deferred();
    const answered = deferred<StatusOutcome>();
    world.operator.status = () => {
      asked.resolve();
      return answered.promise;
    };
    const checked = checkAndRelease(companion, held);
    await asked.promise;
    return {
      async answer(state: 'failed' | 'completed' | 'pending') {
        const objectReference = state === 'completed' ? world.transactionOf(payment).transactionId : null;
        answered.resolve({ kind: 'state', state, operatorStatus: state, objectReference });
        return checked;
      },
    };
  }

  async function checkByTheSecond(payment: StoredPayment): Promise<void> {
    const [, companion] = world.companions;
    const held = await leaseOne(companion.storage, payment.id, LEASE_MS);
    if (held === undefined) throw new Error('the second companion got no lease');
    await checkAndRelease(companion, held);
  }

  it('keeps a second companion out while the first one checks', async () => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    const [, second] = world.companions;
    expect(await leaseOne(second.storage, payment.id, LEASE_MS)).toBeUndefined();
    expect(await leaseDue(second.storage, LEASE_MS, 100)).toEqual([]);
    await slow.answer('pending');
    world.advance(MINUTE);
    expect(await leaseOne(second.storage, payment.id, LEASE_MS)).toMatchObject({ id: payment.id });
  });

  it('stops a companion that lost it from writing failed', async () => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    world.advance(LEASE_MS + 1);
    await checkByTheSecond(payment);
    const before = await world.read(payment.id);
    expect(before).toMatchObject({ status: 'pending', lease_owner: null });

    expect(await slow.answer('failed')).toBeUndefined();
    expect(await world.read(payment.id)).toEqual(before);
    expect(await world.webhookTypes(payment.id)).toEqual([]);
  });

  it('stops a companion that lost it from writing completed', async () => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    world.advance(LEASE_MS + 1);
    await checkByTheSecond(payment);
    world.transactionOf(payment).state = 'completed';
    await slow.answer('completed');
    expect(await world.read(payment.id)).toMatchObject({ status: 'pending', transaction_id: null });
    expect(await world.webhookTypes(payment.id)).toEqual([]);
  });

  it('stops a companion that lost it from rejecting a callback', async () => {
    world.simulator.fate = 'accepted without an answer';
    const payment = await world.pay();
    const { serverCorrelationId } = world.transactionOf(payment);
    world.transactionOf(payment).state = 'completed';
    await world.callback(payment, serverCorrelationId);
    const slow = await checkSlowly(payment);
    world.advance(LEASE_MS + 1000);
    world.simulator.lookups = false;
    await checkByTheSecond(payment);
    Object.assign(world.simulator, { lookups: true, recordsAreWrong: true });
    await slow.answer('completed');
    expect(await candidatesOf(world.other.db, payment.id, 5)).toMatchObject([{ server_correlation_id: serverCorrelationId }]);
    expect((await historyOf(world.other.db, payment.id)).map(({ kind }) => kind)).not.toContain('callback_rejected');
  });

  it('stops a companion that lost it from giving back the lease of the one that holds it now', async () => {
    const payment = await world.pay();
    world.advance(5000);
    const slow = await checkSlowly(payment);
    world.advance(LEASE_MS + 1);
    const [, second] = world.companions;
    const held = await leaseOne(second.storage, payment.id, LEASE_MS);
    await slow.answer('pending');
    expect(await world.read(payment.id)).toMatchObject({ lease_owner: second.storage.owner, fence: held?.fence, status_checks: 0 });
  });

  it.each(['after', 'before'] as const)(
    'stops a companion whose lease lapsed before it wrote `sending`, %s the one that holds it now has failed the payment: nothing is sent',
    async (when) => {
      const [first, second] = world.companions;
      const taken = deferred();
      const released = deferred();
      const { ready } = world.operator;
      world.operator.ready = async () => {
        taken.resolve();
        await released.promise;
        return ready();
      };
      const paying = world.pay();
      await taken.promise;
      world.advance(LEASE_MS + 1);
      const [lapsed] = await leaseDue(second.storage, LEASE_MS, 100);
      if (lapsed === undefined) throw new Error('the attempt was not due');
      const giveUp = () => checkAndRelease(second, lapsed);
      const goOn = async () => {
        released.resolve();
        await paying;
        await Promise.all(first.sendingIds.values());
      };
      for (const step of when === 'after' ? [giveUp, goOn] : [goOn, giveUp]) await step();
      expect(await world.read(lapsed.id)).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null });
      expect(world.simulator.initiations).toEqual([]);
      expect(await world.webhookTypes(lapsed.id)).toEqual(['payment.failed']);
    },
  );
});

describe.each(STORES)('the answer to an initiation on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  /** An attempt whose process seemed to have ended, and whose answer comes late. */
  async function unresolvedWhileSending(): Promise<StoredPayment> {
    world.simulator.fate = 'accepted and answered late';
    const payment = await world.pay();
    world.companions[0].leases.clear();
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved' });
    return payment;
  }

  it('that comes after a callback completed the payment changes nothing', async () => {
    const payment = await unresolvedWhileSending();
    const transaction = world.transactionOf(payment);
    transaction.state = 'completed';
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(MINUTE);
    const completed = await world.read(payment.id);
    expect(completed).toMatchObject({ status: 'completed', correlation_source: 'callback', transaction_id: transaction.transactionId });

    world.simulator.answerLate();
    await Promise.all(world.companions[0].sendingIds.values());
    expect(await world.read(payment.id)).toEqual(completed);
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved', 'payment.completed']);
  });

  it('that comes after the payment became unresolved makes it pending, and it is checked until it completes', async () => {
    const payment = await unresolvedWhileSending();
    world.simulator.answerLate();
    await Promise.all(world.companions[0].sendingIds.values());
    expect(await world.read(payment.id)).toMatchObject({
      status: 'pending',
      correlation_source: 'initiation',
      server_correlation_id: world.transactionOf(payment).serverCorrelationId,
    });
    world.transactionOf(payment).state = 'completed';
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1 });
    expect(world.simulator.initiations).toHaveLength(1);
  });
});

describe.each(STORES)('the callback of an unresolved payment on %s', (kind) => {
  let world: SimulatedPayments;
  beforeEach(async () => {
    world = await openSimulatedPayments(kind);
  });
  afterEach(() => world.close());

  async function unresolved(order = 'ORDER-1'): Promise<StoredPayment> {
    world.simulator.fate = 'accepted without an answer';
    const payment = await world.pay(order);
    world.simulator.fate = 'accepted';
    return payment;
  }

  it('that names the failed transaction of another order does not make it failed', async () => {
    const other = await world.pay('ORDER-2');
    const payment = await unresolved();
    world.transactionOf(other).state = 'failed';
    await world.callback(payment, world.transactionOf(other).serverCorrelationId, 'failed');
    await world.pass(30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved', failure_code: null, server_correlation_id: null });
    expect(await world.read(other.id)).toMatchObject({ status: 'failed' });
    expect(await world.webhookTypes(payment.id)).toEqual(['payment.unresolved']);
  });

  it('that was rejected counts when it is sent again, after the operator has corrected the details', async () => {
    const payment = await unresolved();
    const transaction = world.transactionOf(payment);
    transaction.state = 'completed';
    world.simulator.recordsAreWrong = true;
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(MINUTE);
    const kinds = (await historyOf(world.other.db, payment.id)).map((event) => event.kind);
    expect(kinds).toContain('callback_rejected');
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved', next_check_at: null });

    world.simulator.recordsAreWrong = false;
    await world.pass(30 * MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'unresolved' });
    await world.callback(payment, transaction.serverCorrelationId);
    await world.pass(MINUTE);
    expect(await world.read(payment.id)).toMatchObject({ status: 'completed', verified: 1, correlation_source: 'callback' });
  });
});
