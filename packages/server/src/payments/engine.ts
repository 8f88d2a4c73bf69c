import type { Msisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Limit } from '../config.ts';
import type { Log } from '../log.ts';
import type { Operator } from '../operator/client.ts';
import { type Change, changePayment } from '../storage/changes.ts';
import { renewLeases } from '../storage/leases.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { InFlight } from './inFlight.ts';
import type { SendQueue } from './sendQueue.ts';
import type { Live } from './subscribers.ts';

/** The steps of a payment at which a crash is tried; see the kill tests. */
export type Step =
  | 'attempt written'
  | 'ready to send'
  | 'sending written'
  | 'answered'
  | 'answer written'
  | 'callback stored'
  | 'status read'
  | 'details read'
  | 'settled'
  | 'webhook answered';

/** What the payment floor works with. */
export interface Engine {
  readonly storage: Storage;
  readonly operator: Operator;
  readonly live: Live;
  readonly log: Log;
  readonly partnerMsisdn: Msisdn;
  /** The operator's UserLanguage where the shopper's is neither (section 4.2). */
  readonly userLanguage: 'MG' | 'FR';
  /** Under which callbacks arrive; null: none are asked for. */
  readonly callbackBaseUrl: string | null;
  readonly cooldownMs: number;
  /** Waits for what a caller is told of the attempt that is being sent; undefined once the caller has waited long enough. The payment goes on without the caller. */
  waitForAnswer(payment: StoredPayment, sent: Promise<StoredPayment>): Promise<StoredPayment | undefined>;
  readonly limits: { readonly perMsisdn: Limit | null; readonly perIp: Limit | null };
  /** Payments that this process holds a lease on and works on now. */
  readonly held: Set<PaymentId>;
  /** Attempts that this process is sending, each until its answer is written. */
  readonly underWay: Map<PaymentId, Promise<StoredPayment>>;
  /** So many attempts are sent side by side; the rest wait their turn before anything is written of them as sending. */
  readonly sends: SendQueue;
  /** Initiations, submitted references and refreshes in flight, from the first write to the last: a stop waits for them. */
  readonly inFlight: InFlight;
  /** Aborted when the companion begins to stop: streams end, no payment is begun, and none that waits is sent. */
  readonly stopping: AbortSignal;
  /** Aborted when it can wait no longer. */
  readonly stopped: AbortSignal;
  /** Ms since 1970 by the wall clock, for what the operator compares with its own. */
  wall(): number;
  /** 0 up to 1, to spread status checks. */
  random(): number;
  /** Called at each {@link Step}; the kill tests end the process here. */
  at(step: Step): void;
  /** Called after each change that this process made. */
  onChanged(payment: StoredPayment, change: Change): void;
  /** Called when a payment may be due sooner than planned. */
  onDue(id: PaymentId): void;
  /** Called when a webhook was put into the outbox. */
  onWebhookEnqueued(): void;
}

/** How long a lease holds without being renewed, ms: how long after a crash another process, or the next start, takes over. */
export const LEASE_MS = 12_000;
const RENEW_EVERY = 3000;

/** Makes a change durable, then tells those who watch. Null if the payment's state did not allow it. */
export async function applyChange(engine: Engine, id: PaymentId, change: Change): Promise<StoredPayment | null> {
  const payment = await changePayment(engine.storage, id, change);
  if (payment !== null) announce(engine, payment, change);
  return payment;
}

/** Tells those who watch, and those who act on it, of a change that is durable. */
export function announce(engine: Engine, payment: StoredPayment, change: Change): void {
  engine.log.info({ payment: payment.id, event: change.event.kind, status: payment.status, version: payment.version }, 'payment changed');
  engine.live.publish(payment);
  engine.onChanged(payment, change);
  if (change.webhook !== undefined || change.to === 'completed') engine.onWebhookEnqueued();
}

/** Renews the leases of the work under way until the returned function is called. */
export function keepLeases(engine: Engine): () => void {
  const timer = setInterval(() => {
    renewLeases(engine.storage, [...engine.held], LEASE_MS).catch((error: unknown) => {
      engine.log.warn({ err: error }, 'leases could not be renewed');
    });
  }, RENEW_EVERY);
  timer.unref();
  return () => clearInterval(timer);
}
