import type { PaymentId } from '@tsena/shared/checkout';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { seedPayment } from '../../../test/support/seed.ts';
import { seedCallback, seedWebhook } from '../../../test/support/seedRows.ts';
import { useStorages } from '../../../test/support/useStorages.ts';
import type { OutboxTable, PaymentsTable } from '../../database/schema.ts';
import { readNotificationMethods } from './notificationMethods.ts';
import { readCallbackReceipts, readWebhookAnswer } from './setupReads.ts';

const DAY = 86_400_000;

describe.each(STORES)('the go-live checklist on %s', (kind) => {
  const storages = useStorages(kind);

  const db = () => storages.storage.store.db;
  const seed = (values: Partial<PaymentsTable>) => seedPayment(storages.storage.store, values);

  describe('knows how callbacks arrive', () => {
    const ended = (index: number, change: Partial<PaymentsTable> = {}) =>
      seed({ callback_hash: `hash-${index}`, sent_at: 1, final_at: 2, created_at: 1000 + index, ...change });
    const callback = (id: PaymentId) => seedCallback(storages.storage.store, id);
    const read = () => readCallbackReceipts(db());

    it('from the 50 newest payments', async () => {
      await callback(await ended(0));
      for (let index = 1; index < 50; index += 1) await ended(index);
      expect(await read()).toEqual({ isReceived: true, endedWithout: 49 });
      await ended(50);
      expect(await read()).toEqual({ isReceived: false, endedWithout: 50 });
    });
  });

  describe('knows how the shop answered', () => {
    let count = 0;
    const webhook = (status: OutboxTable['status'], delivery_attempts: number, change: Partial<OutboxTable> = {}) => {
      count += 1;
      const id = `msg_${String(count).padStart(4, '0')}`;
      return seedWebhook(storages.storage.store, id, { created_at: 1000 + count, status, delivery_attempts, ...change });
    };
    const read = () => readWebhookAnswer(db());

    it('among the 50 newest webhooks', async () => {
      await webhook('delivered', 1);
      for (let index = 0; index < 49; index += 1) await webhook('pending', 0);
      expect(await read()).toBe('delivered');
      await webhook('pending', 0);
      expect(await read()).toBe('none');
    });
  });

  describe('knows how the operator announces results', () => {
    const NOW = 10 * DAY;
    const initiation = (index: number, notification_method: PaymentsTable['notification_method'], change: Partial<PaymentsTable> = {}) =>
      seed({ callback_hash: `hash-${index}`, created_at: NOW, notification_method, ...change });
    const read = () => readNotificationMethods(db(), NOW);

    it('from the answered initiations of the last 24 hours with a callback address', async () => {
      expect(await read()).toEqual({ answered: 0, polling: 0 });
      await initiation(1, 'callback');
      await initiation(2, 'polling');
      await initiation(3, null);
      await initiation(4, 'polling', { callback_hash: null });
      await initiation(5, 'polling', { created_at: NOW - DAY - 1 });
      expect(await read()).toEqual({ answered: 2, polling: 1 });
      await initiation(6, 'polling', { created_at: NOW - DAY });
      expect(await read()).toEqual({ answered: 3, polling: 2 });
    });
  });
});
