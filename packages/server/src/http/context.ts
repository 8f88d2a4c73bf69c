import type { Language } from '@tsena/shared';
import type { LinkId, OrderClaims, Payment, PaymentId } from '@tsena/shared/checkout';
import type { MerchantPayment, RefundId, ResolveBody, ReviewReason } from '@tsena/shared/merchant';
import type { CancelLinkResult, CreateLinkRequest, CreateLinkResult } from '../backoffice/links/paymentLinks.ts';
import type { RefundRequest, RefundResult, VoidResult } from '../backoffice/refunds/refund.ts';
import type { SetupReport } from '../backoffice/setup/setup.ts';
import type { ImportRequest, ImportResult } from '../backoffice/statements/reconcileStatement.ts';
import type { Settings } from '../config/settings.ts';
import type { ChangeWatchers } from '../core/live/changeWatchers.ts';
import type { RequestsInProgress } from '../core/live/requestsInProgress.ts';
import type { Subscriptions } from '../core/live/subscriptions.ts';
import type { Lookups } from '../core/operator/lookups.ts';
import type { OrderTokens } from '../core/orders/orderToken.ts';
import type { PageForms } from '../core/orders/pageForm.ts';
import type { PageTokens } from '../core/orders/pageToken.ts';
import type { ResolutionResult } from '../core/payments/completeByReference.ts';
import type { InitiateRequest } from '../core/payments/initiate.ts';
import type { TransactionReading } from '../core/payments/readTransaction.ts';
import type { CallbackNote } from '../core/rules/decisions/callback.ts';
import type { Opening } from '../core/storage/attempts.ts';
import type { Storage } from '../core/storage/storage.ts';
import type { Poller } from '../core/workers/poller.ts';
import type { StoredPayment } from '../database/schema.ts';
import type { Log } from '../log.ts';
import type { AddressReader } from './clientAddress.ts';
import type { Metrics } from './metrics.ts';
import type { OpenStreams } from './openStreams.ts';

/** The dependencies of the routers. */
export interface HttpContext {
  readonly storage: Storage;
  /** Lookups that the merchant asks for. */
  readonly operator: Lookups;
  readonly subscriptions: Subscriptions;
  /** Those who watch all payments. */
  readonly watchers: ChangeWatchers;
  readonly streams: OpenStreams;
  readonly poller: Pick<Poller, 'bringForward' | 'refresh'>;
  readonly orderTokens: OrderTokens;
  /** The hidden fields of payment pages. */
  readonly pageForms: PageForms;
  /** The order tokens that payment pages give to the widget. */
  readonly pageTokens: PageTokens;
  readonly settings: Settings;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Requests that a stop waits for. */
  readonly requestsInProgress: RequestsInProgress;
  /** Aborted when the companion begins to stop: streams end, and no payment begins. */
  readonly stopping: AbortSignal;
  /** The interval of an event stream's heartbeats, ms. */
  readonly heartbeatMs: number;
  initiate(request: InitiateRequest): Promise<Opening>;
  submitReference(id: PaymentId, transactionReference: string): Promise<ResolutionResult>;
  /** @param by the name of the key, for the history */
  resolvePayment(id: PaymentId, body: ResolveBody, by: string): Promise<ResolutionResult>;
  createLink(request: CreateLinkRequest): Promise<CreateLinkResult>;
  /** @param by the name of the key, which the link names */
  cancelLink(id: LinkId, by: string): Promise<CancelLinkResult>;
  /** The payment page of a shop's order. */
  openOrderPage(claims: OrderClaims): Promise<LinkId>;
  readTransaction(transactionReference: string): Promise<TransactionReading>;
  recordRefund(id: PaymentId, request: RefundRequest): Promise<RefundResult>;
  /** @param by the name of the key, for the history */
  voidRefund(id: RefundId, reason: string, by: string): Promise<VoidResult>;
  /** The go-live checklist. It asks the operator at most once a minute. */
  readSetup(): Promise<SetupReport>;
  /**
   * Compares a statement of the operator with the payments. Imports of this process run one after another.
   *
   * @throws StatementUnreadable if the file cannot be read
   */
  importStatement(request: ImportRequest): Promise<ImportResult>;
  /** Stores a callback and checks its payment; undefined if no payment has this secret. */
  storeCallback(secret: string, note: CallbackNote): Promise<StoredPayment | undefined>;
  /** Call when a webhook was put into the outbox. */
  wakeDeliverer(): void;
  /** The client that limits count a request for. Call it when a request arrives: a closed connection has no address. */
  readonly addressOf: AddressReader;
  /** A payment as a browser sees it. The failure's sentence is in `language`, by default the shopper's. */
  view(payment: StoredPayment, language?: Language): Payment;
  /** A payment as the merchant sees it. */
  viewForMerchant(payment: StoredPayment, reviewReasons: readonly ReviewReason[], language: Language): MerchantPayment;
}
