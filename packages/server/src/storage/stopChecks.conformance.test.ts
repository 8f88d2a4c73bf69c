import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changed, openStorages, pending, type Storages } from '../../test/support/storages.ts';
import { receiveCallback } from '../payments/receiveCallback.ts';
import { checkBy, leaseDue } from './leases.ts';
import { findPayment, historyOf, webhooksOf } from './reads.ts';
import type { StoredPayment } from './schema.ts';
import { stopChecks } from './stopChecks.ts';
import type { Storage } from './storage.ts';

const LEASE_MS = 12_000;
const UNVERIFIED = { to: 'completed', set: { verified: 0 }, event: { kind: 'completed' }, webhook: 'payment.completed' } as const;

describe.each(STORES)('the end of the status checks of a payment on %s', (kind) => {
  let storages: Storages;
  let storage: Storage;
  beforeAll(async () => {
    storages = await openStorages(kind, 2);
    storage = storages.storage;
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  /** Makes the payment due and takes its lease, as the poller does before a check. */
  async function leased({ id }: StoredPayment): Promise<StoredPayment> {
    await checkBy(storage, id, storages.clock.now(), true);
    const payment = (await leaseDue(storage, LEASE_MS, 10)).find((one) => one.id === id);
    return payment ?? expect.unreachable('the payment is not due');
  }
  const read = ({ id }: StoredPayment) => findPayment(storage.store.db, id);
  const kindsOf = async ({ id }: StoredPayment) => (await historyOf(storage.store.db, id)).map((event) => event.kind);
  const webhookTypes = async ({ id }: StoredPayment) => (await webhooksOf(storage.store.db, id)).map(({ type }) => type);

  it('sends a pending one to review once, and plans no check', async () => {
    const payment = await leased(await pending(storage, 'ORDER-1'));
    const bystander = await leased(await pending(storage, 'ORDER-2'));
    storages.clock.advance(1000);
    const stopped = await stopChecks(storage, payment);
    expect(stopped).toEqual({
      payment: {
        ...payment,
        ...{ lease_owner: null, lease_until: null, next_check_at: null, status_checks: 1 },
        ...{ last_checked_at: storages.clock.now(), updated_at: storages.clock.now(), version: 4 },
      },
      change: { fence: payment.fence, event: { kind: 'polling_stopped' }, webhook: 'payment.review_required' },
    });
    expect(await read(payment)).toEqual(stopped?.payment);
    expect(await kindsOf(payment)).toEqual(['created', 'sending', 'accepted', 'polling_stopped']);
    const [webhook] = await webhooksOf(storage.store.db, payment.id);
    expect(JSON.parse(webhook?.payload ?? '')).toMatchObject({
      type: 'payment.review_required',
      data: { status: 'pending', reviewReasons: ['polling_stopped'], polling: false },
    });
    expect(await read(bystander)).toEqual(bystander);
  });

  it('sends a completed one whose details were never read to review', async () => {
    const payment = await leased(await changed(storage, (await pending(storage, 'ORDER-1')).id, UNVERIFIED));
    expect(await stopChecks(storage, payment)).toMatchObject({
      payment: { next_check_at: null, lease_owner: null, status_checks: 1 },
      change: { event: { kind: 'verification_stopped' }, webhook: 'payment.review_required' },
    });
    const [, webhook] = await webhooksOf(storage.store.db, payment.id);
    expect(JSON.parse(webhook?.payload ?? '')).toMatchObject({ data: { status: 'completed', reviewReasons: ['unverified'] } });
  });

  it('is written without another webhook where the shop has it already', async () => {
    const first = await leased(await pending(storage, 'ORDER-1'));
    const other = await leased(await pending(storage, 'ORDER-2'));
    await stopChecks(storage, first);
    const again = await leased(first);
    expect(await stopChecks(storage, again)).toEqual({
      payment: {
        ...again,
        lease_owner: null,
        lease_until: null,
        next_check_at: null,
        status_checks: 2,
        last_checked_at: storages.clock.now(),
      },
      change: null,
    });
    expect(await webhookTypes(first)).toEqual(['payment.review_required']);
    expect(await stopChecks(storage, other)).toMatchObject({ change: { event: { kind: 'polling_stopped' } } });
  });

  it('is written without a webhook for a payment that the merchant has resolved', async () => {
    const { id } = await pending(storage, 'ORDER-1');
    await changed(storage, id, { set: { resolution: 'not_received' }, event: { kind: 'resolved' } });
    const payment = await leased(await changed(storage, id, { event: { kind: 'test' } }));
    expect(await stopChecks(storage, payment)).toMatchObject({ payment: { next_check_at: null, lease_owner: null }, change: null });
    expect(await webhookTypes(payment)).toEqual([]);
    expect(await read(payment)).toMatchObject({ next_check_at: null });
  });

  it.each([
    ['whose details differ', { ...UNVERIFIED, set: { verified: 0, differences: 'amount' } }],
    ['whose details were verified', { ...UNVERIFIED, set: { verified: 1 } }],
    ['that failed', { to: 'failed', event: { kind: 'failed' } }],
  ] as const)('is not written for a payment %s', async (_name, change) => {
    const payment = await leased(await changed(storage, (await pending(storage, 'ORDER-1')).id, change));
    expect(await stopChecks(storage, payment)).toBeUndefined();
    expect(await read(payment)).toEqual(payment);
  });

  it('is not written if a check was asked for meanwhile: the payment stays due', async () => {
    const payment = await leased(await pending(storage, 'ORDER-1', { callbackSecret: 'a-secret' }));
    await receiveCallback(storages.at(1), 'a-secret', { serverCorrelationId: 'sc-1', status: 'completed' });
    expect(await stopChecks(storage, payment)).toBeUndefined();
    expect(await read(payment)).toMatchObject({ next_check_at: storages.clock.now(), lease_owner: storage.owner });
  });

  it('is not written by a worker that has lost its lease', async () => {
    const payment = await leased(await pending(storage, 'ORDER-1'));
    storages.clock.advance(LEASE_MS);
    const [taken] = await leaseDue(storages.at(1), LEASE_MS, 1);
    expect(await stopChecks(storage, payment)).toBeUndefined();
    expect(await read(payment)).toEqual(taken);
  });
});
