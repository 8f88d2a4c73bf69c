import type { Ariary } from '@tsena/shared';
import type { LinkId, OrderClaims, OrderReference } from '@tsena/shared/checkout';
import type { Link, LinkToCreate } from '@tsena/shared/merchant';
import { beforeEach, describe, expect, it } from 'vitest';
import { LINK } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { findLink, type LinkRow, markCancelled } from './linkRows.ts';
import { type CreateLinkRequest, createLink, openOrderPage, orderOfLink, returnUrlOf } from './paymentLinks.ts';

/** 2026-11-20T12:00:00Z, where the test's clock begins. */
const NOW = 1_795_176_000_000;
const HOUR = 3_600_000;
const HANTA = { name: 'Hanta', keyId: null, address: null };
const PUBLIC_URL = 'https://pay.example';

const storages = useStorages('sqlite');
beforeEach(async () => {
  storages.clock.advance(NOW - storages.clock.now());
});

const order = (text: string) => text as OrderReference;
const body = (change: Partial<LinkToCreate> = {}): LinkToCreate => ({
  amount: 25_000 as Ariary,
  reusable: false,
  ...change,
});

function create(
  change: Partial<LinkToCreate> = {},
  idempotency?: CreateLinkRequest['idempotency'],
  OPERATOR_ENVIRONMENT: 'sandbox' | 'production' = 'sandbox',
): Promise<Link> {
  const request = { body: body(change), by: HANTA, ...(idempotency === undefined ? {} : { idempotency }) };
  return createLink({ storage: storages.storage, current: () => ({ PUBLIC_URL, OPERATOR_ENVIRONMENT }) }, request);
}

const stored = (id: string): Promise<LinkRow | undefined> => findLink(storages.storage, id as LinkId);
const links = () => storages.storage.store.db.selectFrom('links').selectAll().execute();

describe('createLink', () => {
  it('stores what the merchant names, and shows it', async () => {
    const link = await create({
      order: order('INVOICE-7'),
      description: 'Lamba',
      returnUrl: 'http://shop.test/thanks',
      expiresAt: NOW + HOUR,
      reusable: true,
    });
    expect(link).toEqual({
      id: expect.stringMatching(/^link_[A-Za-z0-9_-]{22}$/),
      url: `https://pay.example/pay/${link.id}`,
      order: 'INVOICE-7',
      amount: '25000',
      currency: 'MGA',
      description: 'Lamba',
      reusable: true,
      status: 'active',
      createdAt: '2026-11-20T12:00:00.000Z',
      createdBy: 'Hanta',
      expiresAt: '2026-11-20T13:00:00.000Z',
      cancelledAt: null,
      cancelledBy: null,
    });
    expect(await stored(link.id)).toMatchObject({
      source: 'merchant',
      return_url: 'http://shop.test/thanks',
      claims_hash: null,
    });
  });

  it('accepts a time of expiry from the next millisecond on', async () => {
    const errors = [{ pointer: '/expiresAt', detail: 'a time in the future' }];
    await expect(create({ expiresAt: NOW })).rejects.toMatchObject({ code: 'invalid_request', extras: { errors } });
    expect(await create({ expiresAt: NOW + 1 })).toMatchObject({ status: 'active' });
  });

  it('ends a link after a duration, by the companion’s own clock', async () => {
    expect(await create({ expiresInSeconds: 3600 })).toMatchObject({
      createdAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-11-20T13:00:00.000Z',
    });
  });

  it('accepts only an https address to return to in production', async () => {
    const refused = {
      code: 'invalid_request',
      extras: { errors: [{ pointer: '/returnUrl', detail: 'an https address' }] },
    };
    await expect(create({ returnUrl: 'http://shop.test/' }, undefined, 'production')).rejects.toMatchObject(refused);
    await expect(create({ returnUrl: 'shop.test' }, undefined, 'production')).rejects.toMatchObject(refused);
    expect(await create({ returnUrl: 'https://shop.test/' }, undefined, 'production')).toMatchObject({
      status: 'active',
    });
    expect(await create({}, undefined, 'production')).toMatchObject({ status: 'active' });
  });

  describe('with an Idempotency-Key', () => {
    const once = { actor: 'key_1', key: 'once' };

    it('creates one link, and gives it again as it stands', async () => {
      const first = await create({ description: 'Lamba' }, once);
      await markCancelled(storages.storage, first.id, HANTA);
      storages.clock.advance(HOUR);
      expect(await create({ description: 'Lamba' }, once)).toMatchObject({ id: first.id, status: 'cancelled' });
      expect(await links()).toHaveLength(1);
    });
  });
});

