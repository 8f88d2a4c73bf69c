import type { FixedSettings, ReadCurrent } from '../../config/settings.ts';
import type { ChangeWatchers } from '../../core/live/changeWatchers.ts';
import type { Subscriptions } from '../../core/live/subscriptions.ts';
import type { WorkInProgress } from '../../core/live/workInProgress.ts';
import type { Operator } from '../../core/operator/client.ts';
import type { Lookups } from '../../core/operator/lookups.ts';
import type { OrderTokens } from '../../core/orders/orderToken.ts';
import type { PageForms } from '../../core/orders/pageForm.ts';
import type { PageTokens } from '../../core/orders/pageToken.ts';
import type { PaymentChanges } from '../../core/payments/paymentChanges.ts';
import type { AtStep } from '../../core/payments/steps.ts';
import type { PaymentUseCases } from '../../core/payments/useCases.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { Poller } from '../../core/workers/poller.ts';
import type { FileCheck } from '../../database/fileCheck.ts';
import type { Log } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { AddressReader } from './clients/clientAddress.ts';
import type { OpenStreams } from './streams/openStreams.ts';

/** What routes and commands work with. */
export interface CompanionContext extends PaymentUseCases {
  readonly storage: Storage;
  /** Lookups that the merchant asks for, and whether there is a token. */
  readonly operator: Lookups & Pick<Operator, 'hasToken'>;
  readonly poller: Pick<Poller, 'bringForward' | 'refresh'>;
  readonly changes: PaymentChanges;
  readonly inProgress: WorkInProgress;
  readonly subscriptions: Subscriptions;
  /** Those who watch all payments. */
  readonly watchers: ChangeWatchers;
  readonly databaseFile: FileCheck;
  readonly settings: FixedSettings;
  /** All settings as they are now. */
  readonly current: ReadCurrent;
  readonly metrics: Metrics;
  readonly log: Log;
  /** Ms since 1970 by the wall clock. */
  readonly wall: () => number;
  readonly at: AtStep;
  /** Aborted when the companion begins to stop: streams end, and no payment begins. */
  readonly stopping: AbortSignal;
  /** Call when a webhook was put into the outbox. */
  wakeDeliverer(): void;
}

/** What routes work with. */
export interface HttpContext extends CompanionContext {
  /** Aborted when the database is about to be closed. */
  readonly stopped: AbortSignal;
  /** By which this companion recognizes its own address. */
  readonly installationId: string;
  readonly streams: OpenStreams;
  readonly tokens: {
    /** Those that shops sign. */
    readonly orders: OrderTokens;
    /** The hidden fields of payment pages. */
    readonly pageForms: PageForms;
    /** The order tokens that payment pages give to the widget. */
    readonly pages: PageTokens;
  };
  /** The client that limits count a request for. Call it when a request arrives: a closed connection has no address. */
  readonly addressOf: AddressReader;
}
