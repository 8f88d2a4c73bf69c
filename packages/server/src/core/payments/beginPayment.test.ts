import { deferred } from '@tsena/testkit/deferred';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { detailsOf, REFERENCE, statusOf } from '../../../test/support/paymentState.ts';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import { requestFor, type TestCompanion } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { Store } from '../../database/store.ts';
import { readClocks } from '../live/clockReadings.ts';
import { WorkInProgress } from '../live/workInProgress.ts';
import type { InitiationOutcome } from '../rules/operatorAnswers.ts';
import type { PaymentRequest } from '../storage/paymentRequest.ts';
import { hashSecret, newPaymentId } from '../storage/storage.ts';
import { initiate } from './initiate.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

const world = useForEach(openStubbedPayments);

function pay(options: Partial<TestCompanion> = {}, change: Partial<PaymentRequest> = {}) {
  return initiate({ ...world.companion, ...options }, { ...requestFor(), ...change });
}

async function paid(options: Partial<TestCompanion> = {}, change: Partial<PaymentRequest> = {}) {
  const opening = await pay(options, change);
  if (opening.kind !== 'opened') throw new Error(`the attempt was not opened: ${opening.kind}`);
  return opening.payment;
}

/** The operator answers no initiation until the test says so, or has ended. */
function heldAnswer() {
  held = deferred();
  const { promise } = held;
  world.answers.initiate = () => promise;
  return held;
}

let held: ReturnType<typeof deferred<InitiationOutcome>> | undefined;
afterEach(async () => {
  held?.resolve(ACCEPTED);
  await world.companion.inProgress.idle();
});

const ACCEPTED: InitiationOutcome = { kind: 'accepted', serverCorrelationId: 'sc-1', notificationMethod: null };

