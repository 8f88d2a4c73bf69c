import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { readOnly, readSettings, SettingsError } from './readSettings.ts';
import { callbackBase, mailLanguage } from './settings.ts';

const REQUIRED = {
  OPERATOR_BASE_URL: 'https://api.operator.example',
  CONSUMER_KEY: 'key-of-the-consumer',
  CONSUMER_SECRET: 'secret-of-the-consumer',
  PARTNER_NAME: 'Tsena Boutique',
  PARTNER_MSISDN: '034 35 000 04',
  ORDER_TOKEN_SECRET: 'an-order-token-secret-of-32-characters',
};
const WEBHOOK_SECRET = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`;

const folder = mkdtempSync(join(tmpdir(), 'tsena-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function bytes(count: number): string {
  return `whsec_${Buffer.alloc(count, 7).toString('base64')}`;
}

const MAIL = { SMTP_URL: 'smtps://mail.example', NOTIFY_EMAIL: 'me@shop.example' };

function mistakes(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.mistakes;
    throw error;
  }
}

test('what is not set is safe: the sandbox, this machine alone, no proxy, limits, and a cool-down', () => {
  expect(readSettings(REQUIRED)).toMatchObject({
    OPERATOR_ENVIRONMENT: 'sandbox',
    OPERATOR_TIMEOUT_MS: 30_000,
    HOST: '127.0.0.1',
    TRUST_PROXY: false,
    LIMIT_PER_MSISDN: { count: 5, windowMs: 600_000 },
    LIMIT_PER_IP: { count: 3000 },
    LIMIT_PER_LINK: { count: 10 },
    ATTEMPT_COOLDOWN_SECONDS: 180,
    MERCHANT_API_KEY: null,
    WEBHOOK_ALLOW_PRIVATE: false,
    ALLOWED_ORIGINS: [],
    RETAIN_DAYS: null,
    fixed: ['partnerName'],
  });
});

test.each([
  ['OPERATOR_BASE_URL', 'https://api.operator.example/v2/', 'https://api.operator.example/v2'],
  ['PUBLIC_URL', 'https://pay.example/', 'https://pay.example'],
  ['CALLBACK_BASE_URL', 'https://tunnel.example/', 'https://tunnel.example'],
  ['ALLOWED_ORIGINS', 'https://shop.example, http://localhost:3000', ['https://shop.example', 'http://localhost:3000']],
  ['USER_LANGUAGE', 'fr', 'FR'],
  ['LIMIT_PER_MSISDN', 'off', null],
  ['LIMIT_PER_IP', '20/30s', { count: 20, windowMs: 30_000 }],
  ['LIMIT_PER_LINK', '3/1m', { count: 3, windowMs: 60_000 }],
  ['HOST', '0.0.0.0', '0.0.0.0'],
  ['LOG_LEVEL', 'WARN', 'warn'],
  ['TRUST_PROXY', 'loopback, 10.0.0.0/8', 'loopback, 10.0.0.0/8'],
  ['TRUST_PROXY', '10.0.0.1', '10.0.0.1'],
  ['TRUST_PROXY', 'off', false],
  ['TRUST_PROXY', '0', false],
  ['TRUST_PROXY', '2', 2],
  // One proxy, not every client.
  ['TRUST_PROXY', 'on', 1],
] as const)('%s is read as people write it: %s', (name, value, expected) => {
  expect(readSettings({ ...REQUIRED, [name]: value })[name]).toEqual(expected);
});

test('secrets may be several while they are changed, and production has public addresses', () => {
  const settings = readSettings({
    ...REQUIRED,
    OPERATOR_ENVIRONMENT: 'production',
    PUBLIC_URL: 'https://pay.example',
    ORDER_TOKEN_SECRET: `${'n'.repeat(32)}, ${'o'.repeat(32)}`,
    WEBHOOK_URL: 'https://shop.example/hooks?shop=1',
    WEBHOOK_SECRET: `${WEBHOOK_SECRET},${WEBHOOK_SECRET}`,
  });
  expect(settings).toMatchObject({
    OPERATOR_ENVIRONMENT: 'production',
    WEBHOOK_URL: 'https://shop.example/hooks?shop=1',
  });
  expect(settings.ORDER_TOKEN_SECRET.map((secret) => secret.reveal())).toEqual(['n'.repeat(32), 'o'.repeat(32)]);
  expect(settings.WEBHOOK_SECRET?.map((secret) => secret.reveal())).toEqual([WEBHOOK_SECRET, WEBHOOK_SECRET]);
});

test('an empty value counts as not set, and CALLBACK_BASE_URL is PUBLIC_URL then', () => {
  expect(callbackBase(readSettings({ ...REQUIRED, PUBLIC_URL: 'https://pay.example/tsena/' }))).toBe(
    'https://pay.example/tsena',
  );
  expect(readSettings({ ...REQUIRED, PUBLIC_URL: '', MERCHANT_API_KEY: ' ', WEBHOOK_URL: '', PORT: '' })).toEqual(
    readSettings(REQUIRED),
  );
});

test('SMTP_URL names the server, its encryption, and the login', () => {
  const server = (SMTP_URL: string) => readSettings({ ...REQUIRED, ...MAIL, SMTP_URL }).SMTP_URL;
  expect(server('smtps://me%40shop.example:p%40ss%3Aw@mail.example')).toMatchObject({
    host: 'mail.example',
    port: 465,
    security: 'tls',
  });
  const login = server('smtps://me%40shop.example:p%40ss%3Aw@mail.example')?.login;
  expect([login?.user, login?.password.reveal()]).toEqual(['me@shop.example', 'p@ss:w']);
  expect(server('smtp://mail.example')).toEqual({ host: 'mail.example', port: 587, security: 'starttls', login: null });
  expect(server('smtp://mail.example:25?tls=off')).toMatchObject({ port: 25, security: 'none' });
  expect(server('smtp://localhost:1025')).toMatchObject({ security: 'none' });
  expect(server('smtp://[2001:db8::1]:25')).toMatchObject({ host: '2001:db8::1', security: 'starttls' });
});

test('e-mails are in the language of USER_LANGUAGE, unless the settings say otherwise', () => {
  const mail = (env: Readonly<Record<string, string>>) => readSettings({ ...REQUIRED, ...MAIL, ...env });
  expect(mail({})).toMatchObject({ NOTIFY_EMAIL: 'me@shop.example', NOTIFY_FROM: null });
  expect([{}, { USER_LANGUAGE: 'FR' }, { NOTIFY_LANGUAGE: 'EN' }].map((env) => mailLanguage(mail(env)))).toEqual([
    'mg',
    'fr',
    'en',
  ]);
  expect(mail({ NOTIFY_FROM: 'pay@shop.example' }).NOTIFY_FROM).toEqual({ name: null, address: 'pay@shop.example' });
  expect(mail({ NOTIFY_FROM: 'Tsena, Boutique <pay@shop.example>' }).NOTIFY_FROM).toEqual({
    name: 'Tsena, Boutique',
    address: 'pay@shop.example',
  });
});

test('without settings, all mistakes are listed at once, each with an example', () => {
  const all = mistakes({});
  const names = ['OPERATOR_BASE_URL', 'CONSUMER_KEY', 'CONSUMER_SECRET', 'PARTNER_MSISDN', 'ORDER_TOKEN_SECRET'];
  expect(all.map((mistake) => mistake.split(' ')[0])).toEqual(names);
  for (const mistake of all) expect(mistake).toMatch(/is not set.*Example: [A-Z_]+=./);
  expect(() => readSettings({})).toThrow(/5 settings are wrong:\n- OPERATOR_BASE_URL/);
});

describe('a mistake names the setting and what is wrong', () => {
  const production = { OPERATOR_ENVIRONMENT: 'production', PUBLIC_URL: 'https://pay.example' };
  const cases: readonly (readonly [Record<string, string | undefined>, RegExp])[] = [
    [{ OPERATOR_BASE_URL: 'api.operator.example' }, /^OPERATOR_BASE_URL is not an http or https address/],
    [{ OPERATOR_BASE_URL: 'https://user:pw@api.operator.example' }, /^OPERATOR_BASE_URL contains a user name/],
    [
      { OPERATOR_BASE_URL: 'http://api.operator.example' },
      /^OPERATOR_BASE_URL must be https: .* Example: OPERATOR_BASE_URL=https:/,
    ],
    [{ ...production, OPERATOR_BASE_URL: 'http://127.0.0.1:4010' }, /^OPERATOR_BASE_URL must be https in production/],
    [{ ...production, PUBLIC_URL: 'http://pay.example' }, /^PUBLIC_URL must be https in production/],
    [{ ...production, CALLBACK_BASE_URL: 'http://tunnel.example' }, /^CALLBACK_BASE_URL must be https in production/],
    [{ CONSUMER_KEY: 'key:secret' }, /^CONSUMER_KEY contains a colon/],
    [{ CONSUMER_SECRET_FILE: '/nowhere' }, /^CONSUMER_SECRET and CONSUMER_SECRET_FILE are both set/],
    [
      { CONSUMER_SECRET: undefined, CONSUMER_SECRET_FILE: '/nowhere' },
      /^CONSUMER_SECRET_FILE names a file that cannot be read \(ENOENT\)/,
    ],
    [{ PARTNER_NAME: 'Crème & Brûlée' }, /^PARTNER_NAME may have .*PARTNER_NAME=Creme Brulee$/],
    [{ PARTNER_MSISDN: '0323500004' }, /^PARTNER_MSISDN is not a number of this operator \(other-operator\)/],
    [{ ORDER_TOKEN_SECRET: 'x'.repeat(31) }, /^ORDER_TOKEN_SECRET needs at least 32 characters, and has 31/],
    [{ ORDER_TOKEN_SECRET: `${'x'.repeat(32)},short` }, /^ORDER_TOKEN_SECRET contains .*number 2\) that .*, and has 5/],
    [
      { ALLOWED_ORIGINS: 'https://shop.example/cart' },
      /^ALLOWED_ORIGINS contains "https:.*cart".*ALLOWED_ORIGINS=https:\/\/shop.example$/,
    ],
    [
      { ALLOWED_ORIGINS: 'https://owner:hunter2@shop.example' },
      /^ALLOWED_ORIGINS contains an address with a user name(?!.*hunter2)/,
    ],
    [{ WEBHOOK_URL: 'https://shop.example/hooks' }, /^WEBHOOK_SECRET is not set, but WEBHOOK_URL is/],
    [
      { ORDER_TOKEN_SECRET: undefined, ORDER_TOKEN_SECRET_FILE: file('comma', ',') },
      /^ORDER_TOKEN_SECRET contains only commas/,
    ],
    [{ WEBHOOK_URL: 'https://shop.example', WEBHOOK_SECRET: ' , ' }, /^WEBHOOK_SECRET contains only commas/],
    [
      { WEBHOOK_URL: 'https://shop.example', WEBHOOK_SECRET: bytes(23) },
      /^WEBHOOK_SECRET needs 24 to 64 bytes after whsec_, and has 23/,
    ],
    [
      { WEBHOOK_URL: 'https://shop.example', WEBHOOK_SECRET: `${WEBHOOK_SECRET},${bytes(65)}` },
      /^WEBHOOK_SECRET .*number 2\) that needs 24 to 64 bytes after whsec_, and has 65/,
    ],
    [{ WEBHOOK_URL: 'https://shop.example', WEBHOOK_SECRET: 'plain' }, /^WEBHOOK_SECRET does not begin with whsec_/],
    [
      { ...MAIL, SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false' },
      /^SMTP_URL may have nothing after the host and port/,
    ],
    [{ ...MAIL, SMTP_URL: 'smtps://mail.example?tls=off' }, /^SMTP_URL has \?tls=off, which smtps does not allow/],
    [{ ...MAIL, SMTP_URL: 'smtp://user@mail.example' }, /^SMTP_URL has a user name without a password/],
    [{ ...MAIL, SMTP_URL: 'smtp://user:a%0d%0ab@mail.example' }, /^SMTP_URL has a line break/],
    [{ ...MAIL, NOTIFY_EMAIL: 'me@shop.example\r\nBcc: you@shop.example' }, /^NOTIFY_EMAIL is not one e-mail address/],
    [{ ...MAIL, NOTIFY_FROM: 'Tsena\r\nBcc: a@b.example <me@shop.example>' }, /^NOTIFY_FROM must be an e-mail address/],
    [
      { CONSUMER_SECRET: '"secret-of-the-consumer"' },
      /^CONSUMER_SECRET is in quotation marks, which are a part of it\. Remove them\./,
    ],
    [{ CONSUMER_SECRET: "'secret-of-the-consumer'" }, /^CONSUMER_SECRET is in quotation marks/],
    [{ CONSUMER_KEY: '\u201ckey-of-the-consumer\u201d' }, /^CONSUMER_KEY is in quotation marks/],
    [{ CONSUMER_KEY: 'key-of-the-consumer\u2019' }, /^CONSUMER_KEY is in quotation marks/],
    [{ CONSUMER_KEY: '«\u00a0key-of-the-consumer\u00a0»' }, /^CONSUMER_KEY is in quotation marks/],
    [
      { ORDER_TOKEN_SECRET: `${'x'.repeat(32)},"${'y'.repeat(32)}"` },
      /^ORDER_TOKEN_SECRET contains a secret \(number 2\) that is in quotation marks/,
    ],
    [{ PARTNER_MSISDN: '"0343500004"' }, /^PARTNER_MSISDN is in quotation marks/],
    [{ OPERATOR_BASE_URL: '"https://api.operator.example"' }, /^OPERATOR_BASE_URL is in quotation marks/],
    [{ DATABASE_URL: '"file:./data/tsena.db"' }, /^DATABASE_URL is in quotation marks/],
    [
      { CONSUMER_SECRET: 'secret-of-the-consumer\u200b' },
      /^CONSUMER_SECRET contains U\+200B, which is invisible\. Remove it\./,
    ],
    [{ ORDER_TOKEN_SECRET: `\u2060${'x'.repeat(32)}` }, /^ORDER_TOKEN_SECRET contains U\+2060/],
    [
      { CONSUMER_SECRET: 'secret\ufffdof-the-consumer' },
      /^CONSUMER_SECRET contains U\+FFFD, a sign of another encoding than UTF-8/,
    ],
    [
      { CONSUMER_SECRET: undefined, CONSUMER_SECRET_FILE: '"/run/secrets/x"' },
      /^CONSUMER_SECRET_FILE is in quotation marks/,
    ],
    [
      {
        CONSUMER_SECRET: undefined,
        CONSUMER_SECRET_FILE: file('utf16', Buffer.from('\ufeffsecret-of-the-consumer', 'utf16le')),
      },
      /^CONSUMER_SECRET_FILE names a file in UTF-16\. Save it as UTF-8\./,
    ],
    [
      {
        CONSUMER_SECRET: undefined,
        CONSUMER_SECRET_FILE: file('utf16be', Buffer.from('\ufeffsecret-of', 'utf16le').swap16()),
      },
      /^CONSUMER_SECRET_FILE names a file in UTF-16/,
    ],
    [
      {
        CONSUMER_SECRET: undefined,
        CONSUMER_SECRET_FILE: file('utf16bare', Buffer.from('secret-of-the-consumer', 'utf16le')),
      },
      /^CONSUMER_SECRET_FILE names a file in UTF-16/,
    ],
    [
      { CONSUMER_SECRET: undefined, CONSUMER_SECRET_FILE: file('latin1', Buffer.from('secret-é', 'latin1')) },
      /^CONSUMER_SECRET_FILE names a file in another encoding\. Save it as UTF-8/,
    ],
    [
      { CONSUMER_SECRET: undefined, CONSUMER_SECRET_FILE: file('quoted', '"secret-of-the-consumer"\n') },
      /^CONSUMER_SECRET is in quotation marks/,
    ],
    [{ MERCHANT_API_KEY: 'short' }, /^MERCHANT_API_KEY needs at least 16 characters, and has 5/],
    [{ OPERATOR_LOGO_URL: 'http://shop.example/logo.png' }, /^OPERATOR_LOGO_URL is not an https address/],
    [{ BRAND_LOGO_URL: 'https://shop.example/a;script-src *' }, /^BRAND_LOGO_URL contains a comma or a semicolon/],
    [
      { ATTEMPT_COOLDOWN_SECONDS: '29' },
      /^ATTEMPT_COOLDOWN_SECONDS is 29 s, shorter than OPERATOR_TIMEOUT_MS \(30000 ms\): .*_SECONDS=30$/,
    ],
    [{ PORT: '65536' }, /^PORT must be a whole number from 0 to 65535. It is "65536"/],
    [
      { TRUST_PROXY: '0.0.0.0/0' },
      /^TRUST_PROXY must be off, a number .* would trust every client. Example: TRUST_PROXY=1$/,
    ],
    [{ TRUST_PROXY: '10.0.0.1, ::/0' }, /^TRUST_PROXY must be off, a number of proxies/],
    [{ TRUST_PROXY: 'all' }, /^TRUST_PROXY must be off, a number .* It is "all": it would trust every client\./],
  ];
  test.each(cases)('%o', (change, expected) => {
    expect(mistakes({ ...REQUIRED, ...change })).toEqual([expect.stringMatching(expected)]);
  });
});

test('a secret can come from a file, without the newline at its end', () => {
  const settings = readSettings({
    ...REQUIRED,
    CONSUMER_KEY: undefined,
    CONSUMER_KEY_FILE: file('key', 'key-from-a-file\n'),
    ORDER_TOKEN_SECRET: '',
    ORDER_TOKEN_SECRET_FILE: file('order', `${'x'.repeat(32)},${'y'.repeat(32)}\r\n`),
    WEBHOOK_URL: 'https://shop.example/hooks',
    WEBHOOK_SECRET_FILE: file('webhook', WEBHOOK_SECRET),
    MERCHANT_API_KEY_FILE: file('merchant', 'a-merchant-key-of-16\n'),
  });
  expect(settings.CONSUMER_KEY.reveal()).toBe('key-from-a-file');
  expect(settings.ORDER_TOKEN_SECRET.map((secret) => secret.reveal())).toEqual(['x'.repeat(32), 'y'.repeat(32)]);
  expect(settings.WEBHOOK_SECRET?.[0]?.reveal()).toBe(WEBHOOK_SECRET);
  expect(settings.MERCHANT_API_KEY?.reveal()).toBe('a-merchant-key-of-16');
});

test('quotation marks inside a value, a byte order mark, and spaces around it are no mistake', () => {
  const env = {
    CONSUMER_SECRET: undefined,
    CONSUMER_SECRET_FILE: file('bom', '\ufeffsecret-of-the-consumer\r\n'),
    OPERATOR_NAME: 'L’Orange',
  };
  expect(readSettings({ ...REQUIRED, ...env }).CONSUMER_SECRET.reveal()).toBe('secret-of-the-consumer');
  const secret = `"it's\u2026`;
  expect(readSettings({ ...REQUIRED, CONSUMER_SECRET: ` ${secret}\t` }).CONSUMER_SECRET.reveal()).toBe(secret);
});

