import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { freePort } from '@tsena/testkit/port';
import { serve } from '@tsena/testkit/serve';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMerchantClient } from '../src/client.ts';
import { TsenaError } from '../src/error.ts';
import { INTERPRETERS, requireInterpreter, testProgram, WITHOUT_METHOD } from './interpreters.ts';

const KEY = 'tsena_test_0123456789';

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const problem = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: JSON.stringify({ type: 'about:blank', title: code, status, detail: `Why: ${code}.`, code, ...more }),
});

/** What the companion answers, by method and path. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'GET /v1/merchant/payments': { status: 200, body: '{"data":[{"id":"pay_1"}],"nextCursor":null}' },
  'GET /v1/merchant/payments/pay_1%2F..%2Fx%3Fy': problem(404, 'payment_not_found'),
  'GET /v1/merchant/payments.csv': { status: 200, body: 'id;amount\r\npay_1;44500\r\n' },
  'POST /v1/merchant/payments/pay_1/refresh': { status: 200, body: '{"id":"pay_1"}' },
  'POST /v1/merchant/payments/pay_1/refunds': problem(409, 'refund_not_possible'),
  'POST /v1/merchant/payments/search': problem(400, 'invalid_request', {
    errors: [{ pointer: '/msisdn', detail: 'is wrong' }],
  }),
  'GET /v1/merchant': {
    ...problem(429, 'key_attempts_exhausted'),
    headers: { 'retry-after': '7', 'x-request-id': 'req_1' },
  },
  'GET /v1/merchant/totals': { status: 502, body: '<h1>Bad gateway</h1>' },
  'POST /v1/merchant/statements': { status: 200, body: '{"more":0}' },
  'GET /v1/merchant/webhooks': { status: 200, body: '<h1>Welcome</h1>' },
  'DELETE /v1/merchant/keys/key_1': {
    status: 200,
    body: '<h1>Checking your browser</h1>',
    headers: { 'content-type': 'text/html' },
  },
  'POST /v1/merchant/webhooks/msg_1/replay': { status: 302, body: '', headers: { location: '/v1/elsewhere' } },
};

/** What ends before its end. */
const CUT: Readonly<Record<string, { readonly status?: number; readonly headers?: Readonly<Record<string, string>> }>> =
  {
    'GET /v1/merchant/books.csv': {},
    'GET /v1/merchant/audit.csv': { headers: { 'content-length': '13' } },
    'POST /v1/merchant/payments/pay_cut/refresh': { status: 500, headers: { 'content-length': '13' } },
  };

let url: string;
let requests: unknown[];

async function bodyOf(type: string, sent: string): Promise<object> {
  if (sent === '') return {};
  if (!type.startsWith('multipart/form-data')) return { type, body: JSON.parse(sent) };
  const form = await new Response(sent, { headers: { 'Content-Type': type } }).formData();
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => [name, typeof value === 'string' ? value : await value.text()]),
  );
  const { columns, ...others } = Object.fromEntries(fields);
  const mapping = columns === undefined ? {} : { columns: JSON.parse(columns) };
  return { type: 'multipart/form-data', body: { ...others, ...mapping } };
}

async function record(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://companion');
  const path = (request.url ?? '').split('?')[0] ?? pathname;
  const sent = await text(request);
  requests.push({
    request: `${request.method} ${path}`,
    ...(searchParams.size === 0 ? {} : { query: Object.fromEntries(searchParams) }),
    ...(await bodyOf(request.headers['content-type'] ?? '', sent)),
    ...(request.headers['idempotency-key'] === undefined ? {} : { idempotencyKey: request.headers['idempotency-key'] }),
    ...(request.headers.accept === 'text/csv' ? { accept: 'text/csv' } : {}),
    key: request.headers.authorization === `Bearer ${KEY}`,
  });
  return `${request.method} ${path}`;
}

