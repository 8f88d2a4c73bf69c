import { STORES } from '@tsena/testkit/stores';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { openStorages, type Storages } from '../../test/support/storages.ts';
import { readBacklog } from './backlog.ts';

describe.each(STORES)('the backlog on %s', (kind) => {
  let storages: Storages;
  let now: number;
  beforeAll(async () => {
    storages = await openStorages(kind);
  });
  beforeEach(async () => {
    await storages.empty();
    now = storages.clock.now();
  });
  afterAll(() => storages.close());

  const webhook = (id: string, status: 'pending' | 'delivered' | 'failed', created_at: number) =>
    storages.storage.store.db
      .insertInto('outbox')
      .values({
        ...{ id, payment_id: null, version: 1, type: 'payment.completed', payload: '{}', created_at, status },
        ...{ delivery_attempts: 0, next_attempt_at: created_at, fence: 0 },
      })
      .execute();
  const mail = (id: string, status: 'pending' | 'sent' | 'failed' | 'dropped', created_at: number) =>
    storages.storage.store.db
      .insertInto('mails')
      .values({
        ...{ id, kind: 'link_paid', revision: 1, created_at, status },
        ...{ delivery_attempts: 0, next_attempt_at: created_at, fence: 0 },
      })
      .execute();
  const read = () => readBacklog(storages.storage.store.db, now);

  it('is empty where nothing is to be done', async () => {
    const { store } = storages.storage;
    await seedPayment(store, { status: 'completed' });
    await seedPayment(store, { status: 'failed' });
    await webhook('msg_1', 'delivered', now - 1);
    await mail('mail_1', 'sent', now - 1);
    await mail('mail_2', 'dropped', now - 1);
    expect(await read()).toEqual({
      payments: new Map(),
      checkOverdueMs: 0,
      webhooks: new Map(),
      oldestWebhookMs: 0,
      mails: new Map(),
      oldestMailMs: 0,
    });
  });

  it('counts open payments, webhooks and e-mails, and says how long the oldest has waited', async () => {
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

  it('has nothing overdue when the checks, webhooks and e-mails are of this moment or later', async () => {
    await seedPayment(storages.storage.store, { status: 'pending', next_check_at: now });
    await webhook('msg_1', 'pending', now + 1000);
    await mail('mail_1', 'pending', now + 1000);
    expect(await read()).toMatchObject({ checkOverdueMs: 0, oldestWebhookMs: 0, oldestMailMs: 0 });
  });

  it('has no waiting webhook or e-mail where all have failed', async () => {
    await webhook('msg_1', 'failed', now - 1000);
    await mail('mail_1', 'failed', now - 1000);
    expect(await read()).toMatchObject({ oldestWebhookMs: 0, oldestMailMs: 0 });
  });
});