test('DATABASE_URL can come from a file, also for commands that read only this setting', () => {
  const url = 'postgres://tsena:hushhush@db.example/tsena';
  const env = { DATABASE_URL_FILE: file('database', `${url}\n`) };
  expect(readSettings({ ...REQUIRED, ...env }).DATABASE_URL).toBe(url);
  expect(readOnly(env, 'DATABASE_URL').DATABASE_URL).toBe(url);
  expect(() => readOnly({ DATABASE_URL: 'mysql://root:hushhush@db' }, 'DATABASE_URL')).toThrow(
    /^A setting is wrong:\n- DATABASE_URL must be file:… or postgres:\/\/…\./,
  );
});

test('a required setting that is missing names the variable that is probably meant', () => {
  expect(mistakes({ ...REQUIRED, CONSUMER_KEY: undefined, CONSUMER_KEYS: 'hushhush' })).toEqual([
    'CONSUMER_KEY is not set, and CONSUMER_KEY_FILE is not set. CONSUMER_KEYS is set, which is not a setting. Example: CONSUMER_KEY=the value that the developer portal shows',
  ]);
});

test('mistakes, and the settings as JSON and in logs, contain no secret’s value', () => {
  const wrong = {
    ...REQUIRED,
    CONSUMER_KEY: 'hushhush:hushhush',
    CONSUMER_SECRET: 'hushhush hushhush',
    ORDER_TOKEN_SECRET: 'hushhush',
    WEBHOOK_SECRET: 'hushhush',
    MERCHANT_API_KEY: 'hushhush',
    DATABASE_URL: 'mysql://root:hushhush@db',
    SMTP_URL: 'smtp://me:hushhush@mail.example/hushhush',
    PARTNER_MSISDN: '0323500004',
  };
  const all = mistakes(wrong);
  expect(all).toHaveLength(9);
  expect(all.join()).not.toMatch(/hushhush|0323500004/);

  const read = readSettings(REQUIRED);
  const shown = `${JSON.stringify(read)} ${inspect(read, { depth: 9 })} ${read.CONSUMER_KEY} ${String(read.CONSUMER_SECRET)}`;
  expect(shown).not.toMatch(/of-the-consumer/);
  expect(shown).toMatch(/\[secret\]/);
});

