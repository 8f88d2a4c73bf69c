import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedMailKind, seedWebhook } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { StoredWebhook } from '../../database/schema.ts';
import { readBacklog } from './backlog.ts';

describe.each(STORES)('the backlog on %s', (kind) => {
  const storages = useStorages(kind);
  let now: number;
  beforeEach(async () => {
    now = storages.clock.now();
  });

  const webhook = (id: string, status: StoredWebhook['status'], created_at: number) =>
    seedWebhook(storages.storage.store, id, { status, created_at });
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
    await seedMailKind(store, 'link_paid', { failing_since: now - 4000, failed_at: now - 80_000 });
    await seedMailKind(store, 'review_required', { lease_until: now + 1000 });
    await seedMailKind(store, 'daily_summary');
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
      mailsFailingMs: 4000,
    });
  });

  it('has nothing overdue if everything is of this moment or later', async () => {
    await seedPayment(storages.storage.store, { status: 'pending', next_check_at: now });
    await webhook('msg_1', 'pending', now + 1000);
    await seedMailKind(storages.storage.store, 'link_paid', { failing_since: now + 1000 });
    expect(await read()).toMatchObject({ checkOverdueMs: 0, oldestWebhookMs: 0, mailsFailingMs: 0 });
  });
});
