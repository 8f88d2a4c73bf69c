import type { Language } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import type { MerchantPayment, ReviewReason } from '@tsena/shared/merchant';
import type { Settings } from '../config.ts';
import type { OrderTokens } from '../orders/orderToken.ts';
import type { Engine } from '../payments/engine.ts';
import type { Poller } from '../payments/poller.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { AddressOf } from './clientAddress.ts';
import type { Metrics } from './metrics.ts';

/** What the routers work with. */
export interface HttpContext {
  readonly engine: Engine;
  readonly poller: Poller;
  readonly orderTokens: OrderTokens;
  readonly settings: Settings;
  readonly metrics: Metrics;
  /** Whom limits count a request for. Asked when a request comes in: a closed connection has no address any more. */
  readonly addressOf: AddressOf;
  /** How often an event stream without news sends a heartbeat, ms. */
  readonly heartbeatMs: number;
  /** A payment as a browser or the shop sees it; a failure's sentence in the shopper's own language where none is asked for. */
  view(payment: StoredPayment, language?: Language): Payment;
  /** A payment as the merchant sees it. */
  viewForMerchant(payment: StoredPayment, reviewReasons: readonly ReviewReason[], language: Language): MerchantPayment;
}
