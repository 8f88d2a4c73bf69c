import { startEndpoint } from '@tsena/testkit/endpoint';
import { describe, expect, it } from 'vitest';
import { testSettings } from '../../../test/support/operatorFixture.ts';
import { useForEach } from '../../../test/support/use.ts';
import { Secret } from '../../config/secret.ts';
import type { StoredWebhook } from '../../database/schema.ts';
import { httpSink } from './httpSink.ts';

const WALL = Date.parse('2026-11-20T12:00:00.999Z');
const webhook = { id: 'msg_1', payload: '{"type":"tsena.ping"}' } as StoredWebhook;

const SETTINGS = testSettings('https://operator.example');
const WEBHOOK_SECRET = [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')];
const sinkTo = (WEBHOOK_URL: string) =>
  httpSink(
    () => ({ ...SETTINGS, WEBHOOK_URL, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: true }),
    () => WALL,
  );

const endpoint = useForEach(startEndpoint);

/** The result of a delivery attempt that the endpoint answers with this status and Retry-After. */
function attempt(status: number, retryAfter?: string) {
  endpoint.answer = (_received, response) =>
    response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
  return sinkTo(endpoint.url)(webhook);
}

describe('a delivery attempt', () => {
  it.each([200, 201, 204, 299])('is a success with the answer %i', async (status) => {
    expect(await attempt(status)).toEqual({ kind: 'delivered' });
  });

  it.each([300, 301, 400, 401, 404, 409, 500, 503])('is repeated after the answer %i', async (status) => {
    expect(await attempt(status)).toEqual({
      kind: 'failed',
      error: `the endpoint answered ${status}`,
      retryAfterMs: null,
      answer: { status, body: '' },
    });
  });

  it('is the last one after 410, whatever Retry-After says', async () => {
    expect(await attempt(410, '5')).toEqual({
      kind: 'gone',
      error: 'the endpoint answered 410',
      answer: { status: 410, body: '' },
    });
  });

  it.each([
    ['120', 120_000],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 59_001],
    ['Fri, 20 Nov 2026 11:59:00 GMT', null],
    ['Fri, 20 Nov 2026 12:00:01 GMT', 1],
    ['0', null],
    ['-1', null],
    ['1.5', null],
    ['1234567890', null],
    ['soon', null],
    ['2026', 2_026_000],
    ['2026-11-20T12:01:00Z', null],
    ['on Fri, 20 Nov 2026 12:01:00 GMT', null],
    ['5 s', null],
    ['in 5', null],
  ])('is repeated after the time in Retry-After: %s', async (retryAfter, retryAfterMs) => {
    expect(await attempt(503, retryAfter)).toMatchObject({ kind: 'failed', retryAfterMs });
  });

  it.each([
    ['HTML', '<td>ORDER_TOKEN_SECRET</td><td>an-order&#x2F;token-secret-of-32-characters</td>'],
    ['JSON', '"secret":"an-order\\/token-secret-of-32-characters"'],
    ['a list', 'test-consumer-key, test-consumer-secret, merchant-api-key-of-the-owner'],
    ['both forms of the webhook secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  ])('keeps no secret of the settings that the shop’s page of an error shows as %s', async (_as, page) => {
    endpoint.answer = (_received, response) => response.writeHead(500).end(page);
    const settings = testSettings('https://operator.example', {
      ORDER_TOKEN_SECRET: 'an-order/token-secret-of-32-characters',
      MERCHANT_API_KEY: 'merchant-api-key-of-the-owner',
    });
    const sink = httpSink(() => ({
      ...settings,
      ...{ WEBHOOK_URL: endpoint.url, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE: true },
    }));
    expect(await sink(webhook)).toMatchObject({
      answer: { body: page.replace(/(?:an-order|test|merchant|whsec_MfKQ|MfKQ)[^<", ]+/g, '[secret]') },
    });
  });

  it('is repeated if nothing listens at the endpoint', async () => {
    const gone = await startEndpoint();
    await gone.close();
    expect(await sinkTo(gone.url)(webhook)).toEqual({
      kind: 'failed',
      error: 'ECONNREFUSED',
      retryAfterMs: null,
      answer: null,
    });
  });
});
