import type { Ariary } from '@tsena/shared';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { openStubbedPayments, orderOf } from '../../../test/support/stubbedPayments.ts';
import { msisdn } from '../../../test/support/testCompanion.ts';
import { useForEach } from '../../../test/support/use.ts';
import { initiate } from '../../core/payments/initiate.ts';
import { type CounterPaymentRequest, startCounterPayment } from './counterPayment.ts';

const HANTA = { name: 'Hanta', keyId: null, address: null };

describe.each(STORES)('a payment at the counter on %s', (kind) => {
  const world = useForEach(() => openStubbedPayments({ kind }));

  /** A tap of a seller. Errors of transactions are counted: a group of transactions with an error runs again. */
  async function tap(key: string, body: Partial<CounterPaymentRequest['body']> = {}, request = {}) {
    const { storage } = world.companion;
    const watched = {
      ...storage,
      store: {
        ...storage.store,
        transact: <T>(...work: Parameters<typeof storage.store.transact<T>>) =>
          storage.store.transact<T>(...work).catch((error: unknown) => {
            failed += 1;
            throw error;
          }),
      },
    };
    return startCounterPayment(
      { storage: watched, initiate: (one) => initiate({ ...world.companion, storage: watched }, one) },
      {
        body: { amount: 25_000 as Ariary, msisdn: '0343500003', ...body },
        msisdn: msisdn(body.msisdn ?? '0343500003'),
        language: 'fr',
        isSeller: true,
        by: HANTA,
        idempotency: { actor: 'Hanta', key },
        addressHash: null,
        requestId: undefined,
        ...request,
      },
    );
  }
  let failed = 0;

  const read = (table: 'orders' | 'payments' | 'idempotency_keys' | 'audit') =>
    world.store.db.selectFrom(table).selectAll().execute();

  it('that is refused is answered, and its transaction has no error', async () => {
    failed = 0;
    const opened = await tap('tap-1');
    if (opened.kind !== 'opened') throw new Error(opened.kind);
    const order = opened.payment.order_reference;
    const answers = [
      await tap('tap-1', { amount: 30_000 as Ariary }),
      // The digits that are shown of both numbers are the same.
      await tap('tap-1', { msisdn: '0349999003' }),
      await tap('tap-2', { order: orderOf('WC-1') }),
      await tap('tap-3', { order: orderOf('CTR-000000000000') }),
      await tap('tap-4', { order, amount: 30_000 as Ariary }),
      await tap('tap-1'),
      await tap('tap-5', { order }),
    ];
    expect(answers.map((answer) => ('code' in answer ? answer.code : answer.kind))).toEqual([
      ...['idempotency_key_reused', 'idempotency_key_reused', 'order_taken', 'order_taken', 'order_taken'],
      ...['repeated', 'exists'],
    ]);
    expect(failed).toBe(0);
    expect([await read('orders'), await read('payments'), await read('audit')].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);
    expect((await read('idempotency_keys')).map((row) => 'answer' in row && row.answer)).toEqual([
      opened.payment.id,
      opened.payment.id,
    ]);
  });

  it('leaves nothing behind if what is written beside it fails, and the same key opens the next', async () => {
    const { storage } = world.companion;
    const request = {
      claims: { sub: orderOf('CTR-1'), amount: 25_000 as Ariary, currency: 'MGA' as const },
      msisdn: msisdn('0343500003'),
      language: 'fr' as const,
      addressHash: null,
      askedAbout: 'all' as const,
      idempotency: { endpoint: 'payments', key: 'tap-1', body: {} },
    };
    const failing = { ...request, alongside: () => Promise.reject(new Error('disk full')) };
    await expect(initiate(world.companion, failing)).rejects.toThrow('disk full');
    for (const table of ['orders', 'payments', 'idempotency_keys'] as const) expect(await read(table)).toEqual([]);
    expect(await initiate(world.companion, request)).toMatchObject({ kind: 'opened', payment: { attempt_number: 1 } });
    await storage.store.db.updateTable('payments').set({ status: 'failed', failure_code: 'payment_failed' }).execute();
    expect(await initiate(world.companion, request)).toMatchObject({ kind: 'repeated', payment: { status: 'failed' } });
  });
});
