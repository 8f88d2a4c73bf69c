import type { Ledger } from '../ledger/ledger.ts';
import { leaseWebhooks, nextWebhookDue, releaseWebhooks, writeDelivery } from '../ledger/outbox.ts';
import type { StoredWebhook } from '../ledger/schema.ts';
import type { Log } from '../log.ts';
import { createRounds } from '../rounds.ts';
import { delayToNextTry } from './schedule.ts';
import type { Delivery, Sink } from './sink.ts';

/** Webhooks under way side by side. */
const SLOTS = 8;
const IDLE = 1000;
/** Longer than one try may take, ms. */
const LEASE = 30_000;

/** Takes webhooks from the outbox to the shop. */
export interface Deliverer {
  start(): void;
  /** Something was put into the outbox. */
  wake(): void;
  /** Takes on nothing new, finishes what is under way, gives the leases back. */
  stop(): Promise<void>;
}

/** What {@link createDeliverer} takes. */
export interface DelivererOptions {
  readonly ledger: Ledger;
  readonly sink: Sink;
  readonly log: Log;
  random(): number;
  /** How long a webhook that is due is left to other instances, ms. */
  leaveToOthersMs?(): number;
  /** Called when an answer is there and not yet written. */
  onAnswered(): void;
  /** Called when what came of a try is written. */
  onTried(outcome: 'delivered' | 'failed' | 'dead'): void;
}

/** Makes a deliverer; it does nothing before `start`. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { ledger, sink, log, random, onAnswered, onTried } = options;
  const working = new Set<Promise<void>>();
  const rounds = createRounds(() =>
    readDue().catch((error: unknown) => {
      log.error({ err: error }, 'the outbox could not be read');
      return IDLE;
    }),
  );

  async function readDue(): Promise<number> {
    const free = SLOTS - working.size;
    if (free <= 0) return IDLE;
    const overdueMs = options.leaveToOthersMs?.() ?? 0;
    const due = await leaseWebhooks(ledger, LEASE, free, overdueMs);
    for (const webhook of due) {
      const work = deliver(webhook).finally(() => {
        working.delete(work);
        // The next one of the same payment may go now.
        rounds.within(0);
      });
      working.add(work);
    }
    const next = await nextWebhookDue(ledger);
    return next === undefined ? IDLE : Math.min(IDLE, Math.max(20, next + overdueMs - ledger.clock.now()));
  }

  async function deliver(webhook: StoredWebhook): Promise<void> {
    try {
      const delivery = await sink(webhook);
      onAnswered();
      await write(webhook, delivery);
    } catch (error) {
      // Its lease lapses, and it is sent again under the same id.
      log.error({ err: error, webhook: webhook.id, payment: webhook.payment_id }, 'a webhook’s delivery could not be written');
    }
  }

  async function write(webhook: StoredWebhook, delivery: Delivery): Promise<void> {
    const line = { webhook: webhook.id, payment: webhook.payment_id, type: webhook.type, try: webhook.tries + 1 };
    if (delivery.kind === 'delivered') {
      await writeDelivery(ledger, webhook, { state: 'delivered' });
      log.info(line, 'webhook delivered');
      onTried('delivered');
      return;
    }
    const delay = delivery.kind === 'gone' ? null : delayToNextTry(webhook.tries + 1, delivery.retryAfterMs, random());
    const { error } = delivery;
    if (delay === null) {
      await writeDelivery(ledger, webhook, { state: 'dead', error });
      log.error({ ...line, error }, 'webhook given up');
      onTried('dead');
    } else {
      await writeDelivery(ledger, webhook, { state: 'waiting', error, nextTryAt: ledger.clock.now() + delay });
      log.warn({ ...line, error, againInMs: delay }, 'webhook not delivered');
      onTried('failed');
    }
  }

  return {
    start: rounds.start,
    wake: () => rounds.within(0),
    async stop() {
      await rounds.stop();
      await Promise.all(working);
      await releaseWebhooks(ledger);
    },
  };
}
