import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { leaseWebhook, together, withTwoWebhooks } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { type DeliveryResult, enqueueSample, writeDelivery } from './outbox.ts';
import { readShopFailure } from './shopFailure.ts';
import type { Storage } from './storage.ts';

const ENDPOINT = 'https://shop.example/webhooks';
const NO_ANSWER = { ms: 15_003, status: null, body: null, error: 'no answer within 15 s' } as const;
const REFUSED = { ms: 120, status: 500, body: 'Fatal error', error: 'the endpoint answered 500' } as const;

describe.each(STORES)('a shop that accepts no webhook, on %s', (kind) => {
  const storages = useStorages(kind, 4);
  const { storage } = storages;
  const at = (ms: number) => storages.clock.now() + ms;
  const again = (failed: typeof NO_ANSWER | typeof REFUSED): DeliveryResult => ({
    status: 'pending',
    nextAttemptAt: at(0),
    failed,
  });
  const attempt = async (result: DeliveryResult, endpoint = ENDPOINT, on: Storage = storage) =>
    writeDelivery(on, await leaseWebhook(on), result, endpoint);
  const goingTo = (endpoint: string | null): Storage => ({ ...storage, webhooks: { ...storage.webhooks, endpoint } });

  it('is failing after two attempts in a row, since the first, with the newest answer and what waits', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    await withTwoWebhooks(storage, 'ORDER-2');
    const since = storages.clock.now();
    await attempt(again(NO_ANSWER));
    expect(await readShopFailure(storage)).toBeNull();
    storages.clock.advance(5000);
    await attempt(again(REFUSED));
    expect(await readShopFailure(storage)).toEqual({
      since,
      waiting: 4,
      receiver: 'endpoint',
      last: { at: since + 5000, ...REFUSED },
    });
  });

  it('is failing in its own process if the host hosts the handler', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    const threw = { ms: 3, status: null, body: null, error: 'no such order' } as const;
    for (let time = 0; time < 2; time += 1)
      await attempt({ status: 'pending', nextAttemptAt: at(0), failed: threw }, 'onEvent');
    expect(await readShopFailure(goingTo('onEvent'))).toMatchObject({ receiver: 'handler', last: threw });
  });

  it('fails no longer once it accepts any webhook, and then since a later attempt', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    await withTwoWebhooks(storage, 'ORDER-2');
    for (let time = 0; time < 3; time += 1) await attempt(again(REFUSED));
    await attempt({ status: 'delivered' });
    expect(await readShopFailure(storage)).toBeNull();
    storages.clock.advance(60_000);
    const since = storages.clock.now();
    await attempt(again(REFUSED));
    expect(await readShopFailure(storage)).toBeNull();
    await attempt(again(REFUSED));
    expect(await readShopFailure(storage)).toMatchObject({ since, waiting: 3 });
  });

  it('neither fails nor stops failing by a ping: a handler can accept it and refuse a payment', async () => {
    const endpoint = 'https://other.example/webhooks';
    const readFailure = () => readShopFailure(goingTo(endpoint));
    const ping = async (result: DeliveryResult) => {
      // What a ping has in it counts for nothing here.
      await enqueueSample(storage, { type: 'tsena.ping', timestamp: '2026-11-29T00:00:00.000Z', data: {} } as never);
      await attempt(result, endpoint);
    };
    for (let time = 0; time < 2; time += 1) await ping({ status: 'failed', failed: REFUSED });
    await withTwoWebhooks(storage, 'ORDER-1');
    await withTwoWebhooks(storage, 'ORDER-2');
    expect(await readFailure()).toBeNull();
    for (let time = 0; time < 2; time += 1)
      await attempt({ status: 'pending', nextAttemptAt: at(60_000), failed: REFUSED }, endpoint);
    expect(await readFailure()).toMatchObject({ waiting: 4 });
    await ping({ status: 'delivered' });
    expect(await readFailure()).toMatchObject({ waiting: 4 });
  });

  it('is not failing while nothing waits: what has failed for good is counted elsewhere', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    for (let time = 0; time < 2; time += 1) await attempt({ status: 'failed', failed: REFUSED });
    expect(await readShopFailure(storage)).toBeNull();
  });

  it('is not failing at another address, which begins anew, nor without one', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    for (let time = 0; time < 2; time += 1) await attempt(again(REFUSED));
    expect(await readShopFailure(goingTo(null))).toBeNull();
    expect(await readShopFailure(goingTo('https://new.example/webhooks'))).toBeNull();
    storages.clock.advance(60_000);
    const since = storages.clock.now();
    await attempt(again(REFUSED), 'https://new.example/webhooks');
    expect(await readShopFailure(goingTo('https://new.example/webhooks'))).toBeNull();
    await attempt(again(REFUSED), 'https://new.example/webhooks');
    expect(await readShopFailure(goingTo('https://new.example/webhooks'))).toMatchObject({ since });
  });

  it('is failing after two attempts that fail at the same time', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    await withTwoWebhooks(storage, 'ORDER-2');
    const leased = [await leaseWebhook(storages.at(0)), await leaseWebhook(storages.at(1))];
    await together(2, (index) => {
      const webhook = leased[index];
      return webhook === undefined
        ? expect.unreachable()
        : writeDelivery(storages.at(index), webhook, again(REFUSED), ENDPOINT);
    });
    expect(await readShopFailure(storage)).toMatchObject({ waiting: 4 });
  });

  it('is failing since now at the latest, also if the clock was ahead', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    storages.clock.advance(60_000);
    await attempt(again(REFUSED));
    storages.clock.advance(-60_000);
    const since = storages.clock.now();
    const [webhook] = await storage.store.db.selectFrom('outbox').selectAll().limit(1).execute();
    if (webhook === undefined) throw new Error('there is no webhook');
    await writeDelivery(storage, webhook, again(REFUSED), ENDPOINT);
    expect(await readShopFailure(storage)).toMatchObject({ since });
  });

  it('stores no address, whose query can contain a password', async () => {
    await withTwoWebhooks(storage, 'ORDER-1');
    for (let time = 0; time < 2; time += 1) await attempt(again(REFUSED), `${ENDPOINT}?key=s3cret`);
    expect(JSON.stringify(await storage.store.db.selectFrom('properties').selectAll().execute())).not.toMatch(
      /shop\.example|s3cret/,
    );
  });
});
