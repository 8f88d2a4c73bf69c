import { type Payment, type PaymentId, paymentSchema } from '@tsena/shared/checkout';
import { sendRaw } from '@tsena/testkit/raw';
import express, { type Express, type RequestHandler } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Host, startHost } from '../../../../test/support/host.ts';
import { asMerchant } from '../../../../test/support/merchant.ts';
import { PAYER } from '../../../../test/support/stack.ts';
import { historyOf } from '../../../core/storage/reads.ts';

let host: Host;
afterEach(() => host.close());

/** The operator accepts the payment but resets the connection, so that only its callback reports the payment. */
const ONLY_CALLBACKS = { faults: [{ on: 'initiate', do: 'accept-then-reset' }] } as const;

const anyType = { type: () => true };

/** As Express 4's parsers do for a media type that is not theirs: an empty object, and the stream unread. */
const emptyObject: RequestHandler = (request, _response, next) => {
  request.body = {};
  next();
};

const later: RequestHandler = (_request, _response, next) => void setImmediate(next);

/** Middleware that a host app may have before the companion. */
const PARSERS: readonly (readonly [string, (app: Express) => void])[] = [
  ['express.json() and express.urlencoded()', (app) => app.use(express.json(), express.urlencoded({ extended: true }))],
  ['express.json() of any type', (app) => app.use(express.json({ ...anyType, strict: false }))],
  ['express.text() of any type', (app) => app.use(express.text(anyType))],
  ['express.raw() of any type', (app) => app.use(express.raw(anyType))],
  ['an asynchronous middleware, then express.json()', (app) => app.use(later, express.json())],
  ['a parser that leaves an empty object for a body it did not read', (app) => app.use(emptyObject)],
];

/** Consumes the body and sets no request.body. */
const consumeBody: RequestHandler = (request, _response, next) => {
  request.on('end', () => next());
  request.resume();
};

const leaveEmpty: RequestHandler = (request, _response, next) => {
  request.on('end', () => {
    request.body = {};
    next();
  });
  request.resume();
};

const json = (method: string, body: unknown, headers = {}): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

async function pay(order: string): Promise<Payment> {
  const response = await host.pay(order);
  expect(response.status).toBe(201);
  return z.parse(paymentSchema, await response.json());
}

async function statusOf(id: string): Promise<string> {
  return z.parse(paymentSchema, await (await fetch(`${host.companionUrl}/v1/payments/${id}`)).json()).status;
}

/** What the history of a payment records: a callback is recorded in the write that makes its status check due. */
async function kinds(id: PaymentId): Promise<string[]> {
  return (await historyOf(host.companion.storage.store.db, id)).map(({ kind }) => kind);
}

function callbackUrl(): string {
  return host.sandbox.transactions()[0]?.callbackUrl ?? expect.unreachable('no callback was requested');
}

function correlationId(): string {
  return host.sandbox.transactions()[0]?.serverCorrelationId ?? expect.unreachable('the operator has no transaction');
}

describe.each(PARSERS)('behind %s of a host app', (_name, before) => {
  it('each route with a JSON body reads it, and the callback completes the payment', async () => {
    host = await startHost({ before, sandbox: ONLY_CALLBACKS });
    const { id, status } = await pay('ORDER-1');
    expect(status).toBe('unresolved');
    const submitted = await fetch(
      `${host.companionUrl}/v1/payments/${id}/reference`,
      json('POST', { transactionReference: '636042511' }),
    );
    expect(await submitted.json()).toMatchObject({ status: 422, code: 'reference_mismatch' });
    const search = await fetch(
      `${host.companionUrl}/v1/merchant/payments/search`,
      json('POST', { msisdn: PAYER }, asMerchant),
    );
    expect(await search.json()).toMatchObject({ data: [{ id }] });
    host.sandbox.approve(correlationId());
    await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), 10_000);
  });

  it('a malformed, oversized or mistyped body gets a problem document', async () => {
    host = await startHost({ before });
    const post = async (body: string, type = 'application/json') => {
      const response = await fetch(`${host.companionUrl}/v1/payments`, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      return response.status;
    };
    for (const body of ['{', 'null', '{"orderToken":{"__proto__":{"polluted":true}},"msisdn":["0343500003"]}']) {
      expect(await post(body), body).toBe(400);
    }
    expect(await post('{"orderToken":"x","msisdn":"0343500003"}', 'text/plain')).toBe(415);
    // A host app's own parser may refuse it first.
    expect([400, 415]).toContain(await post('orderToken=x&msisdn=0343500003', 'application/x-www-form-urlencoded'));
    expect(await post(JSON.stringify({ padding: 'x'.repeat(20_000) }))).toBe(413);
  });
});