/** A wrong value of each kind. */
const WRONG = {
  OPERATOR_BASE_URL: 'ftp://x',
  OPERATOR_SERVICE: 'a b',
  OPERATOR_NAME: 'x'.repeat(50),
  OPERATOR_LOGO_URL: 'http://x',
  OPERATOR_ENVIRONMENT: 'prod',
  CONSUMER_KEY: 'a:b',
  CONSUMER_SECRET_FILE: '/no/such/file',
  OPERATOR_DEVICE_SCOPE: 'x',
  PARTNER_NAME: 'Café',
  PARTNER_MSISDN: '12',
  MERCHANT_NIF: 'x',
  MERCHANT_API_KEY: 'short',
  ORDER_TOKEN_SECRET: 'short,short',
  ALLOWED_ORIGINS: 'shop.example/x,https://shop.example/x',
  WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://user@mail.example/x',
  NOTIFY_EMAIL: 'a',
  NOTIFY_FROM: 'b',
  PUBLIC_URL: 'https://x/?a=1',
  CALLBACK_BASE_URL: 'https://user:secret@x',
  BRAND_COLOR: 'red',
  BRAND_LOGO_URL: 'https://x/a,b',
  DATABASE_URL: 'mysql://x',
  TRUST_PROXY: '0.0.0.0/0',
  METRICS_TOKEN: 'x x',
  LIMIT_PER_LINK: 'x',
  MAX_STREAMS: '0',
  ATTEMPT_COOLDOWN_SECONDS: '5',
  OPERATOR_TIMEOUT_MS: '9000',
};

/** Words that no French sentence has, outside of names. */
const ENGLISH = /(?<![\p{L}_])(the|an|of|with|for|are|is|not|which|only|must|has)(?![\p{L}_])/u;

test('each mistake has a French sentence with its example', () => {
  try {
    readSettings(WRONG);
    expect.unreachable();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { message, mistakes } = error.inFrench;
    expect(message).toMatch(/^32\sréglages sont faux\s:\n- /);
    expect(mistakes).toHaveLength(32);
    expect(mistakes.filter((one) => ENGLISH.test(one) || !/\. Exemple\s: /.test(one))).toEqual([]);
    expect(error.mistakes.filter((one) => !one.includes('. Example: '))).toEqual([]);
  }
});
