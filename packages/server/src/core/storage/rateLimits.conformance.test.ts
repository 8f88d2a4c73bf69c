import type { Msisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { newLink } from '../../../test/support/storages.ts';
import { endsOf, useStorages } from '../../../test/support/useStorages.ts';
import type { PaymentsTable } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import { refuseByLimits } from '../rules/rateLimits.ts';
import { lockPayer } from './locks.ts';
import { countedPayer, type OpeningPayment, readPeriodsFull, readPrompts } from './rateLimits.ts';
import type { Storage } from './storage.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PHONE = '0343500003' as Msisdn;
const LIMIT = { count: 2, windowMs: 10 * MINUTE };

describe.each(STORES)('the rate limits on %s', (kind) => {
  const storages = useStorages(kind, 2);

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
  type Opening = Partial<Omit<OpeningPayment, 'limits'>> & { readonly limits?: Partial<OpeningPayment['limits']> };
  const openingOf = ({ limits, ...change }: Opening): OpeningPayment => ({
    order: order('NEW'),
    msisdn: PHONE,
    addressHash: 'address',
    linkSource: null,
    ...change,
    limits: { perMsisdn: null, perIp: null, perLink: null, ...limits },
    cooldownMs: 3 * MINUTE,
  });
  const check = (change: Opening = {}) =>
    storages.storage.store.transact(async (trx) => {
      const opening = openingOf(change);
      const prompts = await readPrompts(trx, opening, now());
      const refusal = refuseByLimits(
        opening.limits,
        prompts,
        await readPeriodsFull(trx, opening, now()),
        now(),
        opening.cooldownMs,
      );
      return refusal ?? undefined;
    });

  const perMsisdn = { limits: { perMsisdn: LIMIT } };
  const perIp = { limits: { perIp: LIMIT } };

  it.each([
    ['of a phone number', perMsisdn, {}, 'too_many_for_msisdn'],
    ['from an address', perIp, { msisdn: '0343500009' as Msisdn }, 'too_many_from_address'],
  ])('count the payments %s within the period', async (_whose, limits, change, code) => {
    await before(10 * MINUTE - 1, change);
    expect(await check(limits)).toBeUndefined();
    await before(3 * MINUTE, change);
    expect(await check(limits)).toEqual({ kind: 'limited', code, retryAfterMs: 1 });
    storages.clock.advance(1);
    expect(await check(limits)).toBeUndefined();
  });

  it('do not count the payments of other phone numbers and addresses', async () => {
    for (let index = 0; index < 3; index += 1)
      await before(MINUTE, { msisdn: '0343500009' as Msisdn, address_hash: 'another' });
    expect(await check({ limits: { perMsisdn: LIMIT, perIp: LIMIT } })).toBeUndefined();
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

    it.each(['created', 'sending', 'pending', 'unresolved'] as const)(
      'for the cool-down after a payment in %s',
      async (status) => {
        await before(3 * MINUTE - 1, { status, order_reference: order('OTHER') });
        expect(await check(roomy)).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 1 });
        expect(await check({ ...roomy, order: order('OTHER') })).toBeUndefined();
        expect(await check({ ...roomy, msisdn: '0343500009' as Msisdn })).toBeUndefined();
        storages.clock.advance(1);
        expect(await check(roomy)).toBeUndefined();
      },
    );

    it('while a payment waits to be sent, at most for an hour', async () => {
      const waiting = { status: 'created', sent_at: null, lease_until: now() + 10_000 } as const;
      await before(HOUR, waiting);
      expect(await check(roomy)).toBeUndefined();
      await before(HOUR - 1, waiting);
      expect(await check(roomy)).toEqual({ kind: 'limited', code: 'prompt_open', retryAfterMs: 3 * MINUTE });
    });

    it('and count none of a payment with a result, or of one that the merchant has resolved', async () => {
      await before(1000, { status: 'failed' });
      await before(1000, { status: 'completed' });
      await before(1000, { status: 'unresolved', resolution: 'not_received' });
      expect(await check(roomy)).toBeUndefined();
    });
  });

  it('count prompts of an address that nobody approved, through public links only', async () => {
    const link = await newLink(storages.storage);
    const limits = { perLink: LIMIT };
    await before(9 * MINUTE, { link_id: link });
    await before(8 * MINUTE, { link_id: link, status: 'completed' });
    await before(7 * MINUTE, { link_id: link, status: 'unresolved', resolution: 'received' });
    await before(6 * MINUTE, { link_id: null });
    await before(5 * MINUTE, { link_id: link, address_hash: 'another' });
    await before(4 * MINUTE, { link_id: link, sent_at: null });
    expect(await check({ limits, linkSource: 'merchant' })).toBeUndefined();
    await before(3 * MINUTE, { link_id: link, status: 'pending' });
    expect(await check({ limits, linkSource: 'merchant' })).toEqual({
      kind: 'limited',
      code: 'too_many_from_address',
      retryAfterMs: MINUTE,
    });
    expect(await check({ limits, linkSource: 'shop' })).toBeUndefined();
  });

  it.runIf(kind === 'postgres').each([
    ['the phone number', perMsisdn, { addressHash: 'another' }, true],
    ['the address', perIp, { msisdn: '0343500009' as Msisdn }, true],
    [
      'the address of a counter',
      { by: 'counter', limits: { perLink: LIMIT } },
      { msisdn: '0343500009' as Msisdn },
      true,
    ],
    ['the phone number on a link, without a limit', { linkSource: 'shop' as const }, {}, true],
    [
      'neither',
      { limits: { perMsisdn: LIMIT, perIp: LIMIT } },
      { msisdn: '0343500009' as Msisdn, addressHash: 'another' },
      false,
    ],
    ['the same of both, without a limit', {}, {}, false],
  ])('are read by one instance at a time for %s', async (_name, both, change, waits) => {
    const lock = (opening: Opening) => (storage: Storage, trx: Trx) =>
      lockPayer(storage, trx, countedPayer(openingOf(opening)));
    expect(await endsOf(storages, lock(both), lock({ ...both, ...change }))).toEqual(
      waits ? ['first', 'second'] : ['second', 'first'],
    );
  });
});
