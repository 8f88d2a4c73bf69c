import type { Language } from '@tsena/shared';
import type { LinkId, OrderClaims, Payment, PaymentId } from '@tsena/shared/checkout';
import type { MerchantPayment, RefundId, ResolveBody, ReviewReason } from '@tsena/shared/merchant';
import type { SetupReport } from '../checks/setup.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log.ts';
import type { Lookups } from '../operator/lookups.ts';
import type { OrderTokens } from '../orders/orderToken.ts';
import type { PageForms } from '../orders/pageForm.ts';
import type { PageTokens } from '../orders/pageToken.ts';
import type { ChangeWatchers } from '../payments/changeWatchers.ts';
import type { ResolutionResult } from '../payments/completeByReference.ts';
import type { InitiateRequest } from '../payments/initiate.ts';
import type { CancelLinkResult, CreateLinkRequest, CreateLinkResult } from '../payments/links.ts';
import type { TransactionReading } from '../payments/readTransaction.ts';
import type { ImportRequest, ImportResult } from '../payments/reconcileStatement.ts';
import type { RefundRequest, RefundResult, VoidResult } from '../payments/refund.ts';
import type { RequestsInProgress } from '../payments/requestsInProgress.ts';
import type { Subscriptions } from '../payments/subscriptions.ts';
import type { CallbackNote } from '../rules/decisions/callback.ts';
import type { Opening } from '../storage/attempts.ts';
import type { StoredPayment } from '../storage/engine/schema.ts';
import type { Storage } from '../storage/storage.ts';
import type { Poller } from '../workers/poller.ts';
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
