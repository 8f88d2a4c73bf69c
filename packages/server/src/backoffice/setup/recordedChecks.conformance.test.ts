import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedCallback, seedWebhook } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import { recordBackup } from '../../maintenance/backupRecords.ts';
import { runRecordedChecks } from './recordedChecks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(STORES)('the checks of what the database has recorded, on %s', (kind) => {
  const storages = useStorages(kind);

  const db = () => storages.storage.store.db;
  const seed = (values: Parameters<typeof seedPayment>[1]) => seedPayment(storages.storage.store, values);

  interface Given {
    readonly environment?: 'sandbox' | 'production';
    readonly publicUrl?: string | null;
    readonly webhookUrl?: string | null;
  }

  /** The findings by name, as `result reason`. */
  async function check({
    environment = 'sandbox',
    publicUrl = 'https://pay.example',
    webhookUrl = 'https://shop.example/',
  }: Given = {}) {
    const settings = {
      OPERATOR_ENVIRONMENT: environment,
      PUBLIC_URL: publicUrl,
      CALLBACK_BASE_URL: null,
      WEBHOOK_URL: webhookUrl,
      ATTEMPT_COOLDOWN_SECONDS: 180,
    };
    const now = storages.clock.now();
    const findings = await runRecordedChecks({ db: db(), settings, webhooksEnabled: webhookUrl !== null, now });
    return Object.fromEntries(findings.map(({ name, result, reason, values }) => [name, [result, reason, values]]));
  }

  const callback = (id: PaymentId) => seedCallback(storages.storage.store, id);
  const webhook = (
    id: string,
    created_at: number,
    status: 'pending' | 'delivered' | 'failed',
    delivery_attempts: number,
  ) => seedWebhook(storages.storage.store, id, { type: 'tsena.ping', created_at, status, delivery_attempts });

  it('warn of everything that a new companion has not done', async () => {
    expect(await check()).toEqual({
      webhook_answered: ['warning', 'webhook_none', {}],
      callback_seen: ['warning', 'callback_none', {}],
      callbacks_accepted: ['warning', 'callbacks_unknown', {}],
      backup: ['warning', 'backup_none', {}],
      first_payment: ['warning', 'payment_none', {}],
      declined_payment: ['warning', 'decline_none', {}],
      late_payment: ['warning', 'late_none', {}],
      approval_times: ['ok', 'approvals_few', { payments: 20 }],
    });
    expect(await check({ publicUrl: null, webhookUrl: null })).toMatchObject({
      webhook_answered: ['warning', 'webhook_off', {}],
      callback_seen: ['warning', 'callback_off', {}],
    });
  });

  it('webhook_answered ignores events of the time without an address', async () => {
    await seedWebhook(storages.storage.store, 'msg_1', { status: 'no_endpoint' });
    expect(await check()).toMatchObject({ webhook_answered: ['warning', 'webhook_none', {}] });
  });

  it('webhook_answered follows the newest webhook that was sent', async () => {
    await webhook('msg_1', 1, 'delivered', 1);
    await webhook('msg_2', 2, 'pending', 0);
    expect(await check()).toMatchObject({ webhook_answered: ['ok', 'webhook_delivered', {}] });
    expect(await check({ environment: 'production', webhookUrl: 'http://shop.example/' })).toMatchObject({
      webhook_answered: ['warning', 'webhook_unencrypted', {}],
    });
    await webhook('msg_3', 3, 'pending', 1);
    expect(await check()).toMatchObject({ webhook_answered: ['failed', 'webhook_failing', {}] });
    await webhook('msg_4', 4, 'failed', 8);
    expect(await check()).toMatchObject({ webhook_answered: ['failed', 'webhook_failing', {}] });
    await webhook('msg_5', 5, 'delivered', 2);
    expect(await check()).toMatchObject({ webhook_answered: ['ok', 'webhook_delivered', {}] });
  });

  it('callback_seen counts payments that ended without the callback that was asked for', async () => {
    const now = storages.clock.now();
    const sent = { created_at: now, sent_at: now };
    await seed({ ...sent, final_at: now });
    for (const hash of ['a', 'b']) await seed({ ...sent, callback_hash: hash, final_at: now });
    await seed({ ...sent, callback_hash: 'open', status: 'pending' });
    expect(await check()).toMatchObject({ callback_seen: ['warning', 'callback_none', {}] });
    const third = await seed({ ...sent, callback_hash: 'c', final_at: now });
    expect(await check()).toMatchObject({ callback_seen: ['warning', 'callback_missing', { payments: 3 }] });
    await callback(third);
    expect(await check()).toMatchObject({
      callback_seen: ['ok', 'callback_received', {}],
      callbacks_accepted: ['ok', 'callbacks_accepted', {}],
    });
    for (let index = 0; index < 50; index += 1)
      await seed({ ...sent, created_at: now + 1, callback_hash: `${index}`, final_at: now });
    expect(await check()).toMatchObject({ callback_seen: ['warning', 'callback_missing', { payments: 50 }] });
  });

  it('callbacks_accepted says so if the operator answers polling although a callback address was sent', async () => {
    const now = storages.clock.now();
    const fields = { created_at: now, sent_at: now, final_at: now };
    const first = await seed({ ...fields, callback_hash: 'a', notification_method: 'polling' });
    await seed({ ...fields, callback_hash: 'b', notification_method: 'callback' });
    await seed({ ...fields, notification_method: 'polling' });
    await seed({ ...fields, callback_hash: 'c', notification_method: 'polling', created_at: now - DAY - 1 });
    await callback(first);
    expect(await check()).toMatchObject({
      callbacks_accepted: ['warning', 'callbacks_declined', { polling: 1, answered: 2 }],
    });
  });

  it('backup follows the newest record; production without one fails', async () => {
    expect(await check({ environment: 'production' })).toMatchObject({ backup: ['failed', 'backup_none', {}] });
    const now = storages.clock.now();
    await recordBackup(storages.url, now - 3 * DAY);
    expect(await check({ environment: 'production' })).toMatchObject({
      backup: ['warning', 'backup_old', { days: 3 }],
    });
    await recordBackup(storages.url, now - 2 * HOUR);
    await recordBackup(storages.url, now - 2 * HOUR);
    expect(await check()).toMatchObject({ backup: ['ok', 'backup_recent', { hours: 2 }] });
  });

  it('the rehearsed payments follow how payments ended', async () => {
    const now = storages.clock.now();
    // The operator refused the initiation: nobody declined it.
    await seed({ status: 'failed', sent_at: now, final_at: now, failure_code: 'operator_credentials' });
    // Nor this one, though the refusal names a serverCorrelationId.
    await seed({
      status: 'failed',
      sent_at: now,
      final_at: now,
      server_correlation_id: 'refused',
      failure_code: 'insufficient_funds',
    });
    const quick = { status: 'completed', sent_at: now, final_at: now + 59_999 } as const;
    await seed({ ...quick, verified: 0 });
    expect(await check()).toMatchObject({
      first_payment: ['warning', 'payment_unverified', {}],
      declined_payment: ['warning', 'decline_none', {}],
      late_payment: ['warning', 'late_none', {}],
    });
    await seed({ ...quick, verified: 1, final_at: now + 60_000 });
    await seed({
      status: 'failed',
      sent_at: now,
      final_at: now,
      server_correlation_id: 'from-the-operator',
      failure_code: 'payment_declined',
    });
    expect(await check()).toMatchObject({
      first_payment: ['ok', 'payment_verified', {}],
      declined_payment: ['ok', 'decline_seen', {}],
      late_payment: ['ok', 'late_seen', {}],
    });
  });

  describe('approval_times', () => {
    /** Payments that were completed so many seconds after their initiation. */
    async function approve(seconds: readonly number[], daysAgo = 0) {
      const final_at = storages.clock.now() - daysAgo * DAY;
      for (const one of seconds)
        await seed({ status: 'completed', sent_at: final_at - one * 1000, final_at, verified: 1 });
    }
    const nineteen = Array.from({ length: 19 }, (_, index) => 10 * (index + 1));

    it('are those of the last 30 days: the median, 95 % and the longest', async () => {
      await approve([1], 31);
      await seed({ status: 'failed', sent_at: 1, final_at: storages.clock.now() });
      await approve(nineteen.map((one) => one - 10));
      expect(await check()).toMatchObject({ approval_times: ['ok', 'approvals_few', { payments: 20 }] });
      await approve([600]);
      const values = { payments: 20, median: 90, p95: 180, longest: 600, cooldown: 180 };
      expect(await check()).toMatchObject({ approval_times: ['ok', 'approvals_in_time', values] });
    });

    it('longer than the cool-down for more than 5 % of the payments are a warning, which advises another value', async () => {
      await approve([...nineteen.slice(0, -1), 180.001, 200]);
      const values = { payments: 20, median: 100, p95: 181, longest: 200, cooldown: 180, advised: 210 };
      expect(await check()).toMatchObject({ approval_times: ['warning', 'approvals_late', values] });
    });
  });
});
