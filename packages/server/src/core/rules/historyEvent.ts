import type { ProblemCode } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { RefundId, ResolutionKind } from '@tsena/shared/merchant';
import type { RepeatedAfter } from './operatorAnswers.ts';
import type { Difference, NotificationMethod } from './payment.ts';

/** The data of each kind of history event. They contain no phone numbers and no secrets. */
interface EventData {
  /** `after`: the payment of the same order before it; `by`: the key with which a merchant began it at the counter. */
  created: { readonly after: PaymentId | null; readonly by?: string };
  /** The companion sends the initiation; with `after`, for the second time. */
  sending: { readonly correlationId: string; readonly reference: string; readonly after?: RepeatedAfter };
  not_sent: { readonly code: ProblemCode; readonly reason: string };
  accepted: { readonly serverCorrelationId: string; readonly notificationMethod: NotificationMethod | null };
  refused: { readonly code: ProblemCode; readonly reason: string; readonly errorDateTime: string | null };
  outcome_unknown: { readonly reason: string };
  /** `status`: the word in the callback. */
  callback: { readonly status: string };
  callback_rejected: { readonly why: string };
  /** `status`: a word that is in none of the operator's documents. */
  unknown_status: { readonly status: string };
  status_unreadable: { readonly reason: string };
  /** The operator refuses the lookups of the payment until somebody changes a setting. Written once. */
  lookups_refused: { readonly reason: string };
  /**
   * `by`: only a callback says completed, so far. `serverCorrelationId`: that of the report, if it is not the payment's
   * own.
   */
  details_unavailable: { readonly reason: string; readonly by?: 'callback'; readonly serverCorrelationId?: string };
  /**
   * `fields`: comma-separated. `transactionReference`: the transaction that differs, if the operator or a callback has
   * named one.
   */
  details_mismatch: { readonly fields: string; readonly transactionReference?: string };
  /**
   * `by`: who named the transaction, if not the payment's own serverCorrelationId. `serverCorrelationId`: the one that
   * a callback named.
   */
  completed: {
    readonly transactionId: string | null;
    readonly verified: boolean;
    readonly by?: string;
    readonly serverCorrelationId?: string;
  };
  verified: { readonly transactionId: string };
  failed: { readonly code: ProblemCode; readonly reason: string | null };
  /**
   * The merchant had recorded the payment as received. The shop gets `payment.review_required` instead of
   * `payment.failed`.
   */
  failed_though_received: { readonly code: ProblemCode; readonly reason: string | null };
  /** `also`: the other paid payment of the order. */
  order_overpaid: { readonly also: PaymentId };
  polling_stopped: Readonly<Record<string, never>>;
  verification_stopped: Readonly<Record<string, never>>;
  reference_submitted: { readonly attempt: number };
  resolved: { readonly resolution: ResolutionKind; readonly reason: string; readonly by: string };
  refunded: { readonly refund: RefundId; readonly amount: number; readonly reason: string; readonly by: string };
  refund_voided: { readonly refund: RefundId; readonly amount: number; readonly reason: string; readonly by: string };
  webhook_replayed: { readonly webhook: string; readonly by: string };
}

/** An event of a payment's history. */
export type HistoryEvent = {
  readonly [Kind in keyof EventData]: { readonly kind: Kind; readonly data: EventData[Kind] };
}[keyof EventData];

/** The history of a payment as it is stored, oldest first. */
export type History = readonly { readonly kind: HistoryEvent['kind']; readonly data: string }[];

/** The event of transaction details that differ from the payment. */
export function mismatchEvent(fields: readonly Difference[], transactionReference?: string): HistoryEvent {
  const named = transactionReference === undefined ? {} : { transactionReference };
  return { kind: 'details_mismatch', data: { fields: fields.join(','), ...named } };
}