describe('a new payment', () => {
  it('is stored with its ids, a hash of its callback secret and a lease, then sent', async () => {
    let callbackUrl: string | null = null;
    const asked = deferred();
    const answer = heldAnswer().promise;
    world.answers.initiate = (initiation) => {
      callbackUrl = initiation.callbackUrl;
      asked.resolve();
      return answer;
    };
    const opening = pay({ answerWithinMs: 0 }, { addressHash: 'an-address-hash', language: 'mg' });
    await asked.promise;
    const secret = String(callbackUrl).split('/').at(-1) ?? '';
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const result = await opening;
    expect(result).toMatchObject({
      kind: 'opened',
      payment: {
        ...{
          order_reference: 'ORDER-1',
          amount: 25_000,
          msisdn: '0343500003',
          partner_msisdn: '0343500004',
          language: 'mg',
        },
        address_hash: 'an-address-hash',
        callback_hash: hashSecret(secret),
        correlation_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        reference: expect.stringMatching(/^[0-9a-f]{30}$/),
        lease_owner: world.companion.storage.owner,
        lease_until: NOW + 12_000,
      },
    });
  });

  it('keeps its lease, and a stop waits for it, until its answer is written', async () => {
    const answer = heldAnswer();
    const { inProgress } = world.companion;
    const { id } = await paid({ answerWithinMs: 0 });
    expect([...inProgress.leases]).toMatchObject([{ id, fence: 1 }]);
    expect(inProgress.answerOf(id)).toBeDefined();
    let isIdle = false;
    const idle = inProgress.idle().then(() => {
      isIdle = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIdle).toBe(false);
    answer.resolve(ACCEPTED);
    await idle;
    expect((await world.read(id)).status).toBe('pending');
    expect(inProgress.leases.size).toBe(0);
    expect(inProgress.answerOf(id)).toBeUndefined();
  });

  it('whose sending is interrupted is returned as it was, until its lease ends', async () => {
    world.answers.ready = () => Promise.reject(new Error('disk full'));
    const payment = await paid();
    expect(payment).toMatchObject({ status: 'created' });
    expect(await world.read(payment.id)).toMatchObject({
      status: 'created',
      lease_until: NOW + 12_000,
      next_check_at: NOW + 12_000,
    });
    expect(world.companion.inProgress.leases.size).toBe(0);
    expect(world.companion.inProgress.answerOf(payment.id)).toBeUndefined();
    expect(world.lines).toContainEqual(
      expect.objectContaining({
        level: 50,
        payment: payment.id,
        err: expect.objectContaining({ message: 'disk full' }),
      }),
    );
  });

  it('is not sent if the order is paid while it waits for its token', async () => {
    const earlier = await world.seed({ order_reference: orderOf('ORDER-1'), status: 'failed' });
    const asked = deferred<void>();
    const token = deferred<{ readonly ok: true }>();
    world.answers.ready = () => {
      asked.resolve();
      return token.promise;
    };
    let sent = 0;
    world.answers.initiate = async (_initiation, maySend) => {
      if (await maySend?.(null)) sent += 1;
      return ACCEPTED;
    };
    const paying = paid();
    await asked.promise;
    await world.callback(earlier, 'sc-1');
    world.answers.status = async () => statusOf('completed', REFERENCE);
    world.answers.details = async () => detailsOf();
    expect(await world.check(earlier)).toBe('done');
    token.resolve({ ok: true });
    expect(await paying).toMatchObject({ status: 'failed', failure_code: 'not_sent', sent_at: null });
    expect(sent).toBe(0);
    expect(await world.read(earlier)).toMatchObject({ status: 'completed', superseded: null });
  });

  it('is not sent if too many wait already, and its lease lapses', async () => {
    let sent = 0;
    world.answers.ready = async () => {
      sent += 1;
      return { ok: true };
    };
    const inProgress = new WorkInProgress({ stopping: world.companion.stopping, maxSending: 1, maxWaiting: 0 });
    inProgress.takeTurn(newPaymentId(), readClocks(world.companion));
    expect(await paid({ inProgress })).toMatchObject({ status: 'created', lease_until: NOW + 12_000 });
    expect(sent).toBe(0);
  });
});

describe('a payment that can be sent at once', () => {
  beforeEach(() => {
    world.answers.isReady = () => true;
    world.answers.ready = () => Promise.reject(new Error('it waited for a token'));
  });

  it('is opened as `sending`, in one transaction before its request', async () => {
    const seen: unknown[] = [];
    world.answers.initiate = async (_initiation, maySend) => {
      expect(await maySend?.(null)).toBe(true);
      const [payment] = await world.store.db.selectFrom('payments').selectAll().execute();
      seen.push(
        payment,
        await world.store.db
          .selectFrom('events')
          .select(['kind', 'version', 'at', 'data'])
          .orderBy('version')
          .execute(),
      );
      return ACCEPTED;
    };
    expect(await paid()).toMatchObject({ status: 'pending' });
    expect(seen).toMatchObject([
      { status: 'sending', version: 2, sent_at: NOW, lease_until: NOW + 12_000, next_check_at: NOW + 12_000 },
      [
        { kind: 'created', version: 1, at: NOW },
        {
          kind: 'sending',
          version: 2,
          at: NOW,
          data: expect.stringMatching(/^\{"correlationId":"[0-9a-f-]{36}","reference":"[0-9a-f]{30}"\}$/),
        },
      ],
    ]);
    expect(world.published.map(({ status }) => status)).toEqual(['sending', 'pending']);
  });

  /** Whether it may be sent; it is not. */
  function asksOnly(): boolean[] {
    const allowed: boolean[] = [];
    world.answers.initiate = async (_initiation, maySend) => {
      allowed.push((await maySend?.(null)) ?? true);
      return { kind: 'not_sent', code: 'not_sent', reason: 'not allowed' };
    };
    return allowed;
  }

  it.each([
    ['before it is decided', true, () => world.clock.advance(12_000), () => undefined],
    ['after it is decided, as a commit may', false, () => undefined, () => world.clock.advance(12_000)],
  ])('may be sent if its transaction waits longer than its lease %s: %s', async (_when, isSent, before, after) => {
    const allowed = asksOnly();
    world.answers.turnInMs = () => {
      before();
      return 0;
    };
    await pay({}, { alongside: async () => after() });
    expect(allowed).toEqual([isSent]);
  });

  it('is not sent if the companion stops meanwhile', async () => {
    const allowed = asksOnly();
    const opening = await pay({}, { alongside: async () => world.stop() });
    expect(opening).toMatchObject({ payment: { status: 'failed', failure_code: 'not_sent', sent_at: null } });
    expect(allowed).toEqual([]);
  });

  it('fails, unsent, if the answer to its commit is lost', async () => {
    const { store } = world.companion.storage;
    const losing: Store = {
      ...store,
      async transact(work) {
        await store.transact(work);
        throw new Error('connection lost');
      },
    };
    const storage = { ...world.companion.storage, store: losing };
    await expect(pay({ storage })).rejects.toThrow('connection lost');
    expect(await world.store.db.selectFrom('payments').select(['status', 'failure_code', 'sent_at']).execute()).toEqual(
      [{ status: 'failed', failure_code: 'not_sent', sent_at: null }],
    );
  });

  it('does not fail, whatever happens once its request may be under way', async () => {
    heldAnswer();
    const { inProgress } = world.companion;
    const send = inProgress.send.bind(inProgress);
    vi.spyOn(inProgress, 'send').mockImplementation((...payment) => {
      send(...payment);
      throw new Error('out of memory');
    });
    await expect(pay()).rejects.toThrow('out of memory');
    expect(await world.store.db.selectFrom('payments').select(['status', 'sent_at']).execute()).toEqual([
      { status: 'sending', sent_at: NOW },
    ]);
  });

  it('waits as `created` while no turn is free', async () => {
    heldAnswer();
    const inProgress = new WorkInProgress({ stopping: world.companion.stopping, maxSending: 1 });
    const options = { inProgress, answerWithinMs: 0 };
    expect(await paid(options)).toMatchObject({ status: 'sending' });
    expect(await paid(options, requestFor('ORDER-2'))).toMatchObject({ status: 'created' });
    world.answers.ready = async () => ({ ok: true });
    held?.resolve(ACCEPTED);
    await inProgress.idle();
  });

  it('gives its turn back if its transaction is rolled back', async () => {
    const inProgress = new WorkInProgress({ stopping: world.companion.stopping, maxSending: 1 });
    const failing = pay({ inProgress }, { alongside: () => Promise.reject(new Error('disk full')) });
    await expect(failing).rejects.toThrow('disk full');
    heldAnswer();
    expect(await paid({ inProgress, answerWithinMs: 0 }, requestFor('ORDER-2'))).toMatchObject({ status: 'sending' });
    held?.resolve(ACCEPTED);
    await inProgress.idle();
  });
});

describe('the answer to the shopper', () => {
  it('is the payment as it stands if the operator takes too long', async () => {
    heldAnswer();
    // The row changes after it was returned by its insert.
    await sql`create trigger changed after insert on payments
      begin update payments set description = 'as it stands' where id = new.id; end`.execute(world.store.db);
    expect(await paid({ answerWithinMs: 0 })).toMatchObject({ description: 'as it stands' });
  });

  it('does not wait for a payment that another process sends', async () => {
    const id = await world.seed({
      order_reference: orderOf('ORDER-1'),
      status: 'sending',
      lease_owner: 'another',
      lease_until: NOW + 12_000,
    });
    expect(world.companion.inProgress.answerOf(id)).toBeUndefined();
    expect(await pay()).toMatchObject({ kind: 'exists', payment: { id, status: 'sending' } });
  });

  it('is that the companion stops, before and after the database is closed', async () => {
    world.stop();
    expect(await pay()).toEqual({ kind: 'stopping' });
    expect(await world.store.db.selectFrom('payments').selectAll().execute()).toEqual([]);
    world.end();
    const storage = {
      ...world.companion.storage,
      store: { ...world.store, transact: () => Promise.reject(new Error('closed')) },
    };
    expect(await pay({ storage })).toEqual({ kind: 'stopping' });
  });
});
