import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import type { WorkInProgress } from '../live/workInProgress.ts';
import type { Operator } from '../operator/client.ts';
import type { OpeningOptions } from './openAttempt.ts';
import type { PaymentChanges } from './paymentChanges.ts';
import type { AtStep } from './steps.ts';

/**
 * What a payment takes from the merchant's settings. It is read once for each, so that a change of settings changes no
 * payment that has begun.
 */
export interface MerchantSettings {
  /** The merchant's name in the prompt. */
  readonly partnerName: string;
  /** The operator's UserLanguage where the shopper's language is neither (section 4.2). */
  readonly userLanguage: 'MG' | 'FR';
  /** The address under which callbacks arrive; null: none are requested. */
  readonly callbackBaseUrl: string | null;
}

/** What {@link initiate} and the sending of its payment take. */
export interface InitiateOptions extends Pick<OpeningOptions, 'storage' | 'limits' | 'cooldownMs' | 'partnerMsisdn'> {
  readonly operator: Pick<Operator, 'isReady' | 'turnInMs' | 'ready' | 'initiate'>;
  readonly changes: PaymentChanges;
  readonly inProgress: WorkInProgress;
  readonly log: Log;
  /** Null until the merchant has finished the setup. */
  readonly merchant: () => MerchantSettings | null;
  /** How long the answer to a press waits for the operator, ms. */
  readonly answerWithinMs: number;
  /** Sends the payment to those who subscribed to it. */
  publish(payment: StoredPayment): void;
  /** Asks for a status check of a payment that is due. */
  checkIfDue(id: PaymentId): void;
  /** Ms since 1970 by the wall clock, for what the operator compares with its own. */
  wall(): number;
  /** 0 up to 1, to spread status checks. */
  random(): number;
  readonly at: AtStep;
  /** Aborted when the companion begins to stop: nothing that waits is sent. */
  readonly stopping: AbortSignal;
  /** Aborted when the companion can wait no longer. */
  readonly stopped: AbortSignal;
}
