import type { PaymentId } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seedPayment } from '../../test/support/seed.ts';
import { seedMailKind, seedWebhook } from '../../test/support/seedRows.ts';
import type { TestChange } from '../../test/support/storages.ts';
import { useStorages } from '../../test/support/useStorages.ts';
import type { HistoryEvent } from '../core/rules/historyEvent.ts';
import type { StoredPayment } from '../database/schema.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const storages = useStorages('sqlite');
let metrics: Metrics;
beforeEach(() => {
  metrics = createMetrics(storages.storage);
});
afterEach(() => vi.useRealTimers());

/** The values of a metric, by its labels; `''` without labels. Histograms: count and sum. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const lines = (await metrics.registry.metrics()).split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, labels = '', value] = new RegExp(`^${name}(?:\\{(.*)\\})? (.*)$`).exec(line) ?? [];
      return value === undefined ? [] : [[labels.replaceAll('"', ''), Number(value)]];
    }),
  );
}

describe('requests to the operator', () => {
  it('are measured in seconds, by operation and outcome', async () => {
    metrics.operatorCall({ operation: 'status', outcome: '200', ms: 1500 });
    metrics.operatorCall({ operation: 'initiate', outcome: 'no_answer', ms: 250 });
    expect(await valuesOf('tsena_operator_call_seconds_sum')).toEqual({
      'operation=status,outcome=200': 1.5,
      'operation=initiate,outcome=no_answer': 0.25,
    });
  });

  it('have a pause that passes, and the longer one of two', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    metrics.operatorPause({ cause: 'throttled', ms: 60_000 });
    metrics.operatorPause({ cause: 'throttled', ms: 5000 });
    metrics.operatorPause({ cause: 'tokens', ms: 2000 });
    vi.advanceTimersByTime(10_000);
    expect(await valuesOf('tsena_operator_pause_seconds')).toEqual({
      'cause=throttled': 50,
      'cause=lookups': 0,
      'cause=merchant': 0,
      'cause=strangers': 0,
      'cause=tokens': 0,
    });
  });
});

describe('a payment that changes', () => {
  const CREATED = Date.parse('2026-03-01T10:00:00Z');
  const payment = {
    id: 'pay_1' as PaymentId,
    created_at: CREATED,
    updated_at: CREATED + 90_000,
    final_at: CREATED + 30_000,
    failure_code: null,
    callback_hash: 'hash',
    notification_method: 'callback',
  } as StoredPayment;
  const change = (payload: Partial<StoredPayment>, given: Omit<TestChange, 'event'> & { readonly kind?: string }) =>
    metrics.paymentChanged(
      { ...payment, ...payload },
      { ...given, event: { kind: given.kind ?? 'verified', data: {} } as HistoryEvent },
    );

  it('is measured when it is completed or failed, from its creation on', async () => {
    change({}, { to: 'completed' });
    change({ final_at: null }, { to: 'completed' });
    change({ final_at: CREATED - 5000 }, { to: 'failed' });
    change({}, { to: 'pending' });
    change({}, { to: 'unresolved' });
    change({}, {});
    expect(await valuesOf('tsena_payment_duration_seconds_sum')).toEqual({
      'status=completed': 120,
      'status=failed': 0,
    });
  });

  it('is counted by its problem code when it fails', async () => {
    change({ failure_code: 'insufficient_funds' }, { to: 'failed' });
    change({}, { to: 'failed' });
    change({ failure_code: 'insufficient_funds' }, { to: 'completed' });
    expect(await valuesOf('tsena_payment_failures_total')).toEqual({
      'code=insufficient_funds': 1,
      'code=payment_failed': 1,
    });
  });

  it('is counted if the operator declines its callback address', async () => {
    change({ notification_method: 'polling' }, { kind: 'accepted' });
    change({ notification_method: 'callback' }, { kind: 'accepted' });
    change({ notification_method: 'polling', callback_hash: null }, { kind: 'accepted' });
    change({ notification_method: 'polling' }, { kind: 'checked' });
    expect(await valuesOf('tsena_callbacks_declined_total')).toEqual({ '': 1 });
  });
});

describe('the backlog', () => {
  const GAUGES = [
    'payments_open',
    'status_check_overdue_seconds',
    'webhooks',
    'webhook_oldest_seconds',
    'mails',
    'mails_failing_seconds',
  ];
  const read = async () =>
    Object.fromEntries(await Promise.all(GAUGES.map(async (name) => [name, await valuesOf(`tsena_${name}`)] as const)));

  it('is read from the storage, in seconds', async () => {
    const { store } = storages.storage;
    const now = storages.clock.now();
    await seedPayment(store, { status: 'pending', next_check_at: now - 2500 });
    await seedWebhook(store, 'msg_1', { created_at: now - 7000 });
    await seedMailKind(store, 'link_paid', { failing_since: now - 3500 });
    expect(await read()).toMatchObject({
      payments_open: { 'status=pending': 1, 'status=unresolved': 0 },
      status_check_overdue_seconds: { '': 2.5 },
      webhooks: { 'status=pending': 1, 'status=failed': 0 },
      webhook_oldest_seconds: { '': 7 },
      mails: { 'status=pending': 1, 'status=failed': 0 },
      mails_failing_seconds: { '': 3.5 },
    });
    await storages.empty();
    expect(await valuesOf('tsena_payments_open')).toMatchObject({ 'status=pending': 0 });
  });

  it('is absent while the storage cannot be read, and there again afterwards', async () => {
    const { schema } = storages.storage.store.db;
    await schema.alterTable('payments').renameTo('gone').execute();
    const [up, absent] = [await valuesOf('tsena_storage_up'), await read()];
    await schema.alterTable('gone').renameTo('payments').execute();
    expect(up).toEqual({ '': 0 });
    expect(absent).toEqual(Object.fromEntries(GAUGES.map((name) => [name, {}])));
    expect(await valuesOf('tsena_storage_up')).toEqual({ '': 1 });
    expect(await valuesOf('tsena_webhook_oldest_seconds')).toEqual({ '': 0 });
  });
});
