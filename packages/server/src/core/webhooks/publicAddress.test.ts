import { startEndpoint } from '@tsena/testkit/endpoint';
import { describe, expect, it } from 'vitest';
import { useForEach } from '../../../test/support/use.ts';
import { Secret } from '../../config/secret.ts';
import { isPublicAddress } from './publicAddress.ts';
import { createSignedPost } from './signedPost.ts';

it.each([
  [
    'this machine',
    [
      '127.0.0.1',
      '127.8.8.8',
      '0.0.0.0',
      '::',
      '::1',
      '::127.0.0.1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
    ],
  ],
  [
    'a private network',
    ['10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', '::ffff:10.0.0.1', 'fec0::1', 'fd00::1'],
  ],
  ['the link of the machine', ['169.254.169.254', 'fe80::1']],
  ['many machines', ['224.0.0.1', '255.255.255.255', 'ff02::1']],
  ['nobody', ['192.0.2.1', '198.18.0.1', '2001:db8::1', '4000::1', '1::1']],
  ['no address', ['localhost', '']],
])('%s is not public', (_whose, addresses) => {
  expect(addresses.filter((address) => isPublicAddress(address))).toEqual([]);
});

it.each(['8.8.8.8', '41.188.0.1', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700:4700::1111'])(
  '%j is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

describe('a private endpoint', () => {
  const endpoint = useForEach(startEndpoint);
  const send = (host: string, WEBHOOK_ALLOW_PRIVATE: boolean, protocol = 'http') => {
    const WEBHOOK_URL = `${protocol}://${host}:${new URL(endpoint.url).port}/`;
    const WEBHOOK_SECRET = [new Secret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')];
    return createSignedPost({ WEBHOOK_URL, WEBHOOK_SECRET, WEBHOOK_ALLOW_PRIVATE }, { secrets: [] })(
      'msg_1',
      new Date(),
      '{}',
    );
  };

  it.each([
    ['127.0.0.1', 'as it is'],
    ['2130706433', 'as one number'],
    ['0x7f.1', 'in hex'],
    ['0177.0.0.1', 'in octal'],
    ['[::1]', 'in IPv6'],
    ['[::ffff:127.0.0.1]', 'mapped'],
    ['[::ffff:7f00:1]', 'mapped, in hex'],
    ['localhost', 'by a name that resolves to it'],
  ])('%s, loopback %s, is refused and receives nothing', async (host) => {
    const refused = { kind: 'no_answer', reason: expect.stringContaining('WEBHOOK_ALLOW_PRIVATE=1') };
    expect([await send(host, false), await send(host, false, 'https')]).toEqual([refused, refused]);
    expect(endpoint.received).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost'])('%s receives the webhook once private addresses are allowed', async (host) => {
    expect(await send(host, true)).toMatchObject({ kind: 'answer', status: 200 });
  });
});
