import { openSocket } from '@tsena/testkit/raw';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { type Host, startHost } from '../../test/support/host.ts';
import { eventually } from '../../test/support/merchant.ts';
import { PAYER } from '../../test/support/stack.ts';

let host: Host;
afterEach(() => host.close());

const from = (address: string) => ({ 'X-Forwarded-For': address });

/** What the orders of so many clients get, one after the other. */
async function payFrom(...addresses: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const [index, address] of addresses.entries())
    statuses.push((await host.pay(`ORDER-${index}`, from(address))).status);
  return statuses;
}

describe.each([false, true, 1, 'loopback'])('in a host app with “trust proxy” %s', (hostSetting) => {
  it('each shopper behind a proxy that TRUST_PROXY names has an own limit', async () => {
    host = await startHost({
      before: (app) => app.set('trust proxy', hostSetting),
      env: { TRUST_PROXY: '1', LIMIT_PER_IP: '1/10m' },
    });
    expect(await payFrom('192.0.2.1', '192.0.2.2', '192.0.2.1')).toEqual([201, 201, 429]);
  });

  it('X-Forwarded-For is ignored while TRUST_PROXY is off', async () => {
    host = await startHost({ before: (app) => app.set('trust proxy', hostSetting), env: { LIMIT_PER_IP: '1/10m' } });
    expect(await payFrom('192.0.2.1', '192.0.2.2')).toEqual([201, 429]);
  });
});

describe('LIMIT_PER_IP', () => {
  it('counts a client that disconnects before the companion reads its request', async () => {
    const untilGone: express.RequestHandler = (request, _response, next) => {
      if (request.headers['x-leaves'] === undefined) next();
      else request.socket.once('close', () => setImmediate(next));
    };
    host = await startHost({ env: { LIMIT_PER_IP: '1/10m' }, before: (app) => app.use(express.json(), untilGone) });
    const body = JSON.stringify({ orderToken: await host.mint({ sub: 'ORDER-1', amount: '25000' }), msisdn: PAYER });
    const socket = await openSocket(host.url);
    const head = `POST /v1/payments HTTP/1.1\r\nHost: x\r\nX-Leaves: 1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
    await new Promise<void>((resolve) => socket.write(`${head}\r\n\r\n${body}`, () => resolve()));
    socket.destroy();
    const { db } = host.companion.storage.store;
    await eventually(async () =>
      expect(await db.selectFrom('payments').select('address_hash').execute()).toEqual([
        { address_hash: expect.any(String) },
      ]),
    );
  });
});
