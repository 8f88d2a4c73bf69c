import { deferred } from '@tsena/testkit/deferred';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedWebhook } from '../../../test/support/seedRows.ts';
import { changed, leaseWebhook, pending, untilBlocked } from '../../../test/support/storages.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { lockEventNumbers } from './locks.ts';
import { leaseWebhooks, nextWebhookDue } from './outbox.ts';
import { type EventPlace, findPlace, readEventsBehind } from './webhookEvents.ts';

describe.each(STORES)('webhook events on %s', (kind) => {
  const storages = useStorages(kind, 2);
  const { storage } = storages;
  const seed = (id: string, at = storages.clock.now()) => seedWebhook(storage.store, id, { created_at: at });
  const behind = async (place: EventPlace | undefined, limit = 100) =>
    (await readEventsBehind(storage, place?.number ?? 0, limit)).map(({ id }) => id);

  it('come in the order in which they were written, behind a place', async () => {
    for (const [index, id] of ['msg_1', 'msg_2', 'msg_3'].entries()) await seed(id, index + 1);
    expect(await behind(await findPlace(storage, 'start'))).toEqual(['msg_1', 'msg_2', 'msg_3']);
    expect(await behind(await findPlace(storage, 'msg_1'), 1)).toEqual(['msg_2']);
    expect(await behind(await findPlace(storage, undefined))).toEqual([]);
    expect(await findPlace(storage, 'msg_4')).toBeUndefined();
  });

  it.runIf(kind === 'postgres')('come behind a place that was passed, if they are committed late', async () => {
    const [isWritten, mayCommit] = [deferred(), deferred()];
    const late = storages.at(1).store.transact(async (trx) => {
      await seedWebhook({ ...storage.store, db: trx }, 'msg_late', { created_at: 1 });
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    await seed('msg_2', 2);
    expect(await behind(await findPlace(storage, 'start'))).toEqual(['msg_2']);
    mayCommit.resolve();
    await late;
    expect(await behind(await findPlace(storage, 'msg_2'))).toEqual(['msg_late']);
  });

  it('come once each, in one order, to listeners at two instances that number them at the same time', async () => {
    const ids = Array.from({ length: 1200 }, (_, index) => `msg_${String(index).padStart(4, '0')}`);
    await Promise.all(ids.map((id) => seed(id, 1)));
    const listen = async (instance: number) => {
      const seen: string[] = [];
      let number = 0;
      while (seen.length < ids.length) {
        const events = await readEventsBehind(storages.at(instance), number, 100);
        number = events.at(-1)?.number ?? number;
        seen.push(...events.map(({ id }) => id));
      }
      return seen;
    };
    expect(await Promise.all([listen(0), listen(1)])).toEqual([ids, ids]);
  });

  it.runIf(kind === 'postgres')('keep their numbers while another instance gives some', async () => {
    await seed('msg_2', 2);
    let reading: Promise<string[]> = Promise.resolve([]);
    await storages.at(1).store.transact(async (trx) => {
      await lockEventNumbers(storages.at(1), trx);
      await trx.updateTable('outbox').set({ number: 1 }).execute();
      await seed('msg_1', 1);
      reading = behind(undefined);
      await untilBlocked(storages, reading);
    });
    expect(await reading).toEqual(['msg_2', 'msg_1']);
  });

  it('are left to the deliverer for half a second, so that no delivery finds its webhook locked', async () => {
    await seed('msg_1');
    expect(await behind(await findPlace(storage, 'start'))).toEqual([]);
    expect(await leaseWebhook(storage)).toMatchObject({ id: 'msg_1' });
    storages.clock.advance(500);
    expect(await behind(await findPlace(storage, 'start'))).toEqual(['msg_1']);
  });

  it('come at once if their time is in the future, because the clock was set back', async () => {
    await seed('msg_1', storages.clock.now() + 3_600_000);
    expect(await behind(await findPlace(storage, 'start'))).toEqual(['msg_1']);
  });

  it('are written without an endpoint of the shop, and never delivered to one that is set later', async () => {
    const silent = { ...storage, webhooks: { ...storage.webhooks, hasEndpoint: false } };
    const payment = await pending(storage, 'ORDER-1');
    await changed(silent, payment.id, { event: { kind: 'completed' }, webhook: 'payment.completed' });
    storages.clock.advance(1000);
    const [event] = await readEventsBehind(storage, 0, 100);
    expect(JSON.parse(event?.payload ?? '')).toMatchObject({ type: 'payment.completed', data: { order: 'ORDER-1' } });
    expect([await leaseWebhooks(storage, 30_000, 10), await nextWebhookDue(storage)]).toEqual([[], undefined]);
  });
});