describe('openOrderPage', () => {
  const claims: OrderClaims = {
    sub: order('ORDER-1'),
    amount: 25_000 as Ariary,
    currency: 'MGA',
    exp: NOW / 1000 + 60,
    description: 'Lamba',
    returnUrl: 'https://shop.test/thanks',
    originalTransactionReference: '636042511',
    foreignCurrency: 'EUR',
    foreignAmount: '5.10',
  };
  const open = (change: Partial<OrderClaims> = {}) =>
    openOrderPage({ storage: storages.storage }, { ...claims, ...change });

  it('stores the order as the shop signed it', async () => {
    const id = await open();
    expect(await stored(id)).toMatchObject({
      source: 'shop',
      order_reference: 'ORDER-1',
      amount: 25_000,
      description: 'Lamba',
      return_url: 'https://shop.test/thanks',
      original_transaction_reference: '636042511',
      foreign_currency: 'EUR',
      foreign_amount: '5.10',
      created_by: 'shop',
      expires_at: NOW + 60_000,
    });
  });

  it.each<[string, Partial<OrderClaims>]>([
    ['order', { sub: order('ORDER-2') }],
    ['amount', { amount: 25_001 as Ariary }],
    ['description', { description: 'Raffia' }],
    ['returnUrl', { returnUrl: 'https://shop.test/other' }],
    ['originalTransactionReference', { originalTransactionReference: '636042512' }],
    ['foreignCurrency', { foreignCurrency: 'USD' }],
    ['foreignAmount', { foreignAmount: '5.11' }],
  ])('leads another %s to a page of its own', async (_name, change) => {
    const id = await open();
    expect(await open(change)).not.toBe(id);
  });

  it('keeps a page without end if the shop signs a date that no calendar has', async () => {
    expect(await stored(await open({ exp: 1e15 }))).toMatchObject({ expires_at: 8_640_000_000_000_000 });
  });
});

describe('orderOfLink', () => {
  const link = { ...LINK, order_reference: order('POSTER') };

  it('is the link’s own order, with what the shop signed', () => {
    expect(orderOfLink(link, 'ABC')).toEqual({ sub: 'POSTER', amount: 25_000, currency: 'MGA' });
    const signed = {
      description: 'Lamba',
      original_transaction_reference: '636042511',
      foreign_currency: 'EUR',
      foreign_amount: '5.10',
    };
    expect(orderOfLink({ ...link, ...signed }, 'ABC')).toEqual({
      sub: 'POSTER',
      amount: 25_000,
      currency: 'MGA',
      description: 'Lamba',
      originalTransactionReference: '636042511',
      foreignCurrency: 'EUR',
      foreignAmount: '5.10',
    });
  });

  it('is an order of its own for each form of a reusable link', () => {
    expect(orderOfLink({ ...link, reusable: 1 }, 'ABC').sub).toBe('POSTER-ABC');
  });
});

describe('returnUrlOf', () => {
  it.each([
    ['https://shop.test/thanks?lang=mg', 'https://shop.test/thanks?lang=mg&order=A%2FB+1'],
    ['https://shop.test/?order=OTHER', 'https://shop.test/?order=A%2FB+1'],
    ['not an address', null],
    [null, null],
  ])('makes of %s the address %s', (return_url, expected) => {
    expect(returnUrlOf({ return_url }, order('A/B 1'))).toBe(expected);
  });
});
