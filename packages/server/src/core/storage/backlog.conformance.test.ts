import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedMail, seedWebhook } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredMail, StoredWebhook } from '../../database/schema.ts';
import { readBacklog } from './backlog.ts';

describe.each(STORES)('the backlog on %s', (kind) => {
  const storages = useStorages(kind);
  let now: number;
  beforeEach(async () => {
    now = storages.clock.now();
  });

  const webhook = (id: string, status: StoredWebhook['status'], created_at: number) =>
    seedWebhook(storages.storage.store, id, { status, created_at });
  const mail = (id: string, status: StoredMail['status'], created_at: number) =>
    seedMail(storages.storage.store, id, { status, created_at });
  const read = () => readBacklog(storages.storage.store.db, now);

  it('counts what waits, and says how long the oldest has waited', async () => {
    const { store } = storages.storage;
    for (const status of ['created', 'sending', 'pending', 'pending', 'unresolved', 'completed', 'failed'] as const) {
      await seedPayment(store, { status, next_check_at: null });
    }
    await seedPayment(store, { status: 'pending', next_check_at: now - 2000 });
    await seedPayment(store, { status: 'pending', next_check_at: now - 9000 });
    await seedPayment(store, { status: 'completed', next_check_at: now - 8000 });
    await seedPayment(store, { status: 'pending', next_check_at: now + 1000 });
    await webhook('msg_1', 'failed', now - 90_000);
    await webhook('msg_2', 'pending', now - 1000);
    await webhook('msg_3', 'pending', now - 7000);
    await webhook('msg_4', 'delivered', now - 80_000);
    await mail('mail_1', 'failed', now - 90_000);
    await mail('mail_2', 'pending', now - 3000);
    await mail('mail_3', 'pending', now - 4000);
    await mail('mail_4', 'sent', now - 80_000);
    expect(await read()).toEqual({
      payments: new Map([
        ['created', 1],
        ['sending', 1],
        ['pending', 5],
        ['unresolved', 1],
      ]),
      checkOverdueMs: 9000,
      webhooks: new Map([
        ['failed', 1],
        ['pending', 2],
      ]),
      oldestWebhookMs: 7000,
      mails: new Map([
        ['failed', 1],
        ['pending', 2],
      ]),
      oldestMailMs: 4000,
    });
  });

  it('has nothing overdue if everything is of this moment or later', async () => {
    await seedPayment(storages.storage.store, { status: 'pending', next_check_at: now });
    await webhook('msg_1', 'pending', now + 1000);
    await mail('mail_1', 'pending', now + 1000);
    expect(await read()).toMatchObject({ checkOverdueMs: 0, oldestWebhookMs: 0, oldestMailMs: 0 });
  });
});
