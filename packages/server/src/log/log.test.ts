import { describe, expect, test } from 'vitest';
import { testSettings } from '../../test/support/operatorFixture.ts';
import { createLog, secretsOf } from './log.ts';
import { redact } from './redact.ts';

const JWT = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"ORDER-1","amount":"25000"}').toString('base64url')}.c2lnbmF0dXJlLW9mLWl0`;
const WHSEC = 'whsec_MfKQ9r8GKYqTwjUPD8ILPZIo2LaLaSw';
const CALLBACK = 'https://pay.example/v1/callbacks/Zm9vYmFyYmF6cXV4Zm9v';

const SECRETS: Readonly<Record<string, string>> = {
  'ten digits': '0343500003',
  'as people write it': '034 35 000 03',
  'with no-break spaces': '034\u00a035\u00a0000\u00a003',
  'with the country code': '261343500003',
  'with a plus': '+261 34 35 000 03',
  'with 00': '00261343500003',
  'with a needless zero': '+261 (0) 34 35 000 03',
  'without the zero': '343500003',
  'without the zero, with spaces': '34 35 000 03',
  'with slashes': '034/35/000/03',
  'with underscores': '034_35_000_03',
  'digit by digit': '0 3 4 3 5 0 0 0 0 3',
  'digit by digit, with the country code': '+2 6 1 3 4 3 5 0 0 0 0 3',
  'digit by digit, with hyphens': '0-3-4-3-5-0-0-0-0-3',
  'with zero-width spaces': '034\u200b35\u200b000\u200b03',
  'with middle dots': '034·35·000·03',
  'in full-width digits': '０３４　３５－０００－０３',
  'as the header has it': 'msisdn;0343500003',
  'in a query, encoded': 'x?msisdn=%2B261343500003',
  'after an encoded space': 'tel%200343500003',
  'glued to letters': 'client0343500003x',
  'in JSON in a text': '{"debitParty":[{"key":"msisdn","value":"0343500003"}]}',
  'a bearer token': 'Authorization: Bearer 5b2f4d9e-1c7a-3a37-9f0e-6d1f0f5d7c11',
  'basic credentials': 'Basic dGVzdC1jb25zdW1lci1rZXk6dGVzdA==',
  'a JWT': JWT,
  'a JWT in a path': `/v1/checkout?token=${JWT}`,
  'a cut JWT': JWT.slice(0, 40),
  'a webhook secret': WHSEC,
  'a callback address': CALLBACK,
  'a callback path, encoded': '%2Fv1%2Fcallbacks%2FZm9vYmFyYmF6cXV4Zm9v',
  'a database’s password': 'postgres://tsena:pa55word@db.example/tsena',
  'a token answer': '{"access_token":"opaque-value-1","expires_in":3600}',
  'a form': 'grant_type=client_credentials&client_secret=opaque-value-1',
};

/** Matches what redaction must remove. */
const TRACES =
  /3\D{0,2}5\D{0,2}0\D{0,2}0\D{0,2}0\D{0,2}0\D{0,2}3|３５\D{0,2}０|1234567|5b2f4d9e|dGVzdC|eyJhbGci|MfKQ9r8|Zm9vYm|pa55word|opaque-value/;

describe('redact removes secrets and numbers from a text', () => {
  test.each(Object.entries(SECRETS))('%s', (_name, text) => {
    expect(redact(`before ${text} after`)).not.toMatch(TRACES);
    expect(redact(text)).not.toMatch(TRACES);
  });
});

test.each([
  'pay_3dJ9fKq0Zx81mNvB7uYcLw',
  '8a1f6c0e-0341-4345-8789-0343500003ab',
  '03435000-0034-4350-8003-034350000312',
  '2026-11-20T03:45:00.343Z',
  'transaction 636042511 completed',
  '1700343500003',
  'took 3435 ms, 25000 Ar, port 4010',
  'the bearer is missing',
  'order 20260303-17',
  'order 34-2026-001 of 31/12/2026 10:00',
  '2026-03-11 10:20:30, 3 of 10 sent',
  'pauses 0 3 5 7 9',
  'pay_034_35_x',
  'Ａ１ is full-width',
])('redact keeps other text: %s', (text) => {
  expect(redact(text)).toBe(text);
});

