import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { serve } from '@tsena/testkit/serve';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { untilTestEnds } from '../../../test/support/use.ts';
import { ProblemError } from '../../input/problemError.ts';
import {
  clearSessionCookie,
  readSessionToken,
  rejectForeignOrigin,
  requireOwnOrigin,
  setSessionCookie,
} from './sessionCookie.ts';

const TOKEN = 'a'.repeat(43);
const OTHER = 'b'.repeat(43);

/** Sends a request with any headers, Host too, to an app with this PUBLIC_URL. */
async function send(publicUrl: string | null, path: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const app = express();
  app.set('trust proxy', 'loopback');
  app.get('/token', (incoming, response) => {
    response.set('X-Token', readSessionToken(incoming, publicUrl) ?? 'none').end();
  });
  app.get('/set', (incoming, response) => {
    setSessionCookie(incoming, response, TOKEN, publicUrl);
    response.end();
  });
  app.get('/clear', (incoming, response) => {
    clearSessionCookie(incoming, response, publicUrl);
    response.end();
  });
  for (const [name, check] of Object.entries({ '/own': requireOwnOrigin, '/foreign': rejectForeignOrigin })) {
    app.get(name, (incoming, response) => {
      try {
        check(incoming, publicUrl);
        response.set('X-Allowed', 'yes').end();
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        response.set('X-Allowed', error.code).end();
      }
    });
  }
  const { url } = await untilTestEnds(serve(app));
  const sent = request(`${url}${path}`, { headers, agent: false }).end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error('no response');
  response.resume();
  return response;
}

const setBy = async (...args: Parameters<typeof send>) => (await send(...args)).headers['set-cookie']?.[0] ?? '';
const PLAIN = 'tsena=';
const PREFIXED = '__Host-tsena=';

describe('the name of the session’s cookie', () => {
  it.each<[string, '' | '__Host-', string | null, OutgoingHttpHeaders]>([
    ['localhost', '', null, { Host: 'localhost' }],
    ['localhost with a port', '', null, { Host: 'localhost:3000' }],
    ['another address of this machine', '', null, { Host: '127.10.200.3' }],
    ['[::1]', '', null, { Host: '[::1]:65535' }],
    ['a page of localhost', '', null, { Host: 'companion:3000', Origin: 'http://localhost:5173' }],
    ['localhost, which PUBLIC_URL names', '', 'http://localhost:3000', { Host: 'localhost:3000' }],
    ['a host of the network', '__Host-', null, { Host: '192.168.1.10' }],
    ['a host whose name begins like localhost', '__Host-', null, { Host: 'localhost.example' }],
    ['a host whose name begins like an address of this machine', '__Host-', null, { Host: '127.0.0.1.example' }],
    ['a page on https', '__Host-', null, { Host: 'localhost', Origin: 'https://localhost' }],
    ['a page of another host', '__Host-', null, { Host: 'localhost', Origin: 'http://pay.example' }],
    ['https, as the proxy says', '__Host-', null, { Host: 'localhost', 'X-Forwarded-Proto': 'https' }],
    ['a proxy with the standard header', '__Host-', null, { Host: 'localhost', Forwarded: 'for=192.0.2.1' }],
    ['localhost with a public host in PUBLIC_URL', '__Host-', 'http://pay.example', { Host: 'localhost' }],
    ['localhost with https in PUBLIC_URL', '__Host-', 'https://localhost', { Host: 'localhost' }],
  ])('at %s has the prefix %j', async (_name, prefix, publicUrl, headers) => {
    const end = `HttpOnly;${prefix === '' ? '' : ' Secure;'} SameSite=Strict`;
    const set = new RegExp(`^${prefix}tsena=a{43}; Max-Age=43200; Path=/; Expires=[^;]+; ${end}$`);
    expect(await setBy(publicUrl, '/set', headers)).toMatch(set);
    expect(await setBy(publicUrl, '/clear', headers)).toBe(
      `${prefix}tsena=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${end}`,
    );
  });
});

describe('the token of the session', () => {
  const tokenOf = async (...args: [string | null, OutgoingHttpHeaders]) =>
    (await send(args[0], '/token', args[1])).headers['x-token'];

  it.each<[string, string, string]>([
    ['is read among others', `a=1;  ${PREFIXED}${TOKEN} ; b=2`, TOKEN],
    ['with the prefix comes first', `${PLAIN}${OTHER}; ${PREFIXED}${TOKEN}`, TOKEN],
    ['is not one character longer', `${PREFIXED}${TOKEN}a`, 'none'],
    ['has its own name', `not${PREFIXED}${TOKEN}`, 'none'],
    ['is not read without a cookie', '', 'none'],
  ])('%s', async (_name, cookie, token) => {
    expect(await tokenOf(null, { Host: 'localhost', Cookie: cookie })).toBe(token);
  });

  it.each<[string, string | null, OutgoingHttpHeaders, string]>([
    ['at a loopback address', null, { Host: 'localhost' }, TOKEN],
    ['at another host', null, { Host: 'pay.example' }, 'none'],
    ['behind a proxy', null, { Host: 'localhost', 'X-Forwarded-For': '192.0.2.1' }, 'none'],
    ['with a public PUBLIC_URL', 'https://pay.example', { Host: 'localhost' }, 'none'],
  ])('without the prefix %s', async (_name, publicUrl, headers, token) => {
    expect(await tokenOf(publicUrl, { ...headers, Cookie: `${PLAIN}${TOKEN}` })).toBe(token);
  });
});

describe('a change', () => {
  const allowed = async (path: string, publicUrl: string | null, headers: OutgoingHttpHeaders) =>
    (await send(publicUrl, path, headers)).headers['x-allowed'];

  it.each<[string, string | null, string, string]>([
    ['yes', null, 'localhost:3000', 'http://localhost:3000'],
    // Without PUBLIC_URL, a proxy may speak https or not.
    ['yes', null, 'pay.example', 'http://pay.example'],
    ['yes', 'https://pay.example/checkout', 'internal', 'https://pay.example'],
    ['yes', 'https://pay.example', 'localhost:3000', 'http://localhost:3000'],
    ['origin_not_allowed', null, 'localhost:3000', 'https://localhost:3000'],
    ['origin_not_allowed', null, 'pay.example', 'https://evil.example'],
    ['origin_not_allowed', null, 'pay.example', 'null'],
    ['origin_not_allowed', 'https://pay.example', 'pay.example', 'http://pay.example'],
    ['origin_not_allowed', 'https://pay.example', 'evil.example', 'https://evil.example'],
    ['origin_not_allowed', 'https://pay.example', 'pay.example', 'https://pay.example:8443'],
  ])('is allowed: %s, with PUBLIC_URL %s, Host %s and Origin %s', async (answer, publicUrl, Host, Origin) => {
    expect(await allowed('/own', publicUrl, { Host, Origin })).toBe(answer);
    expect(await allowed('/foreign', publicUrl, { Host, Origin })).toBe(answer);
  });

  it('without Origin is accepted for a sign-in with a key, and refused with a session', async () => {
    expect(await allowed('/own', null, { Host: 'localhost' })).toBe('origin_not_allowed');
    expect(await allowed('/foreign', null, { Host: 'localhost' })).toBe('yes');
  });
});
