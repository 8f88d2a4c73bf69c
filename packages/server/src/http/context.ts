import type { Language } from '@tsena/shared';
import type { Payment, PaymentId } from '@tsena/shared/checkout';
import type { MerchantPayment, ResolveBody, ReviewReason } from '@tsena/shared/merchant';
import type { Settings } from '../config.ts';
import type { Log } from '../log.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { OrderTokens } from '../orders/orderToken.ts';
import type { ResolutionResult } from '../payments/completeByReference.ts';
import type { InFlight } from '../payments/inFlight.ts';
import type { InitiateRequest } from '../payments/initiate.ts';
import type { Subscriptions } from '../payments/subscriptions.ts';
import type { Poller } from '../poller.ts';
import type { Opening } from '../storage/attempts.ts';
import type { CallbackNote } from '../storage/callbacks.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { AddressOf } from './clientAddress.ts';
import type { Metrics } from './metrics.ts';

/** What the routers work with. */
export interface HttpContext {
  readonly storage: Storage;
  /** Lookups that the merchant asks for. */
  readonly operator: Lookups;
  readonly subscriptions: Subscriptions;
  readonly poller: Pick<Poller, 'bringForward' | 'refresh'>;
  readonly orderTokens: OrderTokens;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Requests that a stop waits for. */
  readonly inFlight: InFlight;
  /** Aborted when the companion begins to stop: streams end, and no payment begins. */
  readonly stopping: AbortSignal;
  /** How often an event stream without news sends a heartbeat, ms. */
  readonly heartbeatMs: number;
  initiate(request: InitiateRequest): Promise<Opening>;
  submitReference(id: PaymentId, transactionReference: string): Promise<ResolutionResult>;
  resolvePayment(id: PaymentId, body: ResolveBody): Promise<ResolutionResult>;
  /** Stores a callback and checks its payment; undefined if no payment has this secret. */
  storeCallback(secret: string, note: CallbackNote): Promise<StoredPayment | undefined>;
  /** Call when a webhook was put into the outbox. */
  wakeDeliverer(): void;
  /** The address that limits count a request for. Called when a request comes in: a closed connection has no address any more. */
  readonly addressOf: AddressOf;
  /** A payment as a browser or the shop sees it; a failure's sentence in the shopper's own language where none is asked for. */
  view(payment: StoredPayment, language?: Language): Payment;
  /** A payment as the merchant sees it. */
  viewForMerchant(payment: StoredPayment, reviewReasons: readonly ReviewReason[], language: Language): MerchantPayment;
}
