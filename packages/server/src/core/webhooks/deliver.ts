import type { StoredWebhook } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import { delayToNextAttempt } from '../rules/webhookRetrySchedule.ts';
import { leaseWebhooks, nextWebhookDue, releaseWebhooks, writeDelivery } from '../storage/outbox.ts';
import type { Storage } from '../storage/storage.ts';
import { createQueueWorker, type QueueWorker } from '../workers/queueWorker.ts';
import type { Delivery, Sink } from './sink.ts';

/** Deliveries side by side. */
const MAX_DELIVERIES = 8;
/** How soon webhooks of other processes, and of lapsed leases, are noticed, ms. */
const IDLE_MS = 1000;
/** Longer than one delivery attempt may take, ms. */
const LEASE_MS = 30_000;

/** Delivers webhooks from the outbox to the shop. */
export type Deliverer = QueueWorker;

/** What {@link createDeliverer} takes. */
export interface DelivererOptions {
  readonly storage: Storage;
  readonly sink: Sink;
  readonly log: Log;
  /** 0 up to 1, to spread delivery attempts. */
  random(): number;
  /** How long a due webhook is left to other instances, ms. */
  leaveToOthersMs?(): number;
  /** Called when the shop has answered, before the result is written. */
  onAnswered(): void;
  /** Called when the result of a delivery attempt is written. */
  onAttempted(outcome: 'delivered' | 'retried' | 'failed'): void;
}

/** Makes a deliverer; it does nothing before `start`. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { storage, sink, log, random, onAnswered, onAttempted } = options;
  const hasTarget = () => storage.webhooks.endpoint !== null;
  const overdueMs = options.leaveToOthersMs ?? (() => 0);

  async function deliver(webhook: StoredWebhook): Promise<void> {
    const { endpoint } = storage.webhooks;
    const begun = performance.now();
    const delivery = await sink(webhook);
    const ms = Math.round(performance.now() - begun);
    onAnswered();
    await write(webhook, delivery, ms, endpoint);
  }

  async function write(webhook: StoredWebhook, delivery: Delivery, ms: number, endpoint: string | null): Promise<void> {
    const line = {
      webhook: webhook.id,
      payment: webhook.payment_id,
      type: webhook.type,
      deliveryAttempt: webhook.delivery_attempts + 1,
    };
    if (delivery.kind === 'delivered') {
      await writeDelivery(storage, webhook, { status: 'delivered' }, endpoint);
      log.info(line, 'webhook delivered');
      onAttempted('delivered');
      return;
    }
    const delay =
      delivery.kind === 'gone'
        ? null
        : delayToNextAttempt(webhook.delivery_attempts + 1, delivery.retryAfterMs, random());
    const { error, answer } = delivery;
    const failed = { ms, status: answer?.status ?? null, body: answer?.body ?? null, error };
    if (delay === null) {
      await writeDelivery(storage, webhook, { status: 'failed', failed }, endpoint);
      log.error({ ...line, error }, 'webhook failed: no further delivery attempt');
      onAttempted('failed');
    } else {
      const nextAttemptAt = storage.clock.now() + delay;
      await writeDelivery(storage, webhook, { status: 'pending', failed, nextAttemptAt }, endpoint);
      log.warn({ ...line, error, nextAttemptInMs: delay }, 'webhook not delivered');
      onAttempted('retried');
    }
  }

  return createQueueWorker<StoredWebhook>({
    queue: {
      lease: async (limit) => (hasTarget() ? leaseWebhooks(storage, LEASE_MS, limit, overdueMs()) : []),
      async untilNextDue() {
        if (!hasTarget()) return undefined;
        const next = await nextWebhookDue(storage);
        return next === undefined ? undefined : next + overdueMs() - storage.clock.now();
      },
      release: () => releaseWebhooks(storage),
    },
    maxSideBySide: MAX_DELIVERIES,
    idleMs: IDLE_MS,
    work: deliver,
    // It is delivered again under the same id.
    onWorkError: (error, webhook) =>
      log.error(
        { err: error, webhook: webhook.id, payment: webhook.payment_id },
        'could not write the result of a delivery attempt; the webhook is delivered again',
      ),
    onQueueError: (error) => log.error({ err: error }, 'could not read the outbox'),
  });
}
