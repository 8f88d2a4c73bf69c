import type { Webhook } from '@tsena/shared/merchant';
import type Sqlite from 'better-sqlite3';
import type { WebhookEvent } from '../../src/core/webhooks/eventHandler.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';
import type { ReceivedWebhook } from './webhookInvariants.ts';

/** What a shop knows of the world. */
export interface ShopOptions {
  /** A connection that sees what is committed. */
  readonly sqlite: Sqlite.Database;
  readonly time: VirtualTime;
  random(): number;
  /** The time by the companions' clock, ms since 1970. */
  clock(): number;
  /** Whether that clock shows how old a webhook is: it has not stepped. */
  isSteady(): boolean;
  /** So long after it was written, a webhook certainly waits for the delivery of the one before it, ms. */
  readonly waitsMs: number;
  violated(violation: string): void;
}

/** The shop's endpoint, with the webhooks that it was sent. */
export class SimulatedShop {
  /** What it does with a webhook. `slow`: it takes the webhook, and the companion stops waiting for its answer. */
  state: 'up' | 'unreachable' | 'refuses' | 'slow' | 'answer lost' = 'up';
  readonly #options: ShopOptions;
  readonly #received: (ReceivedWebhook & { readonly version: number })[] = [];
  /** Of each payment: the webhooks that were sent, and the newest version among them. */
  readonly #offered = new Map<string, { readonly ids: Set<string>; version: number }>();
  readonly #stored;
  readonly #earlier;

  constructor(options: ShopOptions) {
    this.#options = options;
    this.#stored = options.sqlite.prepare<[string], { payment_id: string; version: number; created_at: number }>(
      'select payment_id, version, created_at from outbox where id = ?',
    );
    this.#earlier = options.sqlite.prepare<[string, number], unknown>(
      `select 1 from outbox where payment_id = ? and version < ? and status = 'pending'`,
    );
  }

  /** The webhooks that it took, with repeated deliveries; those of a payment in the order of its versions. */
  get received(): readonly ReceivedWebhook[] {
    return this.#received.toSorted((one, other) => one.version - other.version);
  }

  /**
   * A companion sends a webhook: each is first sent in the order of the payment's versions, whether the shop takes it
   * or not.
   */
  #offer(id: string): void {
    const webhook = this.#stored.get(id);
    const { isSteady, clock, waitsMs, violated } = this.#options;
    if (webhook === undefined) {
      violated('the shop was sent a webhook that is not stored');
      return;
    }
    const offered = this.#offered.get(webhook.payment_id) ?? { ids: new Set(), version: 0 };
    this.#offered.set(webhook.payment_id, offered);
    if (offered.ids.has(id)) return;
    offered.ids.add(id);
    const isFresh = webhook.created_at > clock() - waitsMs;
    if (isSteady() && webhook.version < offered.version) violated('the webhooks of a payment were sent out of order');
    if (isFresh && isSteady() && this.#earlier.get(webhook.payment_id, webhook.version) !== undefined)
      violated('a webhook did not wait for the one before it');
    offered.version = webhook.version;
  }

  /** A webhook comes from a process. Rejects if the companion gets no answer. */
  receive(process: SimulatedProcess, { id, ...webhook }: WebhookEvent): Promise<void> {
    this.#offer(id);
    const { random, time } = this.#options;
    return new Promise((resolve, reject) => {
      const { state } = this;
      const settle = (delayMs: number, end: () => void) => time.plan(delayMs, end, process);
      const latencyMs = 1 + Math.floor(random() * 40);
      if (state === 'unreachable' || state === 'refuses') settle(latencyMs, () => reject(new Error('refused')));
      else {
        time.plan(latencyMs, () => this.#take(id, webhook));
        if (state === 'slow') settle(20_000, resolve);
        else settle(2 * latencyMs, state === 'up' ? resolve : () => reject(new Error('no answer')));
      }
    });
  }

  #take(id: string, event: Webhook): void {
    this.#received.push({ id, event, version: this.#stored.get(id)?.version ?? 0 });
  }
}
