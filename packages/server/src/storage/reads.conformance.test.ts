import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedEvent, seedPayment } from '../../test/support/seed.ts';
import { seedWebhook } from '../../test/support/seedRows.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import {
  type attemptsOf,
  findBoundTo,
  findPayment,
  findPaymentOfTransaction,
  historyOf,
  readPayments,
  readPaymentsOfOrders,
  webhooksOf,
} from './reads.ts';

const order = (reference: string) => reference as Parameters<typeof attemptsOf>[1];
const payment = (id: string) => id as Parameters<typeof findPayment>[1];

describe.each(STORES)('reads of payments on %s', (kind) => {
  const storages = useStorages(kind);
  const db = () => storages.storage.store.db;

  const seed = (id: string, values: Parameters<typeof seedPayment>[1] = {}) =>
    seedPayment(storages.storage.store, { id: payment(id), ...values });
  const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

  it('find a payment by its id, and several by theirs or by their orders', async () => {
    for (const [id, reference, attempt_number] of [
      ['pay_1', 'A', 1],
      ['pay_2', 'B', 1],
      ['pay_3', 'B', 2],
      ['pay_4', 'C', 1],
    ] as const) {
      await seed(id, { order_reference: order(reference), attempt_number });
    }
    expect(await findPayment(db(), payment('pay_2'))).toMatchObject({ id: 'pay_2', order_reference: 'B' });
    expect(await findPayment(db(), payment('pay_5'))).toBeUndefined();
    expect(idsOf(await readPayments(db(), [payment('pay_4'), payment('pay_1')])).sort()).toEqual(['pay_1', 'pay_4']);
    expect(idsOf(await readPaymentsOfOrders(db(), [order('B'), order('C')])).sort()).toEqual(['pay_2', 'pay_3', 'pay_4']);
  });

  it('find the payment that a transaction names, else the one that it completed', async () => {
    await seed('pay_1', { correlation_id: 'x-1', transaction_id: 'MP1' });
    await seed('pay_2', { correlation_id: 'x-2', transaction_id: 'MP2' });
    await seed('pay_3', { correlation_id: 'x-3' });
    expect(await findPaymentOfTransaction(db(), 'MP1', undefined)).toBe('pay_1');
    expect(await findPaymentOfTransaction(db(), 'MP1', 'x-2')).toBe('pay_2');
    expect(await findPaymentOfTransaction(db(), 'MP2', 'x-4')).toBe('pay_2');
    expect(await findPaymentOfTransaction(db(), 'MP3', 'x-4')).toBeUndefined();
    expect(await findPaymentOfTransaction(db(), 'MP3', undefined)).toBeUndefined();
  });

  it('find another payment with a serverCorrelationId in any spelling', async () => {
    await seed('pay_1', { server_correlation_id: 'ab-1' });
    await seed('pay_2', { server_correlation_id: 'AB-2' });
    await seed('pay_3', { server_correlation_id: 'Ab-3' });
    await seed('pay_4');
    const isBound = async (id: string, serverCorrelationId: string) =>
      (await findBoundTo(db(), payment(id), serverCorrelationId)) !== undefined;
    expect(await isBound('pay_4', 'ab-1')).toBe(true);
    expect(await isBound('pay_4', 'AB-1')).toBe(true);
    expect(await isBound('pay_4', 'ab-2')).toBe(true);
    expect(await isBound('pay_4', 'Ab-3')).toBe(true);
    expect(await isBound('pay_1', 'AB-1')).toBe(false);
    expect(await isBound('pay_4', 'ab-4')).toBe(false);
  });

  it('list the history and the webhooks of a payment, oldest first', async () => {
    const [one, other] = [await seed('pay_1'), await seed('pay_2')];
    for (const version of [10, 2, 1]) await seedEvent(storages.storage.store, one, version, `event ${version}`);
    await seedEvent(storages.storage.store, other, 3, 'another');
    expect((await historyOf(db(), one)).map(({ kind: what }) => what)).toEqual(['event 1', 'event 2', 'event 10']);
    for (const [id, payment_id, version] of [
      ['msg_1', one, 10],
      ['msg_2', one, 2],
      ['msg_3', other, 3],
    ] as const) {
      await seedWebhook(storages.storage.store, id, { payment_id, version });
    }
    expect(idsOf(await webhooksOf(db(), one))).toEqual(['msg_2', 'msg_1']);
  });
});