describe('PUT /v1/callbacks/{secret}', () => {
  const callbackBody = () => JSON.stringify({ serverCorrelationId: correlationId(), transactionStatus: 'completed' });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense'])(
    'reads a body of type %s behind a host app that parses JSON and forms',
    async (type) => {
      const sandbox = { faults: [...ONLY_CALLBACKS.faults, { on: 'callback', do: 'drop' }] } as const;
      host = await startHost({
        sandbox,
        before: (app) => app.use(express.json(), express.urlencoded({ extended: false })),
      });
      const { id } = await pay('ORDER-1');
      host.sandbox.approve(correlationId());
      expect(
        (await fetch(callbackUrl(), { method: 'PUT', headers: { 'Content-Type': type }, body: callbackBody() })).status,
      ).toBe(200);
      await vi.waitFor(async () => expect(await statusOf(id)).toBe('completed'), 10_000);
    },
  );

  it('stores no number and no control character of a body', async () => {
    host = await startHost({ sandbox: { faults: [{ on: 'callback', do: 'drop' }] } });
    const { id } = await pay('ORDER-1');
    const body = {
      serverCorrelationId: 'a\0b',
      transactionReference: '6360\u000042511',
      transactionStatus: 'held for\u0085034/35/000/03\0',
    };
    expect((await fetch(callbackUrl(), json('PUT', body))).status).toBe(200);
    const { db } = host.companion.storage.store;
    expect(await db.selectFrom('callbacks').selectAll().where('payment_id', '=', id).execute()).toMatchObject([
      { server_correlation_id: '', transaction_reference: '', status: 'held for [msisdn]' },
    ]);
  });

  it.each([
    ['a form parser split at & and =', (app: Express) => app.use(express.urlencoded({ extended: false }))],
    ['a parser left as {}', (app: Express) => app.use('/v1/callbacks', leaveEmpty)],
    ['the host app consumed', (app: Express) => app.use('/v1/callbacks', consumeBody)],
  ])('rejects a body that %s, and still causes a status check', async (_name, before) => {
    host = await startHost({ sandbox: { faults: [{ on: 'callback', do: 'drop' }] }, before });
    const { id } = await pay('ORDER-1');
    const body = JSON.stringify({
      note: 'a=b&c=d',
      serverCorrelationId: correlationId(),
      transactionStatus: 'completed',
    });
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const refused = await fetch(callbackUrl(), { method: 'PUT', headers, body });
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ code: 'body_already_read' });
    await vi.waitFor(async () => expect(await kinds(id)).toContain('callback'));
  });

  it.each([
    ['is too large', 'application/json', {}, 'x'.repeat(40_000), 413],
    ['cannot be decompressed', 'application/json', { 'Content-Encoding': 'gzip' }, 'no gzip', 400],
    ['has an unknown encoding', 'application/json', { 'Content-Encoding': 'rot13' }, '{}', 415],
    ['is not JSON', 'application/json', {}, '<completed/>', 200],
    ['has an unknown charset', 'application/json; charset=klingon', {}, '{}', 200],
  ])('causes a status check even if the body %s', async (_name, type, headers, body, status) => {
    host = await startHost({ sandbox: { faults: [{ on: 'callback', do: 'drop' }] } });
    const { id } = await pay('ORDER-1');
    const answer = await fetch(callbackUrl(), { method: 'PUT', headers: { 'Content-Type': type, ...headers }, body });
    expect(answer.status).toBe(status);
    await vi.waitFor(async () => expect(await kinds(id)).toContain('callback'));
  });
});

describe('a body that the host app consumed', () => {
  it('gets body_already_read at each route with a JSON body', async () => {
    host = await startHost({ before: (app) => app.use(consumeBody) });
    const paths = ['/v1/payments', '/v1/payments/pay_AAAAAAAAAAAAAAAAAAAAAA/reference', '/v1/merchant/payments/search'];
    for (const path of paths) {
      const response = await fetch(`${host.companionUrl}${path}`, json('POST', { msisdn: PAYER }, asMerchant));
      expect(await response.json(), path).toMatchObject({ status: 500, code: 'body_already_read' });
    }
  });
});

describe('an incomplete body', () => {
  it('an oversized body leaves a kept connection usable', async () => {
    host = await startHost({});
    const tooLarge = `POST /v1/payments HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 40000\r\n\r\n${'x'.repeat(40_000)}`;
    const answers = await sendRaw(host.url, `${tooLarge}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
  });
});
