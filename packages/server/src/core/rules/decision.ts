import type { PaymentId, PaymentStatus } from '@tsena/shared/checkout';
import type { Refund, WebhookType } from '@tsena/shared/merchant';
import { isPaid } from './attemptPolicy.ts';
import { type History, type HistoryEvent, mismatchEvent } from './historyEvent.ts';
import type { Difference, PaymentsTable, StoredCallback, StoredPayment } from './payment.ts';

/** The time of a decision. */
export interface Moment {
  /** ms since 1970. */
  readonly now: number;
  /** Time since the clock last stepped, ms: a wait that may have begun before that has no known end. */
  readonly steadyForMs: number;
}

/** A payment that has a transaction or a serverCorrelationId already. */
export type Owner = Pick<StoredPayment, 'id' | 'order_reference'>;

/** A payment that a transaction has paid already. */
export interface PaidOwner extends Owner {
  /**
   * Its reference differs in spelling from the one in question: whether it is the same transaction, a person must see.
   */
  readonly isOtherSpelling?: true;
}

/** Payments of ours to which money that the merchant received may belong. */
export interface Candidates {
  /** The payment that has its X-CorrelationID, or whose history names it because it differs. */
  readonly named: StoredPayment | undefined;
  /** Payments without a result that have its payer and amount, and were sent. */
  readonly open: readonly StoredPayment[];
}

/** What a decision about a payment may depend on, as it was read under the lock of its order. */
export interface State {
  readonly payment: StoredPayment;
  /** All payments of the order, this one too, newest first. */
  readonly attempts: readonly StoredPayment[];
  /** All callbacks of the payment. */
  readonly callbacks: readonly StoredCallback[];
  /** Open callbacks that report another payment of the order as completed. */
  readonly reports: readonly StoredCallback[];
  readonly history: History;
  /** The history of each payment of the order: whether one needs review may change with another. */
  readonly histories: ReadonlyMap<PaymentId, History>;
  /**
   * By transaction reference: another payment that the transaction has paid. Only transactions of the input are in it.
   */
  readonly takenBy: ReadonlyMap<string, PaidOwner>;
  /** Another payment with the input's serverCorrelationId. */
  readonly boundTo: Owner | null;
  /** Payments to which money that was sent by hand may belong. Only a sale reads them. */
  readonly candidates: Candidates;
}

/** Columns of a payment that a decision changes. The others follow from them. */
export type Columns = Partial<
  Omit<PaymentsTable, 'id' | 'order_reference' | 'status' | 'version' | 'updated_at' | 'review_reasons'>
>;

/** A change of a payment: its row, one event of its history, and what the shop and the merchant receive. */
export interface PaymentChange {
  /** The new status; without it, the status stays. */
  readonly to?: PaymentStatus;
  readonly set?: Columns;
  readonly event: HistoryEvent;
  readonly webhook?: WebhookType;
  /** Further member of the webhook's `data`. */
  readonly refund?: Refund;
  /** Callbacks that name this serverCorrelationId, or this transaction, are not the payment's. */
  readonly rejects?: { readonly server_correlation_id: string } | { readonly transaction_reference: string };
}

/** What a decision writes, all in its transaction, and what it answers to the use case. */
export interface Decision<Outcome = unknown> {
  /** In order; each makes a version of the payment. */
  readonly changes: readonly PaymentChange[];
  /** Columns that change without an event: counters and due times. */
  readonly set?: Columns;
  /** Adds a callback, or counts it once more. */
  readonly callback?: { readonly stored: StoredCallback; readonly isNew: boolean };
  readonly outcome: Outcome;
}

export const NO_CANDIDATES: Candidates = { named: undefined, open: [] };

/** Decides to write nothing. */
export function nothing<Outcome>(outcome: Outcome): Decision<Outcome> {
  return { changes: [], outcome };
}

/**
 * When a payment's next status check follows: after the delay that its age demands, never, or never although the result
 * is open.
 */
export type Recheck =
  | { readonly kind: 'again'; readonly sinceMs: number; readonly retryAfterMs: number | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' };

/** @param sinceMs the time since there was a reason to check, ms */
export function again(sinceMs: number, retryAfterMs: number | null = null): Recheck {
  return { kind: 'again', sinceMs, retryAfterMs };
}

export const DONE: Recheck = { kind: 'done' };
export const STOPPED: Recheck = { kind: 'stopped' };

/**
 * A wait before a decision that cannot be undone, ms. Infinite right after a step of the clock, which hides how much
 * time has passed.
 */
export function unlessClockStepped({ steadyForMs }: Moment, ms: number): number {
  return steadyForMs >= ms ? ms : Number.POSITIVE_INFINITY;
}

/** Whether a worker still has the lease with this fencing token. */
export function holdsLease({ payment }: State, fence: number): boolean {
  return payment.fence === fence;
}

/**
 * Whether a callback, a viewer or the merchant has asked for another check since this one began: a check that begins
 * plans the next one for the end of its lease.
 */
export function isAskedMeanwhile({ payment: { next_check_at, lease_until } }: Pick<State, 'payment'>): boolean {
  return next_check_at !== lease_until;
}

/** Callbacks that were not rejected, newest first. */
export function openCallbacks({ callbacks }: Pick<State, 'callbacks'>): StoredCallback[] {
  return callbacks.filter(({ rejected }) => rejected === 0).sort((one, other) => other.received_at - one.received_at);
}

const UNRESOLVED = { resolution: null, resolution_reason: null, resolution_by: null, resolution_at: null } as const;

/**
 * The operator reports something new, and the merchant had recorded before that no money came, or had closed it: the
 * order waits again.
 */
export function clearNotReceived({ resolution }: StoredPayment): Columns {
  return resolution === 'not_received' || resolution === 'closed' ? UNRESOLVED : {};
}

/** The payment needs review because of these differences. */
export function flag(
  payment: StoredPayment,
  fields: readonly Difference[],
  set: Columns = {},
  named?: string,
): PaymentChange[] {
  const differences = fields.join(',');
  if (payment.differences === differences) return [];
  const change = { ...set, ...clearNotReceived(payment), differences };
  return [{ set: change, event: mismatchEvent(fields, named), webhook: 'payment.review_required' }];
}

/** Adds the change that reports a second paid payment of the order, if this change makes one. */
export function withOverpayment({ payment, attempts }: State, change: PaymentChange): PaymentChange[] {
  const isNewlyPaid = !isPaid(payment) && isPaid({ ...payment, ...change.set, status: change.to ?? payment.status });
  const other = isNewlyPaid ? attempts.find((attempt) => attempt.id !== payment.id && isPaid(attempt)) : undefined;
  return other === undefined ? [change] : [change, overpayment(other.id)];
}

function overpayment(also: PaymentId): PaymentChange {
  return { event: { kind: 'order_overpaid', data: { also } }, webhook: 'order.overpaid' };
}
