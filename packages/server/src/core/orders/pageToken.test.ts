import { createHash, createHmac } from 'node:crypto';
import type { Ariary } from '@tsena/shared';
import type { LinkId, PaymentId } from '@tsena/shared/checkout';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/operatorFixture.ts';
import { Secret } from '../../config/secret.ts';
import { createOrderTokens } from './orderToken.ts';
import { createPageTokens } from './pageToken.ts';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];
const LINK = `link_${'A'.repeat(22)}` as LinkId;
const PAYMENT = `pay_${'A'.repeat(22)}` as PaymentId;
const CONTENT = { link: LINK, oneTimeValue: '0123456789AB', payment: PAYMENT };
const AMOUNT = 25000 as Ariary;

test('a page token is read for an hour, with the hash of its form', async () => {
  const clock = testClock();
  const tokens = createPageTokens([new Secret(NEW)], clock);
  const token = await tokens.sign(CONTENT, AMOUNT);
  const formHash = createHash('sha256').update('0123456789AB').digest('base64url');
  expect(await tokens.verify(token)).toEqual({ ok: true, page: { ...CONTENT, formHash } });
  clock.advance(3_600_000);
  expect(await tokens.verify(token)).toMatchObject({ ok: true });
  clock.advance(6_000);
  expect(await tokens.verify(token)).toEqual({ ok: false, code: 'order_token_expired' });
});

test('a page token names its amount for the widget, and neither order nor number', async () => {
  const token = await createPageTokens([new Secret(NEW)], testClock()).sign({ ...CONTENT, payment: null }, AMOUNT);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(Object.keys(claims).sort()).toEqual(['amount', 'exp', 'form', 'iat', 'link']);
  expect(claims.amount).toBe('25000');
});

test('a token that was signed before a rotation of the secrets is read', async () => {
  const clock = testClock();
  const token = await createPageTokens([new Secret(OLD)], clock).sign(CONTENT, AMOUNT);
  expect(await createPageTokens([new Secret(NEW), new Secret(OLD)], clock).verify(token)).toMatchObject({ ok: true });
  expect(await createPageTokens([new Secret(NEW)], clock).verify(token)).toEqual({
    ok: false,
    code: 'order_token_invalid',
  });
});

test('no token that a shop signs is a page token, nor the other way round', async () => {
  const clock = testClock();
  const pages = createPageTokens([new Secret(NEW)], clock);
  const orders = createOrderTokens([new Secret(NEW)], clock);
  const claims = { amount: '25000', link: LINK, form: CONTENT.oneTimeValue, sub: 'ORDER-1' };
  const expiry = Math.floor(clock.now() / 1000) + 60;
  const sign = (key: Uint8Array, typ: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).setExpirationTime(expiry).sign(key);
  const shopsKey = new TextEncoder().encode(NEW);
  const pagesKey = createHmac('sha256', NEW).update('tsena page token').digest();
  expect(await pages.verify(await sign(shopsKey, 'tsena-page+jwt'))).toEqual({
    ok: false,
    code: 'order_token_invalid',
  });
  expect(await pages.verify(await sign(pagesKey, 'JWT'))).toEqual({ ok: false, code: 'order_token_invalid' });
  expect(await pages.verify(await sign(pagesKey, 'tsena-page+jwt'))).toMatchObject({ ok: true });
  expect(await orders.verify(await pages.sign(CONTENT, AMOUNT))).toMatchObject({
    ok: false,
    code: 'order_token_invalid',
  });
});

describe('a signed page token is invalid', () => {
  const clock = testClock();
  const key = createHmac('sha256', NEW).update('tsena page token').digest();
  const claims = { amount: '25000', link: LINK, form: CONTENT.oneTimeValue };
  const exp = Math.floor(clock.now() / 1000) + 60;
  const verify = async (payload: object, alg = 'HS256') => {
    const token = await new SignJWT({ ...payload }).setProtectedHeader({ alg, typ: 'tsena-page+jwt' }).sign(key);
    return createPageTokens([new Secret(NEW)], clock).verify(token);
  };

  test.each([
    ['without a time of expiry', claims],
    ['without a link', { ...claims, link: undefined, exp }],
    ['with an id that is no link’s', { ...claims, link: PAYMENT, exp }],
    ['without a form', { ...claims, form: undefined, exp }],
    ['with a form that the companion did not write', { ...claims, form: '0123456789ABC', exp }],
    ['with an id that is no payment’s', { ...claims, payment: LINK, exp }],
  ])('%s', async (_name, payload) => {
    expect(await verify(payload)).toEqual({ ok: false, code: 'order_token_invalid' });
  });

  test('with another algorithm', async () => {
    expect(await verify({ ...claims, exp })).toMatchObject({ ok: true });
    expect(await verify({ ...claims, exp }, 'HS512')).toEqual({ ok: false, code: 'order_token_invalid' });
  });
});

test.each(['', 'x', '..', 'e30.e30.e30', '.'.repeat(10_000)])('the token %j is invalid', async (token) => {
  const pages = createPageTokens([new Secret(NEW)], testClock());
  expect(await pages.verify(token)).toEqual({ ok: false, code: 'order_token_invalid' });
});