beforeEach(async () => {
  requests = [];
  const served = await serve(async (request, response) => {
    const route = await record(request);
    if (route.includes('msg_hang')) return;
    const cut = CUT[route];
    if (cut !== undefined)
      return void response.writeHead(cut.status ?? 200, cut.headers).write('order,amount', () => response.destroy());
    const answer = ANSWERS[route] ?? problem(404, 'not_found');
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  onTestFinished(served.close);
  url = `${served.url}/`;
});

const UNREACHABLE = 'The companion did not answer. Whether it received the request is unknown.';
const failure = (
  code: string,
  status: number,
  message: string | RegExp,
  ...[errors = [], retryAfter = null, requestId = null]: unknown[]
) => [
  code,
  status,
  typeof message === 'string' ? message : expect.stringMatching(message),
  errors,
  retryAfter,
  requestId,
];

const EXPECTED = [
  { data: [{ id: 'pay_1' }], nextCursor: null },
  failure('payment_not_found', 404, 'Why: payment_not_found.'),
  'id;amount\r\npay_1;44500\r\n',
  { id: 'pay_1' },
  failure('refund_not_possible', 409, 'Why: refund_not_possible.'),
  failure('invalid_request', 400, 'Why: invalid_request.', [{ pointer: '/msisdn', detail: 'is wrong' }]),
  failure('key_attempts_exhausted', 429, 'Why: key_attempts_exhausted.', [], 7, 'req_1'),
  failure('answer_invalid', 502, /answered 502 without a problem document/),
  failure('answer_invalid', 0, /is this the address of a companion/),
  failure('answer_invalid', 200, /answered 200 without a problem document/),
  failure('answer_invalid', 302, /answered 302 without a problem document/),
  { more: 0 },
  '{"more":0}',
  ...Array(4).fill(failure('companion_unreachable', 0, UNREACHABLE)),
  failure('request_invalid', 0, /id is missing or malformed/),
  failure('request_invalid', 0, /idempotency key must have 1 to 255 printable characters/),
  failure('companion_unreachable', 0, UNREACHABLE),
  failure('request_invalid', 0, /must be an http or https address/),
  failure('request_invalid', 0, /must be an http or https address/),
  failure('request_invalid', 0, /is missing, or has characters that no key has/),
  failure('request_invalid', 0, /is missing, or has characters that no key has/),
];

const SENT = [
  {
    request: 'GET /v1/merchant/payments',
    query: { status: 'completed', order: 'A B&c=é', needsReview: 'true', from: '2026-05-01' },
    key: true,
  },
  { request: 'GET /v1/merchant/payments/pay_1%2F..%2Fx%3Fy', query: { operator: '1' }, key: true },
  { request: 'GET /v1/merchant/payments.csv', key: true },
  { request: 'POST /v1/merchant/payments/pay_1/refresh', key: true },
  {
    request: 'POST /v1/merchant/payments/pay_1/refunds',
    type: 'application/json',
    body: { amount: '500', reason: 'Doré “cassé”' },
    idempotencyKey: 'refund-7',
    key: true,
  },
  { request: 'POST /v1/merchant/payments/search', type: 'application/json', body: { msisdn: '0343500003' }, key: true },
  { request: 'GET /v1/merchant', key: true },
  { request: 'GET /v1/merchant/totals', key: true },
  { request: 'GET /v1/merchant/webhooks', key: true },
  { request: 'DELETE /v1/merchant/keys/key_1', key: true },
  { request: 'POST /v1/merchant/webhooks/msg_1/replay', key: true },
  {
    request: 'POST /v1/merchant/statements',
    type: 'multipart/form-data',
    body: {
      file: 'Date;Réf;Montant\r\n',
      columns: { date: 'Date', transactionReference: 'Réf', amount: 'Montant' },
      from: '2026-05-01',
    },
    key: true,
  },
  {
    request: 'POST /v1/merchant/statements',
    accept: 'text/csv',
    type: 'multipart/form-data',
    body: { file: 'Date;Réf;Montant\r\n', separator: 'semicolon' },
    key: true,
  },
  { request: 'GET /v1/merchant/books.csv', query: { month: '2026-11' }, key: true },
  { request: 'GET /v1/merchant/audit.csv', key: true },
  { request: 'POST /v1/merchant/payments/pay_cut/refresh', key: true },
  { request: 'POST /v1/merchant/webhooks/msg_hang/replay', key: true },
];

async function outcome(act: () => unknown): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof TsenaError)) throw error;
    return [error.code, error.status, error.message, error.errors, error.retryAfterSeconds, error.requestId];
  }
}

