import { once } from 'node:events';
import { connect } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from '../../test/support/host.ts';
import { asMerchant, eventually } from '../../test/support/merchant.ts';
import { PAYER } from '../../test/support/stack.ts';

let host: Host;
afterEach(() => host.close());

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** What the orders of so many clients get, one after the other. */
async function payFrom(...addresses: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [index, address] of addresses.entries()) statuses.push((await host.pay(`ORDER-${index}`, from(address))).status);
  return statuses;
}

describe.each([false, true, 1, 'loopback'])('in a host app with “trust proxy” %s', (hostSetting) => {
  it('each shopper behind a proxy that TRUST_PROXY names has an own limit', async () => {
    host = await startHost({ before: (app) => app.set('trust proxy', hostSetting), env: { TRUST_PROXY: '1', LIMIT_PER_IP: '1/10m' } });
    expect(await payFrom('192.0.2.1', '192.0.2.2', '192.0.2.1')).toEqual([201, 201, 429]);
  });

  it('X-Forwarded-For is ignored while TRUST_PROXY is off', async () => {
    host = await startHost({ before: (app) => app.set('trust proxy', hostSetting), env: { LIMIT_PER_IP: '1/10m' } });
    expect(await payFrom('192.0.2.1', '192.0.2.2')).toEqual([201, 429]);
  });
});

describe('LIMIT_PER_IP', () => {
  const env = { TRUST_PROXY: '1', LIMIT_PER_IP: '1/10m' };
  // Express on its own trusts such headers.
  const before = (app: express.Express) => app.set('trust proxy', 1);

  it.each([
    ['with ports', ['192.0.2.1:1001', '192.0.2.1:1002', '192.0.2.1']],
    ['that are unreadable', ['unknown', '_hidden', 'garbage']],
    ['that are empty', ['', ',', ' , ']],
    ['of one IPv6 /64 network', ['2001:db8:1:2::1', '[2001:db8:1:2::2]:443', '2001:db8:1:2:ffff::']],
    ['of IPv4, mapped into IPv6 or not', ['192.0.2.1', '::ffff:192.0.2.1', '[::ffff:c000:201]:443']],
  ])('counts together addresses %s', async (_name, addresses) => {
    host = await startHost({ env, before });
    expect(await payFrom(...addresses)).toEqual([201, 429, 429]);
  });

  it('counts each IPv6 /64 network separately', async () => {
    host = await startHost({ env, before });
    expect(await payFrom('2001:db8:1:2::1', '2001:db8:1:3::1')).toEqual([201, 201]);
  });

  it('counts a client that disconnects before the companion reads its request', async () => {
    const untilGone: express.RequestHandler = (request, _response, next) => {
      if (request.headers['x-leaves'] === undefined) next();
      else request.socket.once('close', () => setImmediate(next));
    };
    host = await startHost({ env: { LIMIT_PER_IP: '1/10m' }, before: (app) => app.use(express.json(), untilGone) });
    const body = JSON.stringify({ orderToken: await host.mint({ sub: 'ORDER-1', amount: '25000' }), msisdn: PAYER });
    const { port } = new URL(host.url);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /v1/payments HTTP/1.1\r\nHost: x\r\nX-Leaves: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n${body}`, () => resolve()));
    socket.destroy();
    const { db } = host.companion.storage.store;
    await eventually(async () =>
      expect(await db.selectFrom('payments').select('address_hash').execute()).toEqual([{ address_hash: expect.any(String) }]),
    );
  });
});

describe('MAX_STREAMS_PER_ADDRESS', () => {
  it('counts IPv6 clients by /64 network', async () => {
    host = await startHost({ env: { TRUST_PROXY: '1', MAX_STREAMS_PER_ADDRESS: '1' } });
    const { id } = (await (await host.pay('ORDER-1')).json()) as { id: string };
    const stream = (address: string) => fetch(`${host.companionUrl}/v1/payments/${id}/events`, { headers: from(address) });
    const first = await stream('2001:db8:1:2::1');
    const second = await stream('[2001:db8:1:2::2]:443');
    const other = await stream('2001:db8:1:3::1');
    expect([first.status, second.status, other.status]).toEqual([200, 429, 200]);
    await Promise.all([first, second, other].map((response) => response.body?.cancel()));
  });
});

describe('the limit of wrong merchant keys', () => {
  const asked = async (key: string, address: string) =>
    (await fetch(`${host.companionUrl}/v1/merchant`, { headers: { Authorization: `Bearer ${key}`, ...from(address) } })).status;

  it('does not lock out the right key behind the same proxy', async () => {
    host = await startHost({});
    for (let index = 0; index < 12; index += 1) await asked(`wrong-${index}`, '192.0.2.66');
    expect(await asked('wrong', '192.0.2.66')).toBe(429);
    expect((await fetch(`${host.companionUrl}/v1/merchant`, { headers: asMerchant })).status).toBe(200);
  });

  it('counts each client behind the proxy, IPv6 by /64 network', async () => {
    host = await startHost({ env: { TRUST_PROXY: '1' } });
    for (let index = 0; index < 10; index += 1) expect(await asked('wrong', `2001:db8:1:2::${index}`)).toBe(401);
    expect(await asked('wrong', '2001:db8:1:2:3:4:5:6')).toBe(429);
    expect(await asked('wrong', '2001:db8:1:3::1')).toBe(401);
  });
});
