import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attempt, changed, type Ledgers, opened, openLedgers, pending, together } from '../testing/ledgers.ts';
import { STORES } from '../testing/stores.ts';
import { candidatesOf, rejectCandidate, storeCallback } from './callbacks.ts';
import { leaseDue, releaseAfterLook } from './leases.ts';
import type { Ledger } from './ledger.ts';
import { findPayment, historyOf } from './reads.ts';
import type { StoredPayment } from './schema.ts';

const SECRET = 'c2VjcmV0LW9mLXRoZS1jYWxsYmFjay1hZGRyZXNzLTE';
const HOUR = 60 * 60_000;

describe.each(STORES)('callbacks on %s', (kind) => {
  let ledgers: Ledgers;
  let ledger: Ledger;
  beforeAll(async () => {
    ledgers = await openLedgers(kind, 3);
    ledger = ledgers.ledger;
  });
  beforeEach(() => ledgers.empty());
  afterAll(() => ledgers.close());

  async function read({ id }: StoredPayment): Promise<StoredPayment> {
    const payment = await findPayment(ledger.store.db, id);
    if (payment === undefined) throw new Error('the payment is gone');
    return payment;
  }

  /** A payment whose outcome is unknown, and which nobody follows any more. */
  async function unresolved(): Promise<StoredPayment> {
    const created = await opened(ledger, attempt('ORDER-1', { callbackSecret: SECRET }));
    await changed(ledger, created.id, { to: 'sending', set: { sent_at: ledgers.clock.now() }, event: { kind: 'sending' } });
    const free = { lease_owner: null, lease_until: null, next_look_at: null };
    return changed(ledger, created.id, { to: 'unresolved', set: free, event: { kind: 'outcome unknown' } });
  }

  async function leased(by = ledger): Promise<StoredPayment> {
    const [payment] = await leaseDue(by, 12_000, 1);
    if (payment === undefined) throw new Error('nothing is due');
    return payment;
  }

  it('are stored under the secret that belongs to one attempt, and under no other', async () => {
    const payment = await unresolved();
    expect(await storeCallback(ledger, 'another', { serverCorrelationId: 'sc-1', word: 'completed' })).toBeUndefined();
    expect(await storeCallback(ledger, SECRET, { serverCorrelationId: 'sc-1', word: 'completed' })).toMatchObject({ id: payment.id });
    expect(await candidatesOf(ledger.store.db, payment.id, 5)).toMatchObject([
      { server_correlation_id: 'sc-1', word: 'completed', times: 1 },
    ]);
  });

  it('that come again and again at the same moment are counted, and looked at once', async () => {
    const payment = await unresolved();
    await together(20, (index) => storeCallback(ledgers.at(index), SECRET, { serverCorrelationId: 'sc-1', word: 'completed' }));
    expect(await candidatesOf(ledger.store.db, payment.id, 5)).toMatchObject([{ times: 20 }]);
    expect(await read(payment)).toMatchObject({ callback_looks: 1, next_look_at: ledgers.clock.now() });
    expect((await historyOf(ledger.store.db, payment.id)).filter((event) => event.kind === 'callback')).toHaveLength(1);
  });

  it('during a look cause another one afterwards, even where the look saw no reason for it', async () => {
    const payment = await unresolved();
    await storeCallback(ledger, SECRET, { serverCorrelationId: 'forged', word: 'completed' });
    const held = await leased();
    await storeCallback(ledgers.at(1), SECRET, { serverCorrelationId: 'real', word: 'completed' });
    await rejectCandidate(ledger, held, 'forged', 'the operator does not know it');
    expect(await releaseAfterLook(ledger, held, null)).toBe(ledgers.clock.now());
    expect(await leased(ledgers.at(2))).toMatchObject({ id: payment.id });
    expect(await candidatesOf(ledger.store.db, payment.id, 5)).toMatchObject([{ server_correlation_id: 'real' }]);
  });

  it('before a look cause no second one', async () => {
    await unresolved();
    await storeCallback(ledger, SECRET, { serverCorrelationId: 'sc-1', word: 'completed' });
    await storeCallback(ledger, SECRET, { serverCorrelationId: 'sc-1', word: 'failed' });
    const held = await leased();
    expect(await releaseAfterLook(ledger, held, null)).toBeNull();
  });

  it('of a payment that nobody has doubts about are kept, and change nothing', async () => {
    const payment = await pending(ledger, 'ORDER-1', { callbackSecret: SECRET });
    await changed(ledger, payment.id, { to: 'completed', set: { next_look_at: null }, event: { kind: 'completed' } });
    await storeCallback(ledger, SECRET, { serverCorrelationId: 'sc-1', word: 'failed' });
    expect(await read(payment)).toMatchObject({ status: 'completed', next_look_at: null, callback_looks: 0 });
  });

  it('in a flood cost few looks and a bounded number of rows', async () => {
    const payment = await unresolved();
    const started = ledgers.clock.now();
    let looks = 0;
    for (let call = 0; call < 300; call += 1) {
      await storeCallback(ledger, SECRET, { serverCorrelationId: `forged-${call}`, word: 'completed' });
      const [held] = await leaseDue(ledger, 12_000, 1);
      if (held !== undefined) {
        looks += 1;
        await storeCallback(ledger, SECRET, { serverCorrelationId: `during-${call}`, word: 'completed' });
        await releaseAfterLook(ledger, held, null);
      }
      ledgers.clock.advance(1000);
    }
    expect(ledgers.clock.now() - started).toBeLessThan(HOUR);
    // Five at once, then ten seconds apart.
    expect(looks).toBeLessThanOrEqual(5 + 300 / 10);
    expect(looks).toBeGreaterThanOrEqual(20);
    expect((await historyOf(ledger.store.db, payment.id)).length).toBeLessThan(60);
    expect((await historyOf(ledger.store.db, payment.id)).length).toBeGreaterThanOrEqual(looks);
    expect((await candidatesOf(ledger.store.db, payment.id, 100)).length).toBe(20);
  });

  it('and their refutation at the same moment do not lock each other out', async () => {
    const payment = await unresolved();
    for (let index = 0; index < 8; index += 1) {
      await storeCallback(ledger, SECRET, { serverCorrelationId: `sc-${index}`, word: 'completed' });
    }
    await together<unknown>(32, (index) =>
      index % 2 === 0
        ? storeCallback(ledgers.at(index), SECRET, { serverCorrelationId: `sc-${index % 8}`, word: 'completed' })
        : rejectCandidate(ledgers.at(index), payment, `sc-${index % 8}`, 'it belongs to another payment'),
    );
    const versions = (await historyOf(ledger.store.db, payment.id)).map(({ version }) => version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });
});