async function callAll(nowhere: string): Promise<unknown[]> {
  const client = createMerchantClient({ companionUrl: url, apiKey: KEY });
  const impatient = createMerchantClient({ companionUrl: url, apiKey: KEY, timeoutMs: 1_000 });
  const calls: (() => unknown)[] = [
    () => client.payments.list({ status: 'completed', order: 'A B&c=é', needsReview: true, from: '2026-05-01' }),
    () => client.payments.read('pay_1/../x?y', { operator: true }),
    () => client.payments.exportCsv(),
    () => client.payments.refresh('pay_1'),
    () => client.refunds.record('pay_1', { amount: '500', reason: 'Doré “cassé”' }, { idempotencyKey: 'refund-7' }),
    () => client.payments.list({ msisdn: '0343500003' }),
    () => client.merchant.read(),
    () => client.merchant.readTotals(),
    () => client.webhooks.list(),
    () => client.keys.revoke('key_1'),
    () => client.webhooks.replay('msg_1'),
    () =>
      client.statements.import('Date;Réf;Montant\r\n', {
        columns: { date: 'Date', transactionReference: 'Réf', amount: 'Montant' },
        from: '2026-05-01',
      }),
    () => client.statements.exportCsv('Date;Réf;Montant\r\n', { separator: 'semicolon' }),
    () => client.merchant.exportBooks({ month: '2026-11' }),
    () => client.audit.exportCsv(),
    () => client.payments.refresh('pay_cut'),
    () => impatient.webhooks.replay('msg_hang'),
    () => client.payments.read('..'),
    () => client.refunds.record('pay_1', { amount: '500', reason: 'x' }, { idempotencyKey: 'a\r\nX-Other: 1' }),
    () => createMerchantClient({ companionUrl: nowhere, apiKey: KEY }).merchant.read(),
    () => createMerchantClient({ companionUrl: 'pay.example', apiKey: KEY }),
    () => createMerchantClient({ companionUrl: 'file:///etc/passwd', apiKey: KEY }),
    () => createMerchantClient({ companionUrl: url, apiKey: '' }),
    () => createMerchantClient({ companionUrl: url, apiKey: 'a key\r\nX-Other: 1' }),
  ];
  const outcomes: unknown[] = [];
  for (const call of calls) outcomes.push(await outcome(call));
  return outcomes;
}

const nowhere = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

describe('the client of the merchant API', () => {
  it('in Node sends each request, and maps each error to its code', { timeout: 30_000 }, async () => {
    expect(await callAll(await nowhere())).toEqual(EXPECTED);
    expect(requests).toEqual(SENT);
  });

  it.for(INTERPRETERS)(
    'in $language sends the same requests, and maps the same errors',
    { timeout: 30_000 },
    async (interpreter, context) => {
      requireInterpreter(interpreter, context);
      const child = spawn(interpreter.program, [testProgram(interpreter, 'client'), url, await nowhere(), KEY], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      expect(JSON.parse(await text(child.stdout))).toEqual(EXPECTED);
      expect(requests).toEqual(SENT);
    },
  );

  it('in Node asks past the caches of fetch, which Next.js keeps', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => fetched.mockRestore());
    await createMerchantClient({ companionUrl: url, apiKey: KEY }).payments.list();
    expect(fetched.mock.lastCall?.[1]).toMatchObject({ cache: 'no-store' });
  });

  it('in PHP says that it can send nothing where allow_url_fopen is off', { timeout: 30_000 }, async (context) => {
    const [php] = INTERPRETERS;
    requireInterpreter(php, context);
    const args = ['-d', 'allow_url_fopen=0', testProgram(php, 'client'), url, url, KEY];
    const child = spawn(php.program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [first] = JSON.parse(await text(child.stdout));
    expect(first).toEqual(failure('request_invalid', 0, 'PHP’s setting allow_url_fopen is off. Nothing was sent.'));
  });

  it('in Node has a method for each route of the merchant API', () => {
    const { paths } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
    const documented = Object.entries<Record<string, { readonly operationId: string }>>(paths)
      .filter(([path]) => path.startsWith('/v1/merchant'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => ({ method, path, operationId })),
      )
      .filter(({ operationId }) => !WITHOUT_METHOD.includes(operationId))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const withoutNames = (route: string) => route.replace(/\{\w*\}/, '{}');
    const source = readFileSync(new URL('../src/client.ts', import.meta.url), 'utf8');
    const known = [...source.matchAll(/'([A-Z]+) (\/v1\/merchant[^']*)'/g)].map(([, method, path]) =>
      withoutNames(`${method} ${path}`),
    );
    expect(documented.map(withoutNames).filter((route) => !known.includes(route))).toEqual([]);
  });
});
