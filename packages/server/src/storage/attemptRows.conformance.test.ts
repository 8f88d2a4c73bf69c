import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, opened, openStorages, pending, type Storages, type TestChange } from '../../test/support/storages.ts';
import { openAttempt } from './attempts.ts';
import { currentPayment, findPayment, historyOf } from './reads.ts';
import type { Storage } from './storage.ts';

const YEAR = 365 * 24 * 60 * 60_000;
const NOT_SENT: TestChange = { to: 'failed', set: { sent_at: null }, event: { kind: 'not_sent' } };

describe.each(STORES)('the rows that openAttempt writes, on %s', (kind) => {
  let storages: Storages;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  it('writes the order and every claim of its token into the payment', async () => {
    const { clock, storage } = storages;
    const request = attempt('ORDER-1', { callbackSecret: 'a-secret', addressHash: 'address', language: 'fr', leaseMs: 9000 });
    const { exp, ...claims } = { ...request.claims, exp: 0 };
    const payment = await opened(storage, {
      ...request,
      claims: {
        ...claims,
        description: 'Shoes',
        originalTransactionReference: 'MP0',
        foreignCurrency: 'EUR',
        foreignAmount: '5.00',
      } as never,
    });
    const now = clock.now();
    const { database_identity } = payment;
    expect(payment).toEqual({
      ...{ id: expect.stringMatching(/^pay_[\w-]{22}$/), order_reference: 'ORDER-1', attempt_number: 1, sent_attempt_number: 1 },
      ...{ link_id: null, form_hash: null, superseded: null, status: 'created', version: 1, amount: 25_000, amount_refunded: 0 },
      ...{ description: 'Shoes', original_transaction_reference: 'MP0', foreign_currency: 'EUR', foreign_amount: '5.00' },
      ...{ language: 'fr', msisdn: '0343500003', payer: '034 •• ••0 03', address_hash: 'address' },
      ...{ correlation_id: request.correlationId, reference: request.reference },
      // SHA-256 of the secret.
      callback_hash: 'tNh1JDk7Red5PiPxkuaoWhC65vsmeemWp6y4ymC0yI0',
      ...{ server_correlation_id: null, correlation_source: null, notification_method: null, transaction_id: null },
      ...{ transaction_created_at: null, transaction_proven: null, fees: null, failure_code: null, failure_reason: null },
      ...{ failure_operator_time: null, verified: null, differences: null, resolution: null, resolution_reason: null },
      ...{ resolution_by: null, database_identity, created_at: now, updated_at: now, sent_at: null, uncorrected_sent_at: null },
      // If its process ends, the payment becomes due when its lease ends.
      ...{ final_at: null, next_check_at: now + 9000, last_checked_at: null, status_checks: 0, callback_checks: 0 },
      ...{ details_unavailable_since: null, reference_attempts: 0, reference_attempts_given_back: 0 },
      ...{ lease_owner: storage.owner, lease_until: now + 9000, fence: 1 },
    });
    if (kind === 'sqlite') expect(database_identity).toBeNull();
    else expect(database_identity).toMatch(/^\d+\/[0-9A-F]{8}\/\d+\/\d+$/);
    expect(await findPayment(storage.store.db, payment.id)).toEqual(payment);
    expect(await storage.store.db.selectFrom('orders').selectAll().execute()).toEqual([
      { reference: 'ORDER-1', amount: 25_000, created_at: now, overpaid_at: null },
    ]);
    expect(await opened(storage, attempt('ORDER-2'))).toMatchObject({
      ...{ description: null, original_transaction_reference: null, foreign_currency: null, foreign_amount: null },
      ...{ callback_hash: null, address_hash: null },
    });
  });

  it('writes the newest amount into the order, and its first time stays', async () => {
    const { clock, storage } = storages;
    const at = clock.now();
    const first = await opened(storage, attempt('ORDER-1'));
    await opened(storage, attempt('ORDER-2'));
    await changed(storage, first.id, NOT_SENT);
    clock.advance(1);
    const second = await opened(storage, attempt('ORDER-1', { amount: '26000' }));
    expect(await storage.store.db.selectFrom('orders').selectAll().orderBy('reference').execute()).toMatchObject([
      { reference: 'ORDER-1', amount: 26_000, created_at: at },
      { reference: 'ORDER-2', amount: 25_000 },
    ]);
    expect(await historyOf(storage.store.db, second.id)).toEqual([
      { payment_id: second.id, version: 1, at: clock.now(), kind: 'created', data: JSON.stringify({ after: first.id }) },
    ]);
    expect(await currentPayment(storage.store.db, attempt('ORDER-2').claims.sub)).toMatchObject({ superseded: null });
  });

  it('keeps an order that has payments when it refuses', async () => {
    const { storage } = storages;
    const first = await pending(storage, 'ORDER-1');
    expect(await openAttempt(storage, attempt('ORDER-1'))).toMatchObject({ kind: 'exists', payment: { id: first.id } });
    expect(await storage.store.db.selectFrom('orders').select('reference').execute()).toEqual([{ reference: 'ORDER-1' }]);
  });

  it('opens none in a companion that is stopping, and says so', async () => {
    const { storage } = storages;
    expect(await openAttempt(storage, attempt('ORDER-1', { isStopping: () => true }))).toEqual({ kind: 'stopping' });
    expect(await storage.store.db.selectFrom('orders').selectAll().execute()).toEqual([]);
    expect(await openAttempt(storage, attempt('ORDER-1', { isStopping: () => false }))).toMatchObject({ kind: 'opened', gaveUp: [] });
  });

  it('waits as long as the clock does not show that the cool-down has passed', async () => {
    const { clock, storage } = storages;
    await pending(storage, 'ORDER-1');
    clock.advance(YEAR);
    const steady = (ms: number): Storage => ({ ...storage, clock: { now: () => clock.now(), steadyFor: () => ms } });
    expect(await openAttempt(steady(89_999), attempt('ORDER-1'))).toMatchObject({ kind: 'exists' });
    expect(await openAttempt(steady(90_000), attempt('ORDER-1'))).toMatchObject({ kind: 'opened' });
  });

  it('reports the one that it replaced as failed and superseded, with the change that was written', async () => {
    const { storage, clock } = storages;
    const expired = await opened(storage, attempt('ORDER-1'));
    const bystander = await opened(storage, attempt('ORDER-2'));
    clock.advance(12_000);
    const opening = await openAttempt(storage, attempt('ORDER-1'));
    const replaced = await findPayment(storage.store.db, expired.id);
    expect(replaced).toMatchObject({ status: 'failed', superseded: 1, version: 2 });
    expect(opening).toMatchObject({ gaveUp: [{ payment: replaced, change: { to: 'failed', webhook: 'payment.failed' } }] });
    expect(await findPayment(storage.store.db, bystander.id)).toEqual(bystander);
  });

  if (kind === 'postgres') {
    it.each([
      ['exists', '25000'],
      ['changed', '26000'],
    ])('does not fail it in a restored database, where it may have been sent: %s', async (expected, amount) => {
      const { storage, clock } = storages;
      const restored = await opened(storage, attempt('ORDER-1'));
      await storage.store.db.updateTable('payments').set({ database_identity: 'another' }).execute();
      clock.advance(YEAR);
      expect(await openAttempt(storage, attempt('ORDER-1', { amount }))).toMatchObject({
        kind: expected,
        payment: { id: restored.id, status: 'created' },
      });
      expect(await historyOf(storage.store.db, restored.id)).toHaveLength(1);
      expect(await storage.store.db.selectFrom('orders').select('amount').execute()).toEqual([{ amount: 25_000 }]);
    });
  }
});
