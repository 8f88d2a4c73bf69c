import { serve } from '@tsena/testkit/serve';
import express, { type RequestHandler } from 'express';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { untilTestEnds } from '../../../test/support/use.ts';
import { StorageUnavailable } from '../../database/storageFailure.ts';
import { ProblemError } from '../../input/problemError.ts';
import { createLog } from '../../log/log.ts';
import { fieldErrors, languageOf, notFound, problemHandler, rejectOtherMethods } from './problem.ts';

interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly requestId?: string;
  readonly unwritten?: number;
  readonly err?: { readonly message: string };
}

const WARN = 40;
const ERROR = 50;

let lines: LogLine[];
let url: string;
let handler: RequestHandler;

beforeEach(async () => {
  lines = [];
  const app = express();
  app.use((_request, response, next) => {
    response.locals.requestId = 'request-1';
    next();
  });
  app.get(['/', '/v1/merchant/refunds', '/v1/merchants'], (...args) => handler(...args));
  app.all('/', rejectOtherMethods('GET'));
  app.use(notFound);
  app.use(problemHandler(createLog('warn', { write: (line: string) => lines.push(JSON.parse(line)) })));
  const served = await untilTestEnds(serve(app));
  url = `${served.url}/`;
});

async function ask(path = '', init: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, { ...init, headers: { Connection: 'close', ...init.headers } });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

/** Answers with what a handler does that throws this. */
function askWith(error: unknown, path = '', init: RequestInit = {}) {
  handler = () => {
    throw error;
  };
  return ask(path, init);
}

const withStatus = (status: number) => Object.assign(new Error('of a library'), { status });
const withCode = (code: string) => Object.assign(new Error('of a database'), { code });

describe('a problem document', () => {
  it('has the code, its status, its cause and a sentence, and is not cached', async () => {
    const { status, headers, body } = await askWith(new ProblemError('payment_not_found'), '?locale=en');
    expect(body).toEqual({
      type: 'urn:tsena:problem:payment_not_found',
      title: 'No payment has this id.',
      status: 404,
      detail: 'This payment was not found.',
      code: 'payment_not_found',
    });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
      'no-store',
    ]);
    for (const name of ['retry-after', 'www-authenticate', 'allow']) expect(headers.get(name), name).toBeNull();
    expect(lines).toEqual([]);
  });

  it('speaks to the merchant under /v1/merchant, and to the payer everywhere else', async () => {
    const detailAt = async (path: string) => (await askWith(new StorageUnavailable(), `${path}?locale=en`)).body.detail;
    expect(await detailAt('v1/merchant/refunds')).toBe(
      'The service cannot reach its database right now. If you were recording something, look whether it is there before you do it again. Try again in a moment.',
    );
    const payers = 'If you have confirmed a payment on your phone, do not pay again';
    expect([await detailAt(''), await detailAt('v1/merchants')]).toEqual([
      expect.stringContaining(payers),
      expect.stringContaining(payers),
    ]);
  });
});

describe('Retry-After', () => {
  it.each([
    ['too_many_from_address', undefined, '5'],
    ['too_many_from_address', 0, '1'],
    ['too_many_from_address', 1001, '2'],
    ['storage_unavailable', undefined, '5'],
    // An amount that differs may be right later, but not after seconds.
    ['order_changed', undefined, null],
    ['order_changed', 3000, '3'],
    ['payment_not_found', undefined, null],
  ] as const)('of %s after %s ms is %s', async (code, retryAfterMs, expected) => {
    const { headers } = await askWith(new ProblemError(code, { retryAfterMs }));
    expect(headers.get('retry-after')).toBe(expected);
  });
});

describe('the language', () => {
  it.each([
    ['?locale=mg', 'en', 'mg'],
    ['?locale=de', 'en', 'en'],
    ['', 'de, mg;q=0.5, en;q=0.4', 'mg'],
    ['', 'de', 'fr'],
  ])('of “%s” with Accept-Language “%s” is %s', async (path, accepted, language) => {
    handler = (request, response) => void response.json({ language: languageOf(request) });
    expect((await ask(path, { headers: { 'Accept-Language': accepted } })).body).toEqual({ language });
  });
});

describe('the wrong fields', () => {
  it('have JSON pointers', () => {
    const schema = z.object({ 'a/b~c': z.array(z.string('a text')) });
    const parsed = z.safeParse(schema, { 'a/b~c': ['', 1] });
    expect(parsed.error && fieldErrors(parsed.error)).toEqual([{ pointer: '/a~1b~0c/1', detail: 'a text' }]);
  });
});

describe('an error that is no problem', () => {
  it.each<[string, unknown, number, string]>([
    ['of a body that is too large', withStatus(413), 413, 'body_too_large'],
    ['of an unknown charset', withStatus(415), 415, 'unsupported_media_type'],
    ['of the client', withStatus(400), 400, 'invalid_request'],
    ['of the client who disconnected', Object.assign(withStatus(400), { code: 'ECONNRESET' }), 400, 'invalid_request'],
    ['of a text that PostgreSQL cannot store', withCode('22021'), 400, 'invalid_request'],
  ])('%s is answered, not logged', async (_name, error, status, code) => {
    const answer = await askWith(error);
    expect([answer.status, answer.body.code, lines]).toEqual([status, code, []]);
  });

  it.each<[string, unknown, number, string]>([
    ['of the storage', new StorageUnavailable('disk full'), 503, 'storage_unavailable'],
    ['of SQLite', withCode('SQLITE_FULL'), 503, 'storage_unavailable'],
    ['with a status above 499', withStatus(500), 500, 'internal'],
    ['of a mistake in the code', new TypeError('x is not a function'), 500, 'internal'],
    ['that is no error', 'text', 500, 'internal'],
  ])('%s is logged with the request’s id, and its text is not answered', async (_name, error, status, code) => {
    const answer = await askWith(error);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (error instanceof Error) expect(JSON.stringify(answer.body)).not.toContain(error.message);
    expect(lines).toMatchObject([{ level: ERROR, msg: 'request failed', requestId: 'request-1' }]);
  });

  it('of the storage is one line a minute, with the number of the others', async () => {
    const now = vi.spyOn(performance, 'now');
    const failAt = (ms: number) => {
      now.mockReturnValue(ms);
      return askWith(new StorageUnavailable('locked'));
    };
    for (const ms of [100_000, 100_001, 159_999, 160_000]) expect((await failAt(ms)).status).toBe(503);
    now.mockRestore();
    expect(lines.map(({ unwritten }) => unwritten)).toEqual([0, 2]);
  });

  it('is left to Express if an answer has begun, which ends the connection', async () => {
    handler = (_request, response, next) => {
      response.status(200).write('beginning', () => next(new Error('broken')));
    };
    await expect(ask()).rejects.toThrow();
    expect(lines.filter(({ level }) => level >= WARN)).toEqual([]);
  });
});
