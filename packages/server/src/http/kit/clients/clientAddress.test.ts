import { sendRaw } from '@tsena/testkit/raw';
import { serve } from '@tsena/testkit/serve';
import { expect, it } from 'vitest';
import { untilTestEnds } from '../../../../test/support/use.ts';
import type { TrustProxy } from '../../../config/settings.ts';
import { createAddressReader } from './clientAddress.ts';

/** The client's address that a real server reads, for a request from 127.0.0.1 with these header lines. */
async function seen(trustProxy: TrustProxy, ...forwarded: readonly string[]): Promise<string> {
  const addressOf = createAddressReader(trustProxy);
  const { url } = await untilTestEnds(serve((request, response) => response.end(addressOf(request))));
  const lines = forwarded.map((value) => `X-Forwarded-For: ${value}\r\n`).join('');
  const answer = await sendRaw(url, `GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines}\r\n`);
  return answer.split('\r\n\r\n')[1]?.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '') ?? '';
}

const SOCKET = '127.0.0.1';

it.each([
  [false, ['198.51.100.7'], SOCKET],
  [1, [], SOCKET],
  [1, ['198.51.100.7'], '198.51.100.7'],
  [1, ['192.0.2.66, 198.51.100.7'], '198.51.100.7'],
  [1, ['192.0.2.66', '198.51.100.7'], '198.51.100.7'],
  [2, ['192.0.2.66, 198.51.100.7, 10.0.0.1'], '198.51.100.7'],
  [2, ['198.51.100.7'], '198.51.100.7'],
  ['loopback', ['192.0.2.66, 198.51.100.7'], '198.51.100.7'],
  ['loopback, 10.0.0.0/8', ['192.0.2.66, 198.51.100.7, 10.1.2.3'], '198.51.100.7'],
  ['loopback, 10.0.0.0/8', ['192.0.2.66, 198.51.100.7, 10.1.2.3:443'], '198.51.100.7'],
  ['10.0.0.0/8', ['198.51.100.7'], SOCKET],
] as const)('TRUST_PROXY=%s with X-Forwarded-For %j gives the client %s', async (trustProxy, forwarded, expected) => {
  expect(await seen(trustProxy, ...forwarded)).toBe(expected);
});

it.each([
  ['"198.51.100.7:51234"', '198.51.100.7'],
  ['[::ffff:198.51.100.7]:443', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::1]:51234', '2001:db8:1:2::/64'],
  ['"[2001:db8:1:2::1]:51234"', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
])('the address %s counts as %s', async (written, expected) => {
  expect(await seen(1, written)).toBe(expected);
});

it.each(['unknown', '', '1', '198.51.100.777', '[198.51.100.7', '198.51.100.7:x', 'x'.repeat(9000)])(
  'an unreadable entry (%s) counts as the hop that sent it',
  async (written) => {
    expect(await seen(1, written)).toBe(SOCKET);
    expect(await seen('loopback, 10.0.0.0/8', `192.0.2.66, ${written}, 10.1.2.3`)).toBe('10.1.2.3');
  },
);

it('clients without an address share one count', () => {
  const addressOf = createAddressReader(false);
  expect(addressOf({ headers: {}, socket: { remoteAddress: undefined } })).toBe('unknown');
  expect(
    createAddressReader(1)({ headers: { 'x-forwarded-for': '198.51.100.7' }, socket: { remoteAddress: undefined } }),
  ).toBe('198.51.100.7');
});
