import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, opened, openStorages, pending, type Storages, together } from '../../test/support/storages.ts';
import { candidatesOf, rejectCandidate, storeCallback } from './callbacks.ts';
import { leaseDue, releaseAfterCheck } from './leases.ts';
import { findPayment, historyOf } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import type { Storage } from './storage.ts';

const SECRET = 'c2VjcmV0LW9mLXRoZS1jYWxsYmFjay1hZGRyZXNzLTE';
const HOUR = 60 * 60_000;

describe.each(STORES)('callbacks on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 3);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  async function read({ id }: StoredPayment): Promise<StoredPayment> {
    const payment = await findPayment(storage.store.db, id);
    if (payment === undefined) throw new Error('the payment is gone');
    return payment;
  }

  /** An unresolved payment with no planned status check. */
  async function unresolved(): Promise<StoredPayment> {
    const created = await opened(storage, attempt('ORDER-1', { callbackSecret: SECRET }));
    await changed(storage, created.id, { to: 'sending', set: { sent_at: storages.clock.now() }, event: { kind: 'sending' } });
    const free = { lease_owner: null, lease_until: null, next_check_at: null };
    return changed(storage, created.id, { to: 'unresolved', set: free, event: { kind: 'outcome_unknown' } });
  }

  async function leaseNext(by = storage): Promise<StoredPayment> {
    const [payment] = await leaseDue(by, 12_000, 1);
    if (payment === undefined) throw new Error('nothing is due');
    return payment;
  }

  it('are stored for the payment that their secret belongs to, and rejected with another secret', async () => {
    const payment = await unresolved();
    expect(await storeCallback(storage, 'another', { serverCorrelationId: 'sc-1', status: 'completed' })).toBeUndefined();
    expect(await storeCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'completed' })).toMatchObject({ id: payment.id });
    expect(await candidatesOf(storage.store.db, payment.id, 5)).toMatchObject([
      { server_correlation_id: 'sc-1', status: 'completed', count: 1 },
    ]);
  });

  it('that repeat at the same time are counted, and cause one status check', async () => {
    const payment = await unresolved();
    await together(20, (index) => storeCallback(storages.at(index), SECRET, { serverCorrelationId: 'sc-1', status: 'completed' }));
    expect(await candidatesOf(storage.store.db, payment.id, 5)).toMatchObject([{ count: 20 }]);
    expect(await read(payment)).toMatchObject({ callback_checks: 1, next_check_at: storages.clock.now() });
    expect((await historyOf(storage.store.db, payment.id)).filter((event) => event.kind === 'callback')).toHaveLength(1);
  });

  it('that arrive during a status check cause another one afterwards', async () => {
    const payment = await unresolved();
    await storeCallback(storage, SECRET, { serverCorrelationId: 'forged', status: 'completed' });
    const leasedPayment = await leaseNext();
    await storeCallback(storages.at(1), SECRET, { serverCorrelationId: 'real', status: 'completed' });
    await rejectCandidate(storage, leasedPayment, { server_correlation_id: 'forged' }, 'the operator does not know it');
    expect(await releaseAfterCheck(storage, leasedPayment, null)).toBe(storages.clock.now());
    expect(await leaseNext(storages.at(2))).toMatchObject({ id: payment.id });
    expect(await candidatesOf(storage.store.db, payment.id, 5)).toMatchObject([{ server_correlation_id: 'real' }]);
  });

  it('that arrive before a planned status check cause no second one', async () => {
    await unresolved();
    await storeCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'completed' });
    await storeCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'failed' });
    const leasedPayment = await leaseNext();
    expect(await releaseAfterCheck(storage, leasedPayment, null)).toBeNull();
  });

  it('of a completed payment are stored and change nothing', async () => {
    const payment = await pending(storage, 'ORDER-1', { callbackSecret: SECRET });
    await changed(storage, payment.id, { to: 'completed', set: { next_check_at: null }, event: { kind: 'completed' } });
    await storeCallback(storage, SECRET, { serverCorrelationId: 'sc-1', status: 'failed' });
    expect(await read(payment)).toMatchObject({ status: 'completed', next_check_at: null, callback_checks: 0 });
  });

  it('in a flood cause few status checks and a limited number of rows', async () => {
    const payment = await unresolved();
    const started = storages.clock.now();
    let checks = 0;
    for (let call = 0; call < 300; call += 1) {
      await storeCallback(storage, SECRET, { serverCorrelationId: `forged-${call}`, status: 'completed' });
      const [leasedPayment] = await leaseDue(storage, 12_000, 1);
      if (leasedPayment !== undefined) {
        checks += 1;
        await storeCallback(storage, SECRET, { serverCorrelationId: `during-${call}`, status: 'completed' });
        await releaseAfterCheck(storage, leasedPayment, null);
      }
      storages.clock.advance(1000);
    }
    expect(storages.clock.now() - started).toBeLessThan(HOUR);
    // Five at once, then one every ten seconds.
    expect(checks).toBeLessThanOrEqual(5 + 300 / 10);
    expect(checks).toBeGreaterThanOrEqual(20);
    expect((await historyOf(storage.store.db, payment.id)).length).toBeLessThan(60);
    expect((await historyOf(storage.store.db, payment.id)).length).toBeGreaterThanOrEqual(checks);
    expect((await candidatesOf(storage.store.db, payment.id, 100)).length).toBe(20);
  });

  it('and their rejection at the same time do not block each other', async () => {
    const payment = await unresolved();
    for (let index = 0; index < 8; index += 1) {
      await storeCallback(storage, SECRET, { serverCorrelationId: `sc-${index}`, status: 'completed' });
    }
    await together<unknown>(32, (index) =>
      index % 2 === 0
        ? storeCallback(storages.at(index), SECRET, { serverCorrelationId: `sc-${index % 8}`, status: 'completed' })
        : rejectCandidate(storages.at(index), payment, { server_correlation_id: `sc-${index % 8}` }, 'it belongs to another payment'),
    );
    const versions = (await historyOf(storage.store.db, payment.id)).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
});
