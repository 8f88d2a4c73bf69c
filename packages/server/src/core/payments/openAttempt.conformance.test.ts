import type { PaymentStatus } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import {
  attempt,
  changed,
  changedWithin,
  openAttempt,
  opened,
  pending,
  type TestChange,
  together,
  untilBlocked,
} from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { StorageUnavailable } from '../../database/storageFailure.ts';
import { renewLeases } from '../storage/leases.ts';
import { findPayment, historyOf } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import { applyDecision } from './applyDecision.ts';
import type { OpeningResult } from './openAttempt.ts';

const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const NOT_SENT: TestChange = { to: 'failed', set: { sent_at: null }, event: { kind: 'not_sent' } };

const kinds = (openings: readonly OpeningResult[]) => openings.map(({ kind }) => kind).sort();

describe.each(STORES)('openAttempt on %s', (kind) => {
  const storages = useStorages(kind, 3);

  it('opens one payment of an order when many instances are asked at the same time', async () => {
    const openings = await together(24, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
    expect(kinds(openings)).toEqual([...Array(23).fill('exists'), 'opened']);
    const ids = new Set(openings.map((opening) => ('payment' in opening ? opening.payment.id : '')));
    expect(ids.size).toBe(1);
  });

  describe('while a payment of the order is not sent yet', () => {
    /** What the process with the payment's lease writes before it sends. */
    async function send(by: Storage, { id, fence }: StoredPayment): Promise<PaymentStatus | undefined> {
      return (await applyDecision(by, id, { kind: 'sending', fence, after: null }))?.payment.status;
    }

    it('keeps the order until it is decided that it was not sent', async () => {
      const { storage, clock } = storages;
      const expired = await opened(storage, attempt('ORDER-1'));
      clock.advance(YEAR);
      const openings = await together(6, (index) => openAttempt(storages.at(index), attempt('ORDER-1')));
      expect(kinds(openings)).toEqual(Array(6).fill('exists'));

      await applyDecision(storage, expired.id, { kind: 'not_sent', fence: 1, code: 'not_sent', reason: 'no token' });
      const next = await Promise.all([1, 2].map((index) => openAttempt(storages.at(index), attempt('ORDER-1'))));
      expect(kinds(next)).toEqual(['exists', 'opened']);
      expect(next.find((opening) => opening.kind === 'opened')).toMatchObject({
        payment: { attempt_number: 2, sent_attempt_number: 1 },
      });
      await renewLeases(storage, [expired], 12_000);
      expect(await send(storage, expired)).toBe('failed');
    });

    it('never lets both be sent if its process resumes while the next one is opened', async () => {
      for (let round = 0; round < 12; round += 1) {
        const expired = await opened(storages.at(0), attempt(`ORDER-${round}`));
        storages.clock.advance(12_000);
        const [opening, sending] = await Promise.all([
          openAttempt(storages.at(1), attempt(`ORDER-${round}`)),
          send(storages.at(0), expired),
        ]);
        expect({ opening: opening.kind, sending }).toEqual({ opening: 'exists', sending: 'sending' });
      }
    });
  });

  it('allows an address exactly its count when many instances are asked at once, and leaves no order behind', async () => {
    const limits = { perIp: { count: 8, windowMs: 10 * MINUTE } };
    const openings = await together(30, (index) =>
      openAttempt(storages.at(index), attempt(`ORDER-${index}`, { addressHash: 'one-line', limits })),
    );
    expect(kinds(openings)).toEqual([...Array(22).fill('limited'), ...Array(8).fill('opened')]);
    const limited = openings.find((opening) => opening.kind === 'limited');
    expect(limited).toMatchObject({ code: 'too_many_from_address', retryAfterMs: 10 * MINUTE });
    expect(await storages.storage.store.db.selectFrom('orders').select('reference').execute()).toHaveLength(8);
  });

  it('writes the order and every claim of its token into the payment', async () => {
    const { clock, storage } = storages;
    const request = attempt('ORDER-1', {
      callbackSecret: 'a-secret',
      addressHash: 'address',
      language: 'fr',
    });
    const foreign = { originalTransactionReference: 'MP0', foreignCurrency: 'EUR', foreignAmount: '5.00' };
    const claims = { ...request.claims, description: 'Shoes', ...foreign } as typeof request.claims;
    const payment = await opened(storage, { ...request, claims });
    const now = clock.now();
    expect(payment).toMatchObject({
      id: expect.stringMatching(/^pay_[\w-]{22}$/),
      order_reference: 'ORDER-1',
      status: 'created',
      version: 1,
      amount: 25_000,
      description: 'Shoes',
      original_transaction_reference: 'MP0',
      foreign_currency: 'EUR',
      foreign_amount: '5.00',
      language: 'fr',
      msisdn: '0343500003',
      payer: '034 •• ••0 03',
      address_hash: 'address',
      correlation_id: request.correlationId,
      reference: request.reference,
      // SHA-256 of the secret.
      callback_hash: 'tNh1JDk7Red5PiPxkuaoWhC65vsmeemWp6y4ymC0yI0',
      sent_at: null,
      // If its process ends, the payment becomes due when its lease ends.
      next_check_at: now + 12_000,
      lease_owner: storage.owner,
      lease_until: now + 12_000,
    });
    expect(await findPayment(storage.store.db, payment.id)).toEqual(payment);
    expect(await opened(storage, attempt('ORDER-2'))).toMatchObject({
      description: null,
      foreign_currency: null,
      callback_hash: null,
    });
  });

  it('writes the newest amount into the order, whose first time stays, and leaves other orders', async () => {
    const { clock, storage } = storages;
    const at = clock.now();
    const first = await opened(storage, attempt('ORDER-1'));
    const other = await opened(storage, attempt('ORDER-2'));
    await changed(storage, first.id, NOT_SENT);
    clock.advance(1);
    const second = await opened(storage, attempt('ORDER-1', { amount: '26000' }));
    expect(await storage.store.db.selectFrom('orders').selectAll().orderBy('reference').execute()).toMatchObject([
      { reference: 'ORDER-1', amount: 26_000, created_at: at },
      { reference: 'ORDER-2', amount: 25_000 },
    ]);
    expect(await historyOf(storage.store.db, second.id)).toMatchObject([
      { kind: 'created', data: JSON.stringify({ after: first.id }) },
    ]);
    expect(await findPayment(storage.store.db, other.id)).toEqual(other);
  });

  // After a machine was suspended, for example: its payment would be over already for the others, and another prompt be
  // sent.
  it.runIf(kind === 'postgres')('opens and sends none while it has another time than the database', async () => {
    const { storage } = storages;
    const waiting = await opened(storage, attempt('ORDER-0'));
    for (const byMs of [-600_000, 600_000]) {
      const databaseTime = { now: () => Date.now() + byMs, read: async () => undefined, readFor: () => 0 };
      const suspended = { ...storage, store: { ...storage.store, databaseTime } };
      await expect(openAttempt(suspended, attempt('ORDER-1'))).rejects.toBeInstanceOf(StorageUnavailable);
      const sending = applyDecision(suspended, waiting.id, { kind: 'sending', fence: 1, after: null });
      await expect(sending).rejects.toBeInstanceOf(StorageUnavailable);
    }
    expect(await storage.store.db.selectFrom('payments').select(['id', 'status']).execute()).toEqual([
      { id: waiting.id, status: 'created' },
    ]);
  });

  it.runIf(kind === 'postgres')('waits for another change of the order, and sees it', async () => {
    const { storage } = storages;
    const first = await pending(storage, 'ORDER-1');
    let opening: ReturnType<typeof openAttempt> | undefined;
    await storage.store.transact(async (trx) => {
      await trx
        .selectFrom('orders')
        .select('reference')
        .where('reference', '=', first.order_reference)
        .forUpdate()
        .execute();
      opening = openAttempt(storages.at(1), attempt('ORDER-1'));
      await untilBlocked(storages, opening);
      await changedWithin(storage, trx, first.id, { to: 'failed', event: { kind: 'failed' } });
    });
    expect(await opening).toMatchObject({ kind: 'opened', payment: { attempt_number: 2 } });
  });
});
