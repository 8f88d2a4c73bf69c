import type { OrderReference } from '@tsena/shared/checkout';
import { WorkInProgress } from '../core/live/workInProgress.ts';
import type { Operator } from '../core/operator/client.ts';
import type { InitiateOptions } from '../core/payments/initiateOptions.ts';
import { createPaymentChanges, type PaymentChanges } from '../core/payments/paymentChanges.ts';
import type { PaymentChange } from '../core/rules/decision.ts';
import { createPoller, type Poller, type PollerOptions } from '../core/workers/poller.ts';
import type { StoredPayment } from '../database/schema.ts';

/** What {@link connectPayments} takes. */
export interface PaymentsOptions extends Omit<InitiateOptions, 'changes' | 'inProgress' | 'checkIfDue'> {
  readonly operator: Operator;
  /** Whether somebody waits for news of an order. */
  hasSubscribers(order: OrderReference): boolean;
  /** Called after each change, for the metrics. */
  onChanged(payment: StoredPayment, change: PaymentChange): void;
  /** Called when webhooks were queued. */
  onEnqueued(): void;
}

/** The life of payments, connected; nothing runs by itself yet. */
export interface Payments {
  readonly changes: PaymentChanges;
  readonly inProgress: WorkInProgress;
  readonly poller: Poller;
  /** What a press of a shopper or a seller takes. */
  readonly initiating: InitiateOptions;
  /** What a status check takes. */
  readonly checking: PollerOptions;
}

/** Connects what changes payments: the use cases take `initiating`, the poller `checking`. */
export function connectPayments(options: PaymentsOptions): Payments {
  const changes = createPaymentChanges(options);
  const inProgress = new WorkInProgress(options);
  const checking = { ...options, changes, inProgress };
  const poller = createPoller(checking);
  return { changes, inProgress, poller, checking, initiating: { ...checking, checkIfDue: poller.checkIfDue } };
}
