import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testClock } from '../../../test/support/operatorFixture.ts';
import { Secret } from '../../config/secret.ts';
import { createOrderTokens } from './orderToken.ts';

const SECRET = 'the-secret-that-signs-order-tokens-1';
const OLD_SECRET = 'the-secret-that-signed-before-today-2';
const clock = testClock();
const now = Math.floor(clock.now() / 1000);
const tokens = createOrderTokens([new Secret(SECRET), new Secret(OLD_SECRET)], clock);
const order = { sub: 'ORDER-1', amount: '25000' };

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** Builds a token by hand, so that any part of it can be wrong. */
function forge(
  payload: unknown,
  { header = { alg: 'HS256', typ: 'JWT' } as unknown, secret = SECRET, hash = 'sha256' } = {},
): string {
  const signed = `${encode(header)}.${encode(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

async function code(token: string | undefined): Promise<string> {
  const reading = await tokens.verify(token);
  return reading.ok ? 'ok' : reading.code;
}

test('verify returns the documented claims', async () => {
  const claims = {
    ...order,
    currency: 'MGA',
    description: 'Kitapo',
    returnUrl: 'https://shop.example/back',
    originalTransactionReference: '636042511',
    foreignCurrency: 'EUR',
    foreignAmount: '5.40',
  } as const;
  expect(await tokens.verify(forge({ ...claims, exp: now + 60 }))).toEqual({
    ok: true,
    claims: { ...claims, amount: 25000, exp: now + 60 },
  });
});

test('verify accepts a minted token until it expires', async () => {
  const clock = testClock();
  const minting = createOrderTokens([new Secret(SECRET)], clock);
  const token = await minting.mint(order, 900);
  expect(await minting.verify(token)).toMatchObject({
    ok: true,
    claims: { sub: 'ORDER-1', amount: 25000, currency: 'MGA' },
  });
  clock.advance(910_000);
  expect(await minting.verify(token)).toMatchObject({
    ok: false,
    code: 'order_token_expired',
    errors: [{ pointer: '/exp' }],
  });
});

test.each([
  ['http://shop.example', false],
  ['http://shop.example/https:', false],
  ['https://shop.example', true],
  [undefined, true],
])('in production, the returnUrl %s is accepted: %s; it must be https', async (returnUrl, ok) => {
  const token = forge({ ...order, returnUrl, exp: now + 60 });
  const refusal = { ok: false, code: 'order_token_claims', errors: [{ pointer: '/returnUrl' }] };
  expect(await createOrderTokens([new Secret(SECRET)], clock, true).verify(token)).toMatchObject(ok ? { ok } : refusal);
  expect(await code(token)).toBe('ok');
});

test('mint rejects claims that verify rejects, and names them', async () => {
  await expect(tokens.mint({ sub: '', amount: '99' }, 60)).rejects.toThrow(/^sub must be .*\. amount must be .*\.$/);
});

test('during a rotation, verify accepts both secrets and mint uses the first', async () => {
  expect(await code(forge({ ...order, exp: now + 60 }, { secret: OLD_SECRET }))).toBe('ok');
  const onlyFirst = createOrderTokens([new Secret(SECRET)], clock);
  expect(await onlyFirst.verify(await tokens.mint(order, 60))).toMatchObject({ ok: true });
});

test('verify rejects a token that the shop did not sign with HS256', async () => {
  const good = forge({ ...order, exp: now + 60 });
  const [head, , signature] = good.split('.');
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const rsaSigned = `${encode({ alg: 'RS256' })}.${encode({ ...order, exp: now + 60 })}`;
  const cases: Record<string, string> = {
    'alg none': `${encode({ alg: 'none' })}.${encode({ ...order, exp: now + 60 })}.`,
    'alg nOnE': `${encode({ alg: 'nOnE' })}.${encode({ ...order, exp: now + 60 })}.`,
    'RS256 in the header, HMAC with the secret': forge({ ...order, exp: now + 60 }, { header: { alg: 'RS256' } }),
    'RS256 by another key': `${rsaSigned}.${sign('sha256', Buffer.from(rsaSigned), privateKey).toString('base64url')}`,
    'HS256 with a public key as the secret': forge({ ...order, exp: now + 60 }, { secret: publicPem }),
    'HS512 with the right secret': forge({ ...order, exp: now + 60 }, { header: { alg: 'HS512' }, hash: 'sha512' }),
    'another secret': forge({ ...order, exp: now + 60 }, { secret: 'somebody-elses-secret-of-32-characters' }),
    'a changed amount': `${head}.${encode({ ...order, amount: '100', exp: now + 60 })}.${signature}`,
    'no signature': good.split('.').slice(0, 2).join('.'),
    'an unknown crit header': forge({ ...order, exp: now + 60 }, { header: { alg: 'HS256', crit: ['x'], x: 1 } }),
    'a payload that is no object': forge('"ORDER-1"'),
    'a payload that is no JSON': forge('{'),
    '10 kB': forge({ ...order, exp: now + 60, padding: 'x'.repeat(10_000) }),
  };
  for (const [name, token] of Object.entries(cases))
    expect([name, await code(token)]).toEqual([name, 'order_token_invalid']);
});

test.each([undefined, ''])('verify reports the token %j as missing', async (token) => {
  expect(await code(token)).toBe('order_token_missing');
});

test('verify accepts a token for less than five seconds after it expired', async () => {
  expect(await code(forge({ ...order, exp: now - 4 }))).toBe('ok');
  expect(await code(forge({ ...order, exp: now - 5 }))).toBe('order_token_expired');
});

test('verify refuses an expiry in ms, with which a token would never end', async () => {
  expect(await tokens.verify(forge({ ...order, exp: now * 1000 }))).toMatchObject({
    code: 'order_token_claims',
    errors: [{ pointer: '/exp' }],
  });
});

test('verify accepts a token of 4096 characters, and none that is longer', async () => {
  const tokenOf = (length: number) => {
    for (let size = 0; size < 3000; size += 1) {
      for (const kid of ['', 'a', 'ab']) {
        const token = forge({ ...order, exp: now + 60, padding: 'x'.repeat(size) }, { header: { alg: 'HS256', kid } });
        if (token.length === length) return token;
      }
    }
    return expect.unreachable(`no token has ${length} characters`);
  };
  expect(await code(tokenOf(4096))).toBe('ok');
  expect(await code(tokenOf(4097))).toBe('order_token_invalid');
});

describe('verify names invalid claims by pointer', () => {
  const exp = now + 60;
  const cases: readonly (readonly [string, object, readonly string[]])[] = [
    ['no exp', order, ['/exp']],
    ['not valid yet', { ...order, exp, nbf: now + 600 }, ['/nbf']],
    ['a time of issue that is a text', { ...order, exp, iat: 'today' }, ['/iat']],
    ['amount as number', { ...order, amount: 25000, exp }, ['/amount']],
    [
      'several at once',
      { sub: 'ORDER-1', amount: 1, foreignCurrency: 'euro', foreignAmount: 'x', exp },
      ['/amount', '/foreignCurrency', '/foreignAmount'],
    ],
  ];
  test.each(cases)('%s', async (_name, payload, pointers) => {
    const reading = await tokens.verify(forge(payload));
    expect(reading).toMatchObject({ ok: false, code: 'order_token_claims' });
    if (reading.ok) return;
    expect(reading.errors.map(({ pointer }) => pointer).sort()).toEqual([...pointers].sort());
    expect(reading.errors.every(({ detail }) => detail.length > 10)).toBe(true);
  });
});
