import type { PaymentId } from '@tsena/shared/checkout';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, type Ledgers, openLedgers, pending, together } from '../testing/ledgers.ts';
import { STORES } from '../testing/stores.ts';
import { openAttempt } from './attempts.ts';
import { attentionAmong } from './attention.ts';
import { changePayment, changeWithin } from './changes.ts';
import { isUniqueViolation } from './failure.ts';
import type { Ledger } from './ledger.ts';
import { currentPayment, findPayment, historyOf, webhooksOf } from './reads.ts';

const COMPLETED = { to: 'completed', event: { kind: 'completed' }, tell: 'payment.completed' } as const;

describe.each(STORES)('changes on %s', (kind) => {
  let ledgers: Ledgers;
  let ledger: Ledger;
  beforeAll(async () => {
    ledgers = await openLedgers(kind, 3);
    ledger = ledgers.ledger;
  });
  beforeEach(() => ledgers.empty());
  afterAll(() => ledgers.close());

  const overpaidAt = async (order: string) => {
    const row = await ledger.store.db
      .selectFrom('orders')
      .selectAll()
      .where('reference', '=', attempt(order).claims.sub)
      .executeTakeFirst();
    return row?.overpaid_at ?? null;
  };

  it('to the same end are made by one of all who try at once, and told to the shop once', async () => {
    const payment = await pending(ledger, 'ORDER-1');
    const results = await together(12, (index) => changePayment(ledgers.at(index), payment.id, COMPLETED));
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(await webhooksOf(ledger.store.db, payment.id)).toMatchObject([{ type: 'payment.completed', state: 'waiting' }]);
  });

  it('leave an audit trail without gaps, however many write at once', async () => {
    const payment = await pending(ledger, 'ORDER-1');
    await together(20, (index) => changePayment(ledgers.at(index), payment.id, { event: { kind: 'test', data: { index } } }));
    const history = await historyOf(ledger.store.db, payment.id);
    expect(history.map(({ version }) => version)).toEqual(history.map((_, index) => index + 1));
    expect(history).toHaveLength(23);
    expect(await findPayment(ledger.store.db, payment.id)).toMatchObject({ version: 23 });
  });

  it('are undone with all that belongs to them when a later part fails', async () => {
    const payment = await pending(ledger, 'ORDER-1');
    const failing = ledger.store.transact(async (work) => {
      await changeWithin(ledger, work, payment.id, COMPLETED);
      throw new Error('the disk is full');
    });
    await expect(failing).rejects.toThrow('the disk is full');
    expect(await findPayment(ledger.store.db, payment.id)).toMatchObject({ status: 'pending', version: 3 });
    expect(await historyOf(ledger.store.db, payment.id)).toHaveLength(3);
    expect(await webhooksOf(ledger.store.db, payment.id)).toEqual([]);
  });

  it('that complete two attempts of an order at the same moment notice that it is overpaid', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(ledger, order);
      ledgers.clock.advance(90_000);
      const second = await pending(ledger, order);
      const both = await together(2, (index) => changePayment(ledgers.at(index), (index === 0 ? first : second).id, COMPLETED));
      expect(both.map((payment) => payment?.status)).toEqual(['completed', 'completed']);
      const told = [...(await webhooksOf(ledger.store.db, first.id)), ...(await webhooksOf(ledger.store.db, second.id))];
      expect(told.map(({ type }) => type).sort()).toEqual(['order.overpaid', 'payment.completed', 'payment.completed']);
      expect(await overpaidAt(order)).toBe(ledgers.clock.now());
    }
  });

  describe('of which one says received', () => {
    const RECEIVED = { set: { decision: 'received' }, event: { kind: 'decided' } } as const;
    const NOT_RECEIVED = { set: { decision: 'not_received' }, event: { kind: 'decided' } } as const;

    async function two(order: string) {
      const first = await pending(ledger, order);
      ledgers.clock.advance(90_000);
      return { first, second: await pending(ledger, order) };
    }
    const toldOf = async (id: PaymentId) => (await webhooksOf(ledger.store.db, id)).map(({ type }) => type);

    it('count it as paid: an attempt that completes beside it is one too many', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(ledger, first.id, RECEIVED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      await changed(ledger, second.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBe(ledgers.clock.now());
      expect(await toldOf(second.id)).toEqual(['payment.completed', 'order.overpaid']);
      expect(await attentionAmong(ledger.store.db, [first.id, second.id])).toEqual(new Map([[second.id, ['overpaid']]]));
    });

    it('count it as paid where it is recorded beside an attempt that completed, or beside another received', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(ledger, second.id, COMPLETED);
      await changed(ledger, first.id, RECEIVED);
      expect(await overpaidAt('ORDER-1')).toBe(ledgers.clock.now());
      expect(await toldOf(first.id)).toEqual(['order.overpaid']);
      expect(await attentionAmong(ledger.store.db, [first.id, second.id])).toEqual(new Map([[first.id, ['overpaid']]]));

      const other = await two('ORDER-2');
      await changed(ledger, other.first.id, RECEIVED);
      await changed(ledger, other.second.id, RECEIVED);
      expect(await toldOf(other.second.id)).toEqual(['order.overpaid']);
    });

    it('notice it where both happen at the same moment', async () => {
      for (let round = 0; round < 10; round += 1) {
        const order = `ORDER-${round}`;
        const { first, second } = await two(order);
        await Promise.all([changePayment(ledgers.at(0), first.id, RECEIVED), changePayment(ledgers.at(1), second.id, COMPLETED)]);
        expect(await overpaidAt(order)).toBe(ledgers.clock.now());
        expect([...(await toldOf(first.id)), ...(await toldOf(second.id))].sort()).toEqual(['order.overpaid', 'payment.completed']);
      }
    });

    it('count an attempt once: the money that was received and is then seen at the operator is the same', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(ledger, first.id, RECEIVED);
      await changed(ledger, first.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      expect(await toldOf(first.id)).toEqual(['payment.completed']);

      const other = await two('ORDER-2');
      await changed(ledger, other.first.id, RECEIVED);
      await changed(ledger, other.second.id, COMPLETED);
      await changed(ledger, other.first.id, COMPLETED);
      expect(await toldOf(other.first.id)).toEqual(['payment.completed']);
      expect(await toldOf(second.id)).toEqual([]);
    });

    it('do not count one that the merchant has taken back', async () => {
      const { first, second } = await two('ORDER-1');
      await changed(ledger, first.id, RECEIVED);
      await changed(ledger, first.id, NOT_RECEIVED);
      await changed(ledger, second.id, COMPLETED);
      expect(await overpaidAt('ORDER-1')).toBeNull();
      expect(await toldOf(second.id)).toEqual(['payment.completed']);
    });
  });

  it('that complete an attempt while a new one is opened leave the order with one that stands', async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = `ORDER-${round}`;
      const first = await pending(ledger, order);
      ledgers.clock.advance(90_000);
      const [completed, opening] = await Promise.all([
        changePayment(ledgers.at(0), first.id, COMPLETED),
        openAttempt(ledgers.at(1), attempt(order)),
      ]);
      expect(completed).toMatchObject({ status: 'completed' });
      expect(['opened', 'stands']).toContain(opening.kind);
      expect(await currentPayment(ledger.store.db, first.order_reference)).toMatchObject({ id: first.id });
      expect(await openAttempt(ledgers.at(2), attempt(order))).toMatchObject({ kind: 'stands', payment: { id: first.id } });
    }
  });

  it.each(['transaction_id', 'server_correlation_id'] as const)('give a %s to one payment alone', async (column) => {
    const payments = await together(6, (index) => pending(ledgers.at(index), `ORDER-${index}`));
    const results = await Promise.allSettled(
      payments.map(({ id }, index) => changePayment(ledgers.at(index), id, { ...COMPLETED, set: { [column]: 'taken' } })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) if (result.status === 'rejected') expect(isUniqueViolation(result.reason)).toBe(true);
    const stored = await ledger.store.db.selectFrom('payments').select('status').where(column, '=', 'taken').execute();
    expect(stored).toEqual([{ status: 'completed' }]);
    const webhooks = await ledger.store.db.selectFrom('outbox').selectAll().execute();
    expect(webhooks).toHaveLength(1);
  });

  it('keep amounts and times exactly, up to the largest that a number holds', async () => {
    const payment = await pending(ledger, 'ORDER-1', { amount: '999999999999' });
    const at = 8_640_000_000_000_000;
    const stored = await changed(ledger, payment.id, { set: { final_at: at }, event: { kind: 'test' } });
    expect(stored).toMatchObject({ amount: 999_999_999_999, final_at: at, created_at: ledgers.clock.now() });
  });
});
