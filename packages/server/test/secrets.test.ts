import { paymentSchema } from '@tsena/shared/checkout';
import { runSql } from '@tsena/testkit/postgres';
import { sendRaw } from '@tsena/testkit/raw';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type CompanionProcess, startProcess } from './support/process.ts';
import { MERCHANT_API_KEY, ORDER_TOKEN_SECRET, startStack, WEBHOOK_SECRET } from './support/stack.ts';
import { useForAll } from './support/use.ts';

const METRICS_TOKEN = 'a-metrics-token-of-some-length';
const SMTP_PASSWORD = 'the-password-of-the-mail-server';
const ESCAPE = '\u001b';
/** A number that the merchant writes into a resolution's reason, and can read again. */
const OWN_WORDS = '034 71 234 56';

/** A companion with the log level `trace`, after valid and hostile requests. */
describe('after valid and hostile requests', () => {
  const faults = [{ on: 'status', do: 'status', value: 500, times: 2 } as const];
  const stack = useForAll(() => startStack({ store: 'postgres', sandbox: { dialect: 'live', faults } }));
  let companion: CompanionProcess;
  let databaseUrl: string;
  /** The secrets, which must appear nowhere. */
  const secrets: Record<string, string> = {};
  const answers: string[] = [];

  async function ask(url: string, init: RequestInit = {}): Promise<string> {
    const response = await fetch(url, init);
    const text = await response.text();
    answers.push(`${[...response.headers].join('\n')}\n${text}`);
    return text;
  }

  beforeAll(async () => {
    const { sandbox, served } = stack;
    const { url } = served;
    databaseUrl = stack.env.DATABASE_URL ?? '';
    await served.stop();
    companion = startProcess({
      ...stack.env,
      METRICS_TOKEN,
      SMTP_URL: `smtp://owner:${SMTP_PASSWORD}@127.0.0.1:1`,
      NOTIFY_EMAIL: 'owner@shop.example',
      LOG_LEVEL: 'trace',
    });
    await companion.ready;

    const orderToken = await stack.mint({ sub: 'ORDER-1', amount: '25000' });
    const json = { 'Content-Type': 'application/json' };
    const pay = (body: object) =>
      ask(`${url}/v1/payments`, { method: 'POST', headers: json, body: JSON.stringify(body) });
    const { id } = z.parse(paymentSchema, JSON.parse(await pay({ orderToken, msisdn: '+261 34 35 000 03' })));
    const callbackUrl = sandbox.transactions()[0]?.callbackUrl ?? '';
    await pay({ orderToken: `${orderToken}x`, msisdn: '034 35 000 03' });
    await pay({ orderToken, msisdn: '034350000' });
    await ask(`${url}/v1/checkout`, { headers: { Authorization: `Bearer ${orderToken}` } });
    await ask(`${url}/v1/payments/0343500003?token=${orderToken}`);
    await ask(callbackUrl, {
      method: 'PUT',
      body: `{"transactionStatus":"0343500003${ESCAPE}[2J\\n{\\"level\\":60}","serverCorrelationId":"261343500003"}`,
    });
    await ask(`${url}/${MERCHANT_API_KEY}?metrics=${METRICS_TOKEN}`);
    await ask(`${callbackUrl}x`, { method: 'PUT', body: '{}' });
    await ask(callbackUrl, { method: 'POST', body: '{}' });
    for (const key of [MERCHANT_API_KEY, `${MERCHANT_API_KEY}x`]) {
      const headers = { Authorization: `Bearer ${key}`, ...json };
      await ask(`${url}/v1/merchant/payments/${id}`, { headers });
      await ask(`${url}/v1/merchant/payments?q=0343500003`, { headers });
      const reason = `paid by ${OWN_WORDS}\n{"level":60,"msg":"forged"}${ESCAPE}[31m`;
      await ask(`${url}/v1/merchant/payments/${id}/resolve`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ resolution: 'received', reason }),
      });
    }
    await ask(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    await sendRaw(
      url,
      `GET /v1/%0a{"level":60,"msg":"forged"}%1b[2J HTTP/1.1\r\nHost: x\r\nUser-Agent: 0343500003\r\nConnection: close\r\n\r\n`,
    );
    await sendRaw(
      url,
      `GET /${callbackUrl.split('/').slice(3).join('/')}/more HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    sandbox.approve(sandbox.transactions()[0]?.serverCorrelationId ?? '');
    await ask(`${url}/v1/payments/${id}/events`);
    await vi.waitFor(async () => expect(await ask(`${url}/v1/payments/${id}`)).toContain('"status":"completed"'));
    await ask(`${url}/pay/${id}`);
    await vi.waitFor(() => expect(companion.stderr()).toContain('webhook delivered'), 15_000);

    Object.assign(secrets, {
      'the consumer secret': 'sandbox-secret',
      'the operator’s credentials': Buffer.from('sandbox-key:sandbox-secret').toString('base64'),
      'the order token secret': ORDER_TOKEN_SECRET,
      'the order token': orderToken.split('.')[2] ?? '',
      'the webhook secret': WEBHOOK_SECRET.slice('whsec_'.length),
      'the merchant key': MERCHANT_API_KEY,
      'the metrics token': METRICS_TOKEN,
      'the mail server’s password': SMTP_PASSWORD,
      'the merchant’s e-mail address': 'owner@shop.example',
      'the database’s password': new URL(databaseUrl).password,
      'the callback secret': callbackUrl.split('/').at(-1) ?? '',
      'the number': '0343500003',
      'the number, as typed': '034 35 000 03',
      'the number, abroad': '261343500003',
      'the merchant’s number': '0343500004',
    });
    for (const secret of Object.values(secrets)) expect(secret.length).toBeGreaterThan(8);
  });
  afterAll(async () => {
    companion.kill('SIGTERM');
    await companion.ended;
  });

  function leaksIn(text: string): string[] {
    return Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));
  }

  it('the companion’s log contains no secret and no number', () => {
    expect(leaksIn(companion.stderr())).toEqual([]);
    expect(companion.stderr()).not.toContain(OWN_WORDS);
  });

  it('each line of the companion’s log is one entry that the companion wrote', () => {
    const lines = companion.stderr().trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      const entry = z.parse(z.looseObject({ level: z.number(), msg: z.string() }), JSON.parse(line));
      expect(entry.level).toBeLessThan(60);
      expect(entry.msg).not.toContain('forged');
      expect(line).not.toContain(ESCAPE);
    }
  });

  it('answers, errors and metrics contain no secret', () => {
    expect(leaksIn(answers.join('\n'))).toEqual([]);
  });

  it('the database contains no callback address, token or credential', async () => {
    const { rows: tables } = await runSql(
      databaseUrl,
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    const dumps = await Promise.all(
      tables.map(({ name }) => runSql(databaseUrl, `select t::text as row from ${name} t`)),
    );
    const dump = dumps.map(({ rows }) => JSON.stringify(rows)).join('\n');
    expect(dump).toContain('ORDER-1');
    // Only the two numbers of a payment are stored, to verify the transaction details. RETAIN_DAYS erases the payer's.
    const numbers = ['the number', 'the number, as typed', 'the number, abroad', 'the merchant’s number'];
    expect(leaksIn(dump).filter((name) => !numbers.includes(name))).toEqual([]);
    expect(dump).not.toContain('127.0.0.1');
  });
});
