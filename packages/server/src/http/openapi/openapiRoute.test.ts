import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CreatedKey, Link, Refund, Scope, WebhookPage } from '@tsena/shared/merchant';
import type { Router } from 'express';
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT, ROUTES, requireAnswerOf, requireSchema } from '../../../test/support/documented.ts';
import { eventually, finish, asMerchant as merchant } from '../../../test/support/merchant.ts';
import { seedPayment } from '../../../test/support/seed.ts';
import { MERCHANT_API_KEY, PAYER, type Stack, startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';
import { hashSecret } from '../../core/storage/storage.ts';
import type { NamedRoute } from '../routes.ts';

const nameOf = ({ method, path }: Pick<NamedRoute, 'method' | 'path'>): string => `${method.toUpperCase()} ${path}`;

describe('the OpenAPI document', () => {
  it('lists every route and no other', async () => {
    const stack = await startStack();
    const routes = routesOf(stack.served.companion.router).filter(
      (route) => !/ \/(dashboard|pay)(\/|$)|-app\.(fr|en)\.js$/.test(route),
    );
    await stack.close();
    expect(routes.toSorted()).toEqual(ROUTES.map(nameOf).toSorted());
  });
});

interface RouterLayer {
  readonly route?: {
    readonly path: string | readonly string[];
    readonly stack: readonly { readonly method?: string }[];
  };
  readonly handle?: { readonly stack?: readonly RouterLayer[] };
}

/** The hash in the script's immutable name. */
const HASH = createHash('sha256')
  .update(readFileSync(createRequire(import.meta.url).resolve('@tsena/widget/checkout.js')))
  .digest('hex')
  .slice(0, 16);

/** `GET /v1/payments/{id}`, for every route of a router and those in it. */
function routesOf(router: Router | { readonly stack: readonly RouterLayer[] }): string[] {
  return (router.stack as readonly RouterLayer[]).flatMap(({ route, handle }) => {
    if (route === undefined) return handle?.stack === undefined ? [] : routesOf({ stack: handle.stack });
    const path = `${[route.path].flat()[0]}`
      .replace(/:(\w+)/g, '{$1}')
      .replace(/-[0-9a-f]{16}\.js$/, '-{hash}.js')
      .replace(/-app\.mg\.js$/, '-app.{language}.js');
    const methods = new Set(route.stack.flatMap(({ method }) => (method === undefined ? [] : [method])));
    return [...methods].map((method) => `${method.toUpperCase()} ${path}`);
  });
}

const BOUNDARY = 'a-boundary';
const STATEMENT = 'date,transactionReference,amount\r\n2026-01-31 23:59:59,636042511,25000\r\n';

/** A form (`multipart/form-data`) with a file. */
function formOf(file: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="statement.csv"\r\nContent-Type: text/csv\r\n\r\n${file}\r\n--${BOUNDARY}--\r\n`;
}

const SECRET = 'c'.repeat(43);

interface Ask {
  readonly path: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/**
 * What is different in a request that provokes a status: headers that it adds, and where it is sent. Default: `stack`.
 */
interface Change extends Partial<Omit<Ask, 'method'>> {
  readonly on?: Pick<Stack, 'served'>;
}

describe('each documented answer occurs', () => {
  const stack = useForAll(() => startStack({ env: { TRUST_PROXY: 'loopback' } }));
  const limited = useForAll(() => startStack({ env: { LIMIT_PER_MSISDN: '1/10m', MAX_STREAMS: '1' } }));
  const off = useForAll(() => startStack({ env: { MERCHANT_API_KEY: '' } }));
  const withoutAddress = useForAll(() => startStack({ callbacks: false }));
  const quiet = useForAll(() => startStack({ env: { WEBHOOK_URL: '', WEBHOOK_SECRET: '' } }));
  const broken = useForAll(async () => {
    const { served, pay, close } = await startStack();
    await pay('ORDER-1');
    await served.companion.storage.store.close();
    // Its storage is closed, so its stop is not clean.
    return { served, close: () => close().catch(() => undefined) };
  });
  let ids: Awaited<ReturnType<typeof prepare>>;
  let strangers = 0;

  beforeAll(async () => {
    ids = await prepare();
  });

  /** Makes what requests name. */
  async function prepare() {
    const { store } = stack.served.companion.storage;
    await seedPayment(store, { callback_hash: hashSecret(SECRET) });
    const pending = (await stack.pay('ORDER-1')).body.id;
    await finish(stack, (await stack.pay('ORDER-2')).body.id, 'reject');
    const { data: webhooks } = (await stack.get<WebhookPage>('/v1/merchant/webhooks', merchant)).body;
    const createKey = async (name: string, scope: Scope) =>
      (await stack.post<CreatedKey>('/v1/merchant/keys', { name, scope }, merchant)).body;
    const paid = await seedPayment(store, { status: 'completed', amount: 900_000 });
    const refund = await stack.post<Refund>(
      `/v1/merchant/payments/${paid}/refunds`,
      { amount: '1', reason: 'out of stock' },
      merchant,
    );
    const { body: link } = await stack.post<Link>('/v1/merchant/links', { amount: '25000' }, merchant);
    const row = await store.db.selectFrom('links').selectAll().executeTakeFirstOrThrow();
    await withoutAddress.served.companion.storage.store.db.insertInto('links').values(row).execute();
    return {
      pending,
      exhausted: await seedPayment(store, { status: 'unresolved', sent_at: Date.now(), reference_attempts: 5 }),
      webhook: webhooks[0]?.id ?? '',
      link: link.id,
      completed: paid,
      refund: refund.body.id,
      key: (await createKey('Rivo', 'read')).id,
      reader: (await createKey('Hanta', 'read')).secret,
      seller: (await createKey('Solo', 'counter')).secret,
    };
  }

  function ask(on: Pick<Stack, 'served'>, { path, ...init }: Ask): Promise<globalThis.Response> {
    return fetch(`${on.served.url}${path}`, init);
  }

  /** A valid request for an operation. */
  async function validRequest(operation: NamedRoute, order = 'ORDER-1'): Promise<Ask> {
    const orderToken = await stack.mint({ sub: order, amount: '25000' });
    const bodies: Readonly<Record<string, unknown>> = {
      initiatePayment: { orderToken, msisdn: PAYER },
      submitReference: { transactionReference: '636042511' },
      searchPayments: { msisdn: PAYER },
      startCounterPayment: { amount: '25000', msisdn: PAYER },
      createLink: { amount: '25000', order: 'ORDER-LINK' },
      recordRefund: { amount: '100', reason: 'out of stock' },
      checkReference: { text: '636042511' },
      voidRefund: { reason: 'recorded twice' },
      createKey: { name: 'Lova', scope: 'operate' },
      createSession: { key: MERCHANT_API_KEY },
      sendSampleWebhook: { type: 'tsena.ping' },
      exportFoundPayments: { msisdn: PAYER },
      changeSettings: { nif: '4000123456' },
      trySetting: { name: 'publicUrl' },
      erasePayer: { msisdn: '034 99 999 99' },
      resolvePayment: { resolution: 'not_received', reason: 'not in the statement' },
    };
    const named = operation.path
      .replace('{id}', idIn(operation.path))
      .replace('{secret}', SECRET)
      .replace('{hash}', HASH)
      .replace('{language}', 'mg');
    const path = operation.id === 'exportBooks' ? `${named}?month=2026-01` : named;
    const headers: Record<string, string> = {
      ...(operation.caller === 'order token' ? { Authorization: `Bearer ${orderToken}` } : {}),
      ...(operation.scope === undefined ? {} : merchant),
      ...(operation.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(operation.id === 'startCounterPayment' ? { 'Idempotency-Key': 'tap-1' } : {}),
    };
    if (operation.form !== undefined) {
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      return { path, method: 'POST', headers: { ...headers, 'Content-Type': type }, body: formOf(STATEMENT) };
    }
    const body =
      operation.method === 'put'
        ? '{}'
        : operation.body === undefined
          ? undefined
          : JSON.stringify(bodies[operation.id]);
    return { path, method: operation.method.toUpperCase(), headers, ...(body === undefined ? {} : { body }) };
  }

  function idIn(path: string): string {
    if (path.includes('/webhooks/')) return ids.webhook;
    if (path.includes('/links/')) return ids.link;
    if (path.includes('/keys/')) return ids.key;
    if (path.includes('/merchant/refunds/')) return ids.refund;
    return path.endsWith('/refunds') ? ids.completed : ids.pending;
  }

  /** A stream that ends because the companion stops. */
  async function untilStopped() {
    const stopping = await startStack();
    void eventually(async () =>
      expect(await (await fetch(`${stopping.served.url}/metrics`)).text()).toContain('tsena_streams_open 1\n'),
    ).then(() => stopping.close());
    return { on: stopping };
  }

  /** How to provoke a status, if not in the same way as for other operations. */
  const special: Readonly<Record<string, (right: Ask) => Change | Promise<Change>>> = {
    'POST /v1/payments 400': async () => ({ body: await initiation('ORDER-X', '25000', '032 12 345 67') }),
    'POST /v1/payments 401': () => ({ body: JSON.stringify({ orderToken: 'x', msisdn: PAYER }) }),
    'POST /v1/payments 429': async () => {
      await limited.pay('ORDER-1');
      return { on: limited, body: await initiation('ORDER-2') };
    },
    'GET /v1/checkout 400': async () => {
      const token = await stack.mint({ sub: 'ORDER-1', amount: '25000' });
      return { headers: { Authorization: `Bearer ${await withoutAmount(token)}` } };
    },
    'GET /v1/payments/{id}/events 200': async () => {
      const paid = await seedPayment(stack.served.companion.storage.store, { status: 'completed' });
      return { path: `/v1/payments/${paid}/events` };
    },
    'GET /v1/merchant/events 200': untilStopped,
    'GET /v1/merchant/webhooks/events 200': untilStopped,
    'GET /v1/merchant/webhooks/events 410': ({ path }) => ({ path: `${path}?since=msg_1` }),
    'POST /v1/payments/{id}/reference 409': () => ({ path: `/v1/payments/${ids.exhausted}/reference` }),
    'POST /v1/merchant/links 422': async (right) => {
      const headers = { ...right.headers, 'Idempotency-Key': 'one' };
      await ask(stack, { ...right, headers, body: '{"amount":"100"}' });
      return { headers, body: '{"amount":"200"}' };
    },
    'GET /v1/merchant/payments/{id} 403': (right) => ({ path: `${right.path}?operator=1`, ...asReader() }),
    'POST /v1/merchant/payments/{id}/refunds 422': async (right) => {
      const headers = { ...right.headers, 'Idempotency-Key': 'used' };
      await ask(stack, { ...right, headers });
      return { headers, body: '{"amount":"101","reason":"out of stock"}' };
    },
    'POST /v1/merchant/statements 413': () => ({ body: formOf('x'.repeat(10_200_000)) }),
    'POST /v1/merchant/statements/preview 413': () => ({ body: formOf('x'.repeat(400_000)) }),
    'POST /v1/merchant/statements/preview 422': () => ({ body: formOf('no columns') }),
    'POST /v1/merchant/session 401': () => ({ body: '{"key":"wrong"}', headers: { 'X-Forwarded-For': '192.0.2.200' } }),
    'POST /v1/merchant/session 403': () => ({ headers: { Origin: 'https://other.example' } }),
    'POST /v1/merchant/session 429': async () => {
      await exhaustKeyAttempts();
      return { on: limited, body: '{"key":"wrong"}' };
    },
    'DELETE /v1/merchant/session 503': () => ({
      on: broken,
      headers: { Origin: broken.served.url, Cookie: `tsena=${'t'.repeat(43)}` },
    }),
    // MERCHANT_API_KEY is checked without the database, and the settings are in memory.
    'GET /v1/merchant/counter 503': () => ({ on: broken, ...asReader() }),
    'GET /v1/merchant/events 503': () => ({ on: broken, ...asReader() }),
    'GET /v1/merchant/settings 503': () => ({ on: broken, ...asReader() }),
    'POST /v1/merchant/settings/try 503': () => ({ on: broken, ...asReader() }),
    'POST /v1/merchant/statements/preview 503': () => ({ on: broken, ...asReader() }),
    'POST /v1/merchant/settings/webhook-secret 503': () => ({ on: broken, ...asReader() }),
    'POST /v1/merchant/settings/try 422': () => {
      limited.receiver.answer = 500;
      return { on: limited, body: '{"name":"webhookUrl"}' };
    },
    'POST /v1/merchant/keys 409': () => ({ body: '{"name":"HANTA","scope":"read"}' }),
    'POST /v1/merchant/webhooks/test 409': () => ({ on: quiet }),
    'GET /v1/merchant/transactions/{transactionReference} 404': () => ({ path: transactionPath('999999999') }),
    'GET /v1/merchant/transactions/{transactionReference} 503': () => {
      stack.sandbox.setFaults([{ on: 'details', do: 'status', value: 500, times: 1 }]);
      return { path: transactionPath('636042511') };
    },
    'PUT /v1/callbacks/{secret} 400': () => ({ headers: { 'Content-Encoding': 'gzip' }, body: 'no gzip' }),
    'PUT /v1/callbacks/{secret} 415': () => ({ headers: { 'Content-Encoding': 'rot13' } }),
    'GET /metrics 404': () => ({ headers: { 'X-Forwarded-For': '203.0.113.7' } }),
    'GET /v1/checkout-{hash}.js 404': () => ({ path: `/v1/checkout-${'0'.repeat(16)}.js` }),
  };

  const asReader = (): Change => ({ headers: { Authorization: `Bearer ${ids.reader}` } });
  const transactionPath = (reference: string) => `/v1/merchant/transactions/${reference}`;

  async function initiation(sub: string, amount = '25000', msisdn = PAYER): Promise<string> {
    return JSON.stringify({ orderToken: await stack.mint({ sub, amount }), msisdn });
  }

  async function withoutAmount(token: string): Promise<string> {
    const { SignJWT, decodeJwt } = await import('jose');
    const { amount: _amount, ...claims } = decodeJwt(token);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(stack.env.ORDER_TOKEN_SECRET));
  }

  /** Every 30 s, another wrong key is counted. */
  async function exhaustKeyAttempts(): Promise<void> {
    let answer: { readonly status: number };
    do answer = await limited.get('/v1/merchant', { Authorization: 'Bearer wrong' });
    while (answer.status === 401);
  }

  async function provoke(operation: NamedRoute, status: number): Promise<globalThis.Response> {
    const right = await validRequest(operation);
    const own = special[`${nameOf(operation)} ${status}`];
    const {
      on = stack,
      headers,
      ...change
    } = await (own === undefined ? changeFor(operation, status, right) : own(right));
    return ask(on, { ...right, ...change, headers: { ...right.headers, ...headers } });
  }

  async function changeFor(operation: NamedRoute, status: number, right: Ask): Promise<Change> {
    switch (status) {
      case 304:
        return { headers: { 'If-None-Match': '*', 'Accept-Encoding': 'identity', 'Cache-Control': 'max-age=0' } };
      case 400:
        return operation.body === undefined && operation.form === undefined
          ? { path: `${right.path}${wrongQuery(operation)}` }
          : { body: '{' };
      case 401:
        // Each from another address, because the limit of wrong keys would hide the answer.
        strangers += 1;
        return { headers: { Authorization: '', 'X-Forwarded-For': `192.0.2.${strangers}` } };
      case 404: {
        const unknown = [ids.pending, ids.link, ids.webhook, ids.key, ids.completed, ids.refund].reduce(
          (path, id) => path.replace(id, `${id.split('_')[0]}_${'x'.repeat(22)}`),
          right.path.replace(SECRET, 's'.repeat(43)),
        );
        return unknown === right.path ? { on: off } : { path: unknown };
      }
      case 403:
        return { headers: { Authorization: `Bearer ${operation.isOfCounter ? ids.reader : ids.seller}` } };
      case 409:
        return { on: withoutAddress };
      case 413:
        return { body: JSON.stringify({ padding: 'x'.repeat(40_000) }) };
      case 415:
        return { headers: { 'Content-Type': 'text/plain' } };
      case 429:
        await exhaustKeyAttempts();
        return { on: limited, headers: { Authorization: 'Bearer wrong' } };
      case 503:
        return { on: broken };
      default:
        return {};
    }
  }

  const WRONG_QUERIES: Readonly<Record<string, string>> = {
    readPaymentDetail: '?operator=2',
    exportBooks: '?month=May',
    exportPayments: '?from=never',
    exportAudit: '?separator=tab',
    readTotals: '?from=never',
    followWebhookEvents: `?since=${'x'.repeat(65)}`,
  };
  const wrongQuery = ({ id }: NamedRoute): string => WRONG_QUERIES[id] ?? '?limit=0';

  /** Other tests provoke these; each answer to the request of a stack is checked. */
  const ELSEWHERE: Readonly<Record<string, readonly number[]>> = {
    initiatePayment: [201, 409],
    readCheckout: [409],
    followPayment: [429],
    submitReference: [200, 422],
    resolvePayment: [409, 422],
    startCounterPayment: [200, 409, 422],
    recordRefund: [409],
    importStatement: [422],
    endSession: [204, 403],
    makeWebhookSecret: [201],
    changeSettings: [409, 422],
    readTransaction: [200],
  };
  const cases = ROUTES.flatMap((operation) =>
    Object.keys(DOCUMENT.paths[operation.path]?.[operation.method]?.responses ?? {})
      .filter((status) => status !== 'default' && ELSEWHERE[operation.id]?.includes(Number(status)) !== true)
      .map((status) => [`${nameOf(operation)} ${status}`, operation, Number(status)] as const),
  );

  it.each(cases)('%s', async (_name, operation, status) => {
    const response = await provoke(operation, status);
    const text = await response.text();
    expect(`${response.status} ${text.slice(0, 300)}`).toMatch(new RegExp(`^${status} `));

    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    requireAnswerOf(operation, response, text);
  });

  it('a webhook’s body matches its schema', async () => {
    requireSchema('#/components/schemas/Webhook', stack.receiver.webhooks[0]?.event);
  });
});
