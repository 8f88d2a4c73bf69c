import { STORES } from '@tsena/testkit/stores';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { callbackRow } from '../../../test/support/paymentState.ts';
import { attempt, changed, opened, pending, read, together } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import type { PaymentChange } from '../rules/decision.ts';
import type { StoredCallback } from '../rules/payment.ts';
import { openCallbacksOf } from './callbacks.ts';
import { historyOf } from './reads.ts';

const SECRET = 'c2VjcmV0LW9mLXRoZS1jYWxsYmFjay1hZGRyZXNzLTE';

describe.each(STORES)('callbacks on %s', (kind) => {
  const storages = useStorages(kind, 3);
  const { storage } = storages;

  /** An unresolved payment with no planned status check. */
  async function unresolved(): Promise<StoredPayment> {
    const created = await opened(storage, attempt('ORDER-1', { callbackSecret: SECRET }));
    await changed(storage, created.id, {
      to: 'sending',
      set: { sent_at: storages.clock.now() },
      event: { kind: 'sending' },
    });
    const free = { lease_owner: null, lease_until: null, next_check_at: null };
    return changed(storage, created.id, { to: 'unresolved', set: free, event: { kind: 'outcome_unknown' } });
  }

  const rejected = ({ id }: StoredPayment, rejects: NonNullable<PaymentChange['rejects']>, by = storage) =>
    changed(by, id, { rejects, event: { kind: 'callback_rejected' } });

  it('that repeat at the same time are counted up to ten, and cause one status check', async () => {
    const payment = await unresolved();
    await together(20, (index) =>
      receiveCallback(storages.at(index), SECRET, { serverCorrelationId: 'sc-1', status: 'completed' }),
    );
    expect(await openCallbacksOf(storage.store.db, payment.id)).toMatchObject([{ count: 10 }]);
    expect(await read(storage, payment)).toMatchObject({ next_check_at: storages.clock.now() });
    expect((await historyOf(storage.store.db, payment.id)).filter((event) => event.kind === 'callback')).toHaveLength(
      1,
    );
  });

  const stored = async () => {
    const order = sql.raw('server_correlation_id, transaction_reference, status');
    return (await sql<StoredCallback>`select * from callbacks order by ${order}`.execute(storage.store.db)).rows;
  };

  it('are stored once for each serverCorrelationId, transaction and status, by payment', async () => {
    const payment = await unresolved();
    const other = await pending(storage, 'ORDER-2', { callbackSecret: 'another-secret' });
    const at = storages.clock.now();
    await receiveCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'completed' });
    await receiveCallback(storage, 'another-secret', { serverCorrelationId: 'sc-1', status: 'completed' });
    storages.clock.advance(1000);
    await receiveCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'completed' });
    await receiveCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'failed' });
    await receiveCallback(storage, SECRET, {
      serverCorrelationId: 'sc-1',
      transactionReference: 'MP1',
      status: 'completed',
    });
    await receiveCallback(storage, SECRET, { serverCorrelationId: 'sc-2', status: 'completed' });
    const row = callbackRow({ payment_id: payment.id, received_at: at + 1000 });
    const rows = (await stored()).filter(({ payment_id }) => payment_id === payment.id);
    expect(rows).toEqual([
      { ...row, received_at: at, count: 2 },
      { ...row, status: 'failed' },
      { ...row, transaction_reference: 'MP1' },
      { ...row, server_correlation_id: 'sc-2' },
    ]);
    expect((await stored()).filter(({ payment_id }) => payment_id === other.id)).toMatchObject([{ count: 1 }]);
    expect(
      await receiveCallback(storage, 'unknown', { serverCorrelationId: 'sc-1', status: 'completed' }),
    ).toBeUndefined();
  });

  it('are stored up to ten different ones', async () => {
    await unresolved();
    const id = (index: number) => `sc-${String(index).padStart(2, '0')}`;
    for (let index = 0; index <= 12; index += 1) {
      storages.clock.advance(1);
      await receiveCallback(storage, SECRET, { serverCorrelationId: id(index), status: 'completed' });
    }
    expect((await stored()).map(({ server_correlation_id }) => server_correlation_id)).toEqual(
      Array.from({ length: 10 }, (_, index) => id(index)),
    );
  });

  it('are rejected by what they name, of their payment only', async () => {
    const payment = await unresolved();
    await pending(storage, 'ORDER-2', { callbackSecret: 'another-secret' });
    for (const secret of [SECRET, 'another-secret']) {
      await receiveCallback(storage, secret, {
        serverCorrelationId: 'sc-1',
        transactionReference: 'MP1',
        status: 'completed',
      });
      await receiveCallback(storage, secret, {
        serverCorrelationId: 'sc-2',
        transactionReference: 'MP2',
        status: 'completed',
      });
    }
    await rejected(payment, { transaction_reference: 'MP2' });
    const found = (await stored())
      .filter((one) => one.rejected === 1)
      .map((one) => [one.payment_id, one.server_correlation_id]);
    expect(found).toEqual([[payment.id, 'sc-2']]);
  });
});
