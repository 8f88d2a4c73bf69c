import type { FixedSettings, ReadCurrent } from '../../config/settings.ts';
import type { Core, PaymentUseCases } from '../../core/createCore.ts';
import type { Operator } from '../../core/operator/client.ts';
import type { Lookups } from '../../core/operator/lookups.ts';
import type { OrderTokens } from '../../core/orders/orderToken.ts';
import type { PageForms } from '../../core/orders/pageForm.ts';
import type { PageTokens } from '../../core/orders/pageToken.ts';
import type { AtStep } from '../../core/payments/steps.ts';
import type { Poller } from '../../core/workers/poller.ts';
import type { FileCheck } from '../../database/fileCheck.ts';
import type { Log } from '../../log/log.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { AddressReader } from './clients/clientAddress.ts';
import type { OpenStreams } from './streams/openStreams.ts';

/** What routes work with. */
export interface HttpContext
  extends PaymentUseCases,
    Pick<Core, 'storage' | 'changes' | 'subscriptions' | 'watchers' | 'requestsInProgress'> {
  /** Lookups that the merchant asks for, and whether there is a token. */
  readonly operator: Lookups & Pick<Operator, 'hasToken'>;
  readonly poller: Pick<Poller, 'bringForward' | 'refresh'>;
  readonly streams: OpenStreams;
  readonly databaseFile: FileCheck;
  readonly tokens: {
    /** Those that shops sign. */
    readonly orders: OrderTokens;
    /** The hidden fields of payment pages. */
    readonly pageForms: PageForms;
    /** The order tokens that payment pages give to the widget. */
    readonly pages: PageTokens;
  };
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
  /** The client that limits count a request for. Call it when a request arrives: a closed connection has no address. */
  readonly addressOf: AddressReader;
}
