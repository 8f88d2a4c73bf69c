import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { openAttempt } from './attempts.ts';
import { changePayment, changeWithin } from './changes.ts';
import { currentPayment, findPayment, historyOf, webhooksOf } from './reads.ts';
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
});
