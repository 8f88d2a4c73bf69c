import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attempt, changed, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { openAttempt } from './attempts.ts';
import { changePayment, changeWithin } from './changes.ts';
import { currentPayment, findPayment, historyOf, webhooksOf } from './reads.ts';
import { reviewReasonsAmong } from './reviews.ts';
import type { Storage } from './storage.ts';
import { isUniqueViolation } from './storageFailure.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('changes on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  const overpaidAt = async (order: string) => {
    const row = await storage.store.db
      .selectFrom('orders')
      .selectAll()
      .where('reference', '=', attempt(order).claims.sub)
      .executeTakeFirst();
    return row?.overpaid_at ?? null;
  };

  it('to the same status succeed once and write one webhook when many try at the same time', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const results = await together(12, (index) => changePayment(storages.at(index), payment.id, COMPLETED));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await webhooksOf(storage.store.db, payment.id)).toMatchObject([{ type: 'payment.completed', status: 'pending' }]);
  });

  it('write events without gaps when many write at the same time', async () => {
    const payment = await pending(storage, 'ORDER-1');
    await together(20, (index) => changePayment(storages.at(index), payment.id, { event: { kind: 'test', data: { index } } }));
    const history = await historyOf(storage.store.db, payment.id);
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
    expect(history).toHaveLength(23);
    expect(await findPayment(storage.store.db, payment.id)).toMatchObject({ version: 23 });
  });

  it('are rolled back with their event and webhook when a later part of the transaction fails', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const failing = storage.store.transact(async (work) => {
      await changeWithin(storage, work, payment.id, COMPLETED);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await findPayment(storage.store.db, payment.id)).toMatchObject({ status: 'pending', version: 3 });
    expect(await historyOf(storage.store.db, payment.id)).toHaveLength(3);
    expect(await webhooksOf(storage.store.db, payment.id)).toEqual([]);
  });

  it('that complete two payments of an order at the same time mark it as overpaid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(storage, order);
      storages.clock.advance(90_000);
      const second = await pending(storage, order);
      const both = await together(2, (index) => changePayment(storages.at(index), (index === 0 ? first : second).id, COMPLETED));
      expect(both.map((payment) => payment?.status)).toEqual(['completed', 'completed']);
      const webhooks = [...(await webhooksOf(storage.store.db, first.id)), ...(await webhooksOf(storage.store.db, second.id))];
      expect(webhooks.map(({ type }) => type).sort()).toEqual(['order.overpaid', 'payment.completed', 'payment.completed']);
      expect(await overpaidAt(order)).toBe(storages.clock.now());
    }
  });

  describe('with a payment recorded as received', () => {
    const RECEIVED = { set: { resolution: 'received' }, event: { kind: 'resolved' } } as const;
    const NOT_RECEIVED = { set: { resolution: 'not_received' }, event: { kind: 'resolved' } } as const;

    async function two(order: string) {
      const first = await pending(storage, order);
      storages.clock.advance(90_000);
      return { first, second: await pending(storage, order) };
    }
    const webhookTypes = async (id: PaymentId) => (await webhooksOf(storage.store.db, id)).map(({ type }) => type);

    it('mark the order as overpaid when another payment of it completes', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, first.id, RECEIVED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      await changed(storage, second.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBe(storages.clock.now());
      expect(await webhookTypes(second.id)).toEqual(['payment.completed', 'order.overpaid']);
      expect(await reviewReasonsAmong(storage.store.db, [first.id, second.id])).toEqual(new Map([[second.id, ['overpaid']]]));
    });

    it('mark the order as overpaid when another payment of it is completed or received already', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, second.id, COMPLETED);
      await changed(storage, first.id, RECEIVED);
      expect(await overpaidAt('ORDER-1')).toBe(storages.clock.now());
      expect(await webhookTypes(first.id)).toEqual(['order.overpaid']);
      expect(await reviewReasonsAmong(storage.store.db, [first.id, second.id])).toEqual(new Map([[first.id, ['overpaid']]]));

      const other = await two('ORDER-2');
      await changed(storage, other.first.id, RECEIVED);
      await changed(storage, other.second.id, RECEIVED);
      expect(await webhookTypes(other.second.id)).toEqual(['order.overpaid']);
    });

    it('mark the order as overpaid when both happen at the same time', async () => {
      for (let round = 0; round < 10; round += 1) {
        const order = `ORDER-${round}`;
        const { first, second } = await two(order);
        await Promise.all([changePayment(storages.at(0), first.id, RECEIVED), changePayment(storages.at(1), second.id, COMPLETED)]);
        expect(await overpaidAt(order)).toBe(storages.clock.now());
        expect([...(await webhookTypes(first.id)), ...(await webhookTypes(second.id))].sort()).toEqual([
          'order.overpaid',
          'payment.completed',
        ]);
      }
    });

    it('do not mark the order as overpaid when the received payment itself completes', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, first.id, RECEIVED);
      await changed(storage, first.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      expect(await webhookTypes(first.id)).toEqual(['payment.completed']);

      const other = await two('ORDER-2');
      await changed(storage, other.first.id, RECEIVED);
      await changed(storage, other.second.id, COMPLETED);
      await changed(storage, other.first.id, COMPLETED);
      expect(await webhookTypes(other.first.id)).toEqual(['payment.completed']);
      expect(await webhookTypes(second.id)).toEqual([]);
    });

    it('do not count it after the merchant changed it to not received', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(storage, first.id, RECEIVED);
      await changed(storage, first.id, NOT_RECEIVED);
      await changed(storage, second.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      expect(await webhookTypes(second.id)).toEqual(['payment.completed']);
    });
  });

  it('that complete a payment while another is opened leave the completed one as the current payment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(storage, order);
      storages.clock.advance(90_000);
      const [completed, opening] = await Promise.all([
        changePayment(storages.at(0), first.id, COMPLETED),
        openAttempt(storages.at(1), attempt(order)),
      ]);
      expect(completed).toMatchObject({ status: 'completed' });
      expect(['opened', 'exists']).toContain(opening.kind);
      expect(await currentPayment(storage.store.db, first.order_reference)).toMatchObject({ id: first.id });
      expect(await openAttempt(storages.at(2), attempt(order))).toMatchObject({ kind: 'exists', payment: { id: first.id } });
    }
  });

  it.each(['transaction_id', 'server_correlation_id'] as const)('give a %s to one payment only', async (column) => {
    const payments = await together(6, (index) => pending(storages.at(index), `ORDER-${index}`));
    const results = await Promise.allSettled(
      payments.map(({ id }, index) => changePayment(storages.at(index), id, { ...COMPLETED, set: { [column]: 'taken' } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(isUniqueViolation(result.reason)).toBe(true);
    const stored = await storage.store.db.selectFrom('payments').select('status').where(column, '=', 'taken').execute();
    expect(stored).toEqual([{ status: 'completed' }]);
    const webhooks = await storage.store.db.selectFrom('outbox').selectAll().execute();
    expect(webhooks).toHaveLength(1);
  });

  it('store amounts and times exactly, up to the largest safe values', async () => {
    const payment = await pending(storage, 'ORDER-1', { amount: '999999999999' });
    const at = 8_640_000_000_000_000;
    const stored = await changed(storage, payment.id, { set: { final_at: at }, event: { kind: 'test' } });
    expect(stored).toMatchObject({ amount: 999_999_999_999, final_at: at, created_at: storages.clock.now() });
  });

  /** Two payments of an order: the first was superseded by the second. */
  async function twoOf(order: string) {
    const first = await pending(storage, order);
    storages.clock.advance(90_000);
    const second = await pending(storage, order);
    return { first: (await findPayment(storage.store.db, first.id)) ?? expect.unreachable(), second };
  }
  const read = (id: PaymentId) => findPayment(storage.store.db, id);
  const RESOLUTION = { resolution_reason: 'they said so', resolution_by: 'Hanta' } as const;

  it('write the change, its event and its webhook with this time, and nothing else', async () => {
    const [payment, bystander] = [await pending(storage, 'ORDER-1'), await pending(storage, 'ORDER-2')];
    storages.clock.advance(1500);
    const now = storages.clock.now();
    const after = await changed(storage, payment.id, {
      to: 'failed',
      set: { failure_code: 'payment_failed' },
      event: { kind: 'failed', data: { code: 'payment_failed' } },
      webhook: 'payment.failed',
    });
    expect(after).toEqual({ ...payment, status: 'failed', failure_code: 'payment_failed', version: 4, updated_at: now });
    expect(await read(payment.id)).toEqual(after);
    expect((await historyOf(storage.store.db, payment.id)).slice(2)).toEqual([
      { payment_id: payment.id, version: 3, at: now - 1500, kind: 'accepted', data: '{}' },
      { payment_id: payment.id, version: 4, at: now, kind: 'failed', data: '{"code":"payment_failed"}' },
    ]);
    const [webhook] = await webhooksOf(storage.store.db, payment.id);
    expect(webhook).toEqual({
      ...{ id: expect.stringMatching(/^msg_[\w-]{22}$/), payment_id: payment.id, version: 4, type: 'payment.failed' },
      ...{ payload: expect.any(String), created_at: now, status: 'pending', delivery_attempts: 0, next_attempt_at: now },
      ...{ delivered_at: null, last_error: null, lease_owner: null, lease_until: null, fence: 0 },
    });
    expect(JSON.parse(webhook?.payload ?? '')).toMatchObject({
      type: 'payment.failed',
      timestamp: new Date(now).toISOString(),
      data: { id: payment.id, order: 'ORDER-1', status: 'failed', reviewReasons: [] },
    });
    expect(await read(bystander.id)).toEqual(bystander);
    expect(await historyOf(storage.store.db, bystander.id)).toHaveLength(3);
  });

  it('of a payment that does not exist write nothing', async () => {
    const unknown = 'pay_unknown' as PaymentId;
    expect(await changePayment(storage, unknown, COMPLETED)).toBeNull();
    expect(await changePayment(storage, unknown, { event: { kind: 'test' } })).toBeNull();
    expect(await storage.store.db.selectFrom('events').selectAll().execute()).toEqual([]);
  });

  it('write no webhook where the companion sends none', async () => {
    const payment = await pending(storage, 'ORDER-1');
    expect(await changePayment({ ...storage, webhooksEnabled: false }, payment.id, COMPLETED)).toMatchObject({ status: 'completed' });
    expect(await webhooksOf(storage.store.db, payment.id)).toEqual([]);
  });

  it('add their further members to the webhook, and the reasons why the payment needs review', async () => {
    const payment = await pending(storage, 'ORDER-1');
    const refund = { id: 'ref_1', amount: '100' } as never;
    await changed(storage, payment.id, {
      set: { differences: 'amount' },
      event: { kind: 'details_mismatch' },
      webhook: 'payment.review_required',
      webhookData: { refund },
    });
    const [webhook] = await webhooksOf(storage.store.db, payment.id);
    expect(JSON.parse(webhook?.payload ?? '')).toMatchObject({ data: { reviewReasons: ['details_mismatch'], refund: { id: 'ref_1' } } });
  });

  it('name the other paid payment in the history of the one that overpays the order, and mark no other order', async () => {
    const { first, second } = await twoOf('ORDER-1');
    await pending(storage, 'ORDER-2');
    await changed(storage, first.id, COMPLETED);
    storages.clock.advance(1);
    expect(await changed(storage, second.id, COMPLETED)).toMatchObject({ status: 'completed', version: 5 });
    expect((await historyOf(storage.store.db, second.id)).slice(3)).toMatchObject([
      { kind: 'completed', version: 4 },
      { kind: 'order_overpaid', version: 5, data: JSON.stringify({ also: first.id }) },
    ]);
    expect(await overpaidAt('ORDER-1')).toBe(storages.clock.now());
    expect(await overpaidAt('ORDER-2')).toBeNull();
    // Another change of a paid payment overpays nothing again.
    await changed(storage, second.id, { set: { differences: 'amount' }, event: { kind: 'details_mismatch' } });
    expect(await historyOf(storage.store.db, second.id)).toHaveLength(6);
  });

  describe('with a condition', () => {
    it('are written from these statuses only', async () => {
      const payment = await pending(storage, 'ORDER-1');
      const change = { to: 'failed', event: { kind: 'failed' } } as const;
      expect(await changePayment(storage, payment.id, { ...change, from: ['unresolved', 'sending'] })).toBeNull();
      expect(await changePayment(storage, payment.id, { event: { kind: 'test' }, from: ['failed'] })).toBeNull();
      expect(await read(payment.id)).toEqual(payment);
      expect(await changePayment(storage, payment.id, { ...change, from: ['unresolved', 'pending'] })).toMatchObject({ status: 'failed' });
    });

    it('are written by the newest holder of the lease only', async () => {
      const payment = await pending(storage, 'ORDER-1');
      for (const fence of [payment.fence - 1, payment.fence + 1, 0]) {
        expect(await changePayment(storage, payment.id, { ...COMPLETED, fence })).toBeNull();
      }
      expect(await read(payment.id)).toEqual(payment);
      expect(await changePayment(storage, payment.id, { ...COMPLETED, fence: payment.fence })).toMatchObject({ status: 'completed' });
    });

    it('are written for a payment without a recorded refund only', async () => {
      const payment = await pending(storage, 'ORDER-1');
      const change = { event: { kind: 'test' }, isUnrefunded: true } as const;
      expect(await changePayment(storage, payment.id, change)).toMatchObject({ version: 4 });
      await storage.store.db.updateTable('payments').set({ amount_refunded: 1 }).execute();
      expect(await changePayment(storage, payment.id, change)).toBeNull();
      expect(await changePayment(storage, payment.id, { event: { kind: 'test' } })).toMatchObject({ version: 5 });
    });

    it('are written for the current payment of its order only', async () => {
      const { first, second } = await twoOf('ORDER-1');
      const change = { event: { kind: 'test' }, isCurrent: true } as const;
      expect(await changePayment(storage, first.id, change)).toBeNull();
      expect(await changePayment(storage, first.id, { event: { kind: 'test' } })).toMatchObject({ version: 4 });
      expect(await changePayment(storage, second.id, change)).toMatchObject({ version: 4 });
    });

    it('are written for a payment that was opened in this database only', async () => {
      const payment = await pending(storage, 'ORDER-1');
      const change = { event: { kind: 'test' }, openedHere: true } as const;
      expect(await changePayment(storage, payment.id, change)).toMatchObject({ version: 4 });
      await storage.store.db.updateTable('payments').set({ database_identity: 'another' }).execute();
      // On SQLite, `tsena restore` marks the payments instead.
      expect((await changePayment(storage, payment.id, change))?.version).toBe(kind === 'postgres' ? undefined : 5);
      expect(await changePayment(storage, payment.id, { event: { kind: 'test' } })).not.toBeNull();
    });
  });

  it('clear the resolution not_received with its reason and its name, and no other', async () => {
    const clear = { event: { kind: 'test' }, clearsNotReceived: true } as const;
    const resolved = async (order: string, resolution: 'received' | 'not_received' | 'closed') => {
      const { id } = await pending(storage, order);
      return changed(storage, id, { set: { resolution, ...RESOLUTION }, event: { kind: 'resolved' } });
    };
    const notReceived = await resolved('ORDER-1', 'not_received');
    expect(await changed(storage, notReceived.id, { event: { kind: 'test' } })).toMatchObject({
      resolution: 'not_received',
      ...RESOLUTION,
    });
    expect(await changed(storage, notReceived.id, clear)).toMatchObject({ resolution: null, resolution_reason: null, resolution_by: null });
    for (const resolution of ['received', 'closed'] as const) {
      const { id } = await resolved(`ORDER-${resolution}`, resolution);
      expect(await changed(storage, id, clear)).toMatchObject({ resolution, ...RESOLUTION });
    }
  });

  it('close a payment with a reason and a name, and keep received', async () => {
    const close = { event: { kind: 'resolved' }, closes: { reason: 'nothing came', by: 'Ravo' } } as const;
    const closed = { resolution: 'closed', resolution_reason: 'nothing came', resolution_by: 'Ravo' };
    const open = await pending(storage, 'ORDER-1');
    expect(await changed(storage, open.id, close)).toMatchObject(closed);
    const notReceived = await pending(storage, 'ORDER-2');
    await changed(storage, notReceived.id, { set: { resolution: 'not_received', ...RESOLUTION }, event: { kind: 'resolved' } });
    expect(await changed(storage, notReceived.id, close)).toMatchObject(closed);
    const received = await pending(storage, 'ORDER-3');
    await changed(storage, received.id, { set: { resolution: 'received', ...RESOLUTION }, event: { kind: 'resolved' } });
    expect(await changed(storage, received.id, close)).toMatchObject({ resolution: 'received', ...RESOLUTION });
  });

  describe('decide which payment of the order is current', () => {
    const SILENT = { event: { kind: 'test' } } as const;
    const positions = async (order: string) => {
      const rows = await storage.store.db
        .selectFrom('payments')
        .select(['superseded', 'sent_attempt_number'])
        .where('order_reference', '=', attempt(order).claims.sub)
        .orderBy('attempt_number')
        .execute();
      return rows.map(({ superseded, sent_attempt_number }) => [superseded, sent_attempt_number]);
    };

    it.each([
      ['completes', COMPLETED],
      ['is recorded as received', { ...SILENT, set: { resolution: 'received' } }],
      ['has details that differ', { ...SILENT, set: { differences: 'amount' } }],
      ['is reported as completed, and its details cannot be read', { ...SILENT, set: { details_unavailable_since: 1 } }],
    ] as const)('the older one if it %s', async (_name, change) => {
      const { first } = await twoOf('ORDER-1');
      await twoOf('ORDER-2');
      expect(await positions('ORDER-1')).toEqual([
        [1, 1],
        [null, 2],
      ]);
      expect(await changed(storage, first.id, change)).toMatchObject({ superseded: null, sent_attempt_number: 1 });
      expect(await positions('ORDER-1')).toEqual([
        [null, 1],
        [1, 2],
      ]);
      expect(await positions('ORDER-2')).toEqual([
        [1, 1],
        [null, 2],
      ]);
    });

    it('the older one again if its differences count again, because the merchant closes it', async () => {
      const { first } = await twoOf('ORDER-1');
      await changed(storage, first.id, { ...SILENT, set: { differences: 'amount' } });
      await changed(storage, first.id, { ...SILENT, set: { resolution: 'not_received' } });
      expect(await positions('ORDER-1')).toEqual([
        [1, 1],
        [null, 2],
      ]);
      await changed(storage, first.id, { ...SILENT, closes: { reason: 'nothing came', by: 'Ravo' } });
      expect(await positions('ORDER-1')).toEqual([
        [null, 1],
        [1, 2],
      ]);
    });

    it('the newer one, which is then the first that was sent, if the older one was not sent', async () => {
      const { first } = await twoOf('ORDER-1');
      await storage.store.db.updateTable('payments').set({ status: 'sending' }).where('id', '=', first.id).execute();
      expect(await changed(storage, first.id, { to: 'failed', set: { sent_at: null }, ...SILENT })).toMatchObject({ superseded: 1 });
      expect(await positions('ORDER-1')).toEqual([
        [1, 1],
        [null, 1],
      ]);
    });

    if (kind !== 'postgres') return;

    it.each([
      ['completes it', 'waits', COMPLETED],
      ['needs it to be current', 'waits', { ...SILENT, isCurrent: true }],
      ['closes it', 'waits', { ...SILENT, closes: { reason: '', by: '' } }],
      ['resolves it', 'waits', { ...SILENT, set: { resolution: 'received' } }],
      ['records differences', 'waits', { ...SILENT, set: { differences: 'amount' } }],
      ['records that the details cannot be read', 'waits', { ...SILENT, set: { details_unavailable_since: null } }],
      ['records that it was not sent', 'waits', { ...SILENT, set: { sent_at: null } }],
      ['records when it was sent', 'does not wait', { ...SILENT, set: { sent_at: 1 } }],
      ['fails it', 'does not wait', { to: 'failed', ...SILENT }],
    ] as const)('one at a time: a change that %s %s for another one of the order', async (_name, expected, change) => {
      const { id, order_reference } = await pending(storage, 'ORDER-1');
      let done: 'waits' | 'does not wait' | undefined;
      let changing: Promise<unknown> | undefined;
      await storage.store.transact(async (work) => {
        await work.selectFrom('orders').select('reference').where('reference', '=', order_reference).forUpdate().execute();
        changing = changePayment(storages.at(1), id, change).then(() => {
          done ??= 'does not wait';
        });
        await vi.waitFor(
          async () => {
            const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
              and datname = current_database()`.execute(storages.at(2).store.db);
            if (rows.length > 0) done ??= 'waits';
            expect(done).toBeDefined();
          },
          { interval: 5, timeout: 5000 },
        );
      });
      await changing;
      expect(done).toBe(expected);
    });
  });
});
