import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { openStorages, type Storages, untilBlocked } from '../../test/support/storages.ts';
import { checkRateLimits, lockValue, type OpeningPayment } from './rateLimits.ts';
import type { PaymentsTable } from './schema.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PHONE = '0343500003' as Msisdn;
const LIMIT = { count: 2, windowMs: 10 * MINUTE };

describe.each(STORES)('the rate limits on %s', (kind) => {
  let storages: Storages;
  beforeAll(async () => {
    storages = await openStorages(kind, 2);
  });
  beforeEach(() => storages.empty());
  afterAll(() => storages.close());

  const now = () => storages.clock.now();
  const order = (text: string) => text as OrderReference;
  /** A payment that was created so long ago, ms. */
  const before = (ms: number, change: Partial<PaymentsTable> = {}) =>
    seedPayment(storages.storage.store, {
      status: 'failed',
      msisdn: PHONE,
      address_hash: 'address',
      created_at: now() - ms,
      sent_at: now() - ms,
      ...change,
    });
  const check = (change: Partial<OpeningPayment> = {}) =>
    storages.storage.store.transact((work) =>
      checkRateLimits(
        storages.storage,
        work,
        {
          order: order('NEW'),
          msisdn: PHONE,
          addressHash: 'address',
          limits: { perMsisdn: null, perIp: null },
          ...change,
        },
        now(),
      ),
    );
  const perMsisdn = { limits: { perMsisdn: LIMIT, perIp: null } };
  const perIp = { limits: { perMsisdn: null, perIp: LIMIT } };

  it('count the payments of a phone number within the period', async () => {
    await before(10 * MINUTE - 1);
    expect(await check(perMsisdn)).toBeUndefined();
    await before(3 * MINUTE);
    expect(await check(perMsisdn)).toEqual({ kind: 'limited', code: 'too_many_for_msisdn', retryAfterMs: 1 });
    storages.clock.advance(1);
    expect(await check(perMsisdn)).toBeUndefined();
  });

  it('count the payments from an address within the period', async () => {
    await before(10 * MINUTE - 1, { msisdn: '0343500009' as Msisdn });
    expect(await check(perIp)).toBeUndefined();
    await before(3 * MINUTE, { msisdn: '0343500008' as Msisdn });
    expect(await check(perIp)).toEqual({ kind: 'limited', code: 'too_many_from_address', retryAfterMs: 1 });
    storages.clock.advance(1);
    expect(await check(perIp)).toBeUndefined();
  });

  it('do not count the payments of other phone numbers and addresses', async () => {
    for (let index = 0; index < 3; index += 1) await before(MINUTE, { msisdn: '0343500009' as Msisdn, address_hash: 'another' });
    expect(await check({ limits: { perMsisdn: LIMIT, perIp: LIMIT } })).toBeUndefined();
  });

  it('wait for the period of the payment that fills it, not of an older one', async () => {
    await before(9 * MINUTE);
    await before(8 * MINUTE);
    await before(7 * MINUTE);
    expect(await check(perMsisdn)).toMatchObject({ retryAfterMs: 2 * MINUTE });
  });

  it('apply both: a full phone number first, then a full address', async () => {
    await before(MINUTE);
    await before(MINUTE);
    const limits = { perMsisdn: LIMIT, perIp: LIMIT };
    expect(await check({ limits })).toMatchObject({ code: 'too_many_for_msisdn' });
    expect(await check({ limits, msisdn: '0343500009' as Msisdn })).toMatchObject({ code: 'too_many_from_address' });
    expect(await check({ limits, msisdn: '0343500009' as Msisdn, addressHash: 'another' })).toBeUndefined();
  });

  it('are off where they are not set, and for an address that is not known', async () => {
    for (let index = 0; index < 3; index += 1) await before(MINUTE);
    await before(1000, { status: 'pending' });
    expect(await check()).toBeUndefined();
    expect(await check({ ...perIp, addressHash: null })).toBeUndefined();
  });

  it('count payments that are being sent, and four times as many that were never sent', async () => {
    await before(MINUTE, { sent_at: null });
    await before(MINUTE, { sent_at: null });
    expect(await check(perIp)).toBeUndefined();
    for (let index = 0; index < 5; index += 1) await before(MINUTE, { sent_at: null });
    expect(await check(perIp)).toBeUndefined();
    await before(2 * MINUTE, { sent_at: null });
    expect(await check(perIp)).toEqual({ kind: 'limited', code: 'too_many_from_address', retryAfterMs: 8 * MINUTE });
  });

  it.each(['created', 'sending'] as const)('count a payment in %s, whose request may still go out', async (status) => {
    await before(MINUTE, { status, sent_at: null });
    await before(MINUTE, { status, sent_at: null });
    expect(await check(perIp)).toMatchObject({ code: 'too_many_from_address' });
  });

  describe('allow one prompt on a phone', () => {
    const roomy = { limits: { perMsisdn: { count: 100, windowMs: 2 * HOUR }, perIp: null } };

    it.each(['created', 'sending', 'pending'] as const)('for a minute after a payment in %s', async (status) => {
      await before(MINUTE - 1, { status, order_reference: order('OTHER') });
      expect(await check(roomy)).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 1 });
      expect(await check({ ...roomy, order: order('OTHER') })).toBeUndefined();
      expect(await check({ ...roomy, msisdn: '0343500009' as Msisdn })).toBeUndefined();
      storages.clock.advance(1);
      expect(await check(roomy)).toBeUndefined();
    });

    it.each(['unresolved', 'completed', 'failed'] as const)('and none for a payment in %s', async (status) => {
      await before(1000, { status });
      expect(await check(roomy)).toBeUndefined();
    });

    it('while a payment waits to be sent, at most for an hour', async () => {
      const waiting = { status: 'created', sent_at: null, lease_until: now() + 10_000 } as const;
      await before(HOUR, waiting);
      expect(await check(roomy)).toBeUndefined();
      await before(HOUR - 1, waiting);
      expect(await check(roomy)).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: MINUTE });
    });

    it('rather than name the period that is full', async () => {
      await before(1000, { status: 'pending' });
      await before(1000, { status: 'pending' });
      expect(await check(perMsisdn)).toMatchObject({ code: 'prompt_open' });
    });
  });

  it.runIf(kind === 'postgres').each([
    ['msisdn', 'msisdn', PHONE, true],
    ['address_hash', 'address_hash', PHONE, true],
    ['msisdn', 'address_hash', PHONE, false],
    ['msisdn', 'msisdn', '0343500009', false],
  ] as const)('let one instance at a time count: a lock on %s, then on %s of %s, waits: %s', async (one, other, value, waits) => {
    const [first, second] = storages.instances;
    if (first === undefined || second === undefined) throw new Error('two instances');
    const ended: string[] = [];
    let locking: Promise<unknown> = Promise.resolve();
    await first.store.transact(async (work) => {
      await lockValue(first, work, one, PHONE);
      locking = second.store.transact((others) => lockValue(second, others, other, value)).then(() => ended.push('second'));
      await untilBlocked(storages, locking);
      ended.push('first');
    });
    await locking;
    expect(ended).toEqual(waits ? ['first', 'second'] : ['second', 'first']);
  });

  it.runIf(kind === 'postgres').each([
    ['the phone number', perMsisdn],
    ['the address', perIp],
  ])('are checked by one instance at a time for %s', async (_name, { limits }) => {
    const [first, second] = storages.instances;
    if (first === undefined || second === undefined) throw new Error('two instances');
    const opening = { order: order('NEW'), msisdn: PHONE, addressHash: 'address', limits };
    const ended: string[] = [];
    let checking: Promise<unknown> = Promise.resolve();
    await first.store.transact(async (work) => {
      await checkRateLimits(first, work, opening, now());
      checking = second.store.transact((others) => checkRateLimits(second, others, opening, now())).then(() => ended.push('second'));
      await untilBlocked(storages, checking);
      ended.push('first');
    });
    await checking;
    expect(ended).toEqual(['first', 'second']);
  });
});