/** All lines that `write` writes to a log. */
function lines(write: (log: ReturnType<typeof createLog>) => void): string {
  const out: string[] = [];
  write(createLog('trace', { write: (line: string) => out.push(line) }));
  for (const line of out) {
    expect(line.endsWith('\n')).toBe(true);
    JSON.parse(line);
  }
  expect(out.length).toBeGreaterThan(0);
  return out.join('');
}

function deep(value: unknown, levels: number): unknown {
  return levels === 0 ? value : { inner: [deep(value, levels - 1)] };
}

describe('createLog redacts secrets and numbers in each part of a line', () => {
  const cause = (text: string) => new Error(`outer ${text}`, { cause: new Error(`inner ${text}`) });
  const ways: Readonly<Record<string, (log: ReturnType<typeof createLog>, text: string) => void>> = {
    message: (log, text) => log.info(`payer ${text}`),
    'message with a placeholder': (log, text) => log.info('payer %s', text),
    member: (log, text) => log.info({ payer: text }, 'x'),
    'member’s name': (log, text) => log.info({ [text]: 1 }, 'x'),
    'ten levels down': (log, text) => log.info(deep(text, 10), 'x'),
    list: (log, text) => log.info({ list: [1, [text]] }),
    'child’s bindings': (log, text) => log.child({ payer: text }).info('x'),
    error: (log, text) => log.error(cause(text)),
    'error in err': (log, text) => log.error({ err: cause(text) }, 'x'),
    'error elsewhere': (log, text) => log.error({ failure: cause(text) }, 'x'),
    'error with members': (log, text) => log.error(Object.assign(new Error('x'), { config: { headers: { x: text } } })),
    'own serializer': (log, text) => log.child({}, { serializers: { payer: () => ({ text }) } }).info({ payer: 1 }),
  };
  for (const [way, write] of Object.entries(ways)) {
    test(way, () => {
      for (const text of Object.values(SECRETS)) expect(lines((log) => write(log, text))).not.toMatch(TRACES);
    });
  }

  test('a number that is a phone number', () => {
    expect(lines((log) => log.info({ msisdn: 261343500003, other: 343500003 }))).not.toMatch(TRACES);
  });

  test('members with the name of a secret', () => {
    const named = {
      authorization: 'x-1y',
      Cookie: 'x-1y',
      callbackUrl: 'x-1y',
      orderToken: 'x-1y',
      consumerSecret: { value: 'x-1y' },
      apiKey: 'x-1y',
      token: 'x-1y',
    };
    expect(lines((log) => log.info({ req: { headers: named } }))).not.toMatch(/x-1y/);
  });
});

test('createLog keeps level, time, ids, codes and durations', () => {
  const line: unknown = JSON.parse(
    lines((log) =>
      log
        .child({ payment: 'pay_3dJ9fKq0Zx81mNvB7uYcLw' })
        .warn({ code: 'operator_busy', responseTime: 0.341234567 }, 'refused'),
    ),
  );
  expect(line).toMatchObject({
    level: 40,
    time: expect.any(Number),
    payment: 'pay_3dJ9fKq0Zx81mNvB7uYcLw',
    code: 'operator_busy',
    msg: 'refused',
    responseTime: 0.341234567,
  });
});

test('createLog redacts the secrets of the settings by their value', () => {
  const settings = testSettings('https://operator.example', {
    MERCHANT_API_KEY: 'the-owner\\key-of-this-shop',
    METRICS_TOKEN: 'token-of-the-metrics',
    CONSUMER_KEY: 'short',
  });
  const out: string[] = [];
  const log = createLog('info', { write: (line: string) => out.push(line) }, secretsOf(settings));
  log.info(
    { path: '/the-owner\\key-of-this-shop/x', list: ['a token-of-the-metrics b'] },
    'in short: test-consumer-secret',
  );
  expect(JSON.parse(out.join(''))).toMatchObject({
    path: '/[secret]/x',
    list: ['a [secret] b'],
    msg: 'in short: [secret]',
  });
});
