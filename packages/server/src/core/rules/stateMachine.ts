import type { PaymentStatus } from '@tsena/shared/checkout';
import type { HistoryEvent } from './historyEvent.ts';

/** In which statuses an event can be written, and the status after it. */
type StatusAfter = Readonly<Partial<Record<PaymentStatus, PaymentStatus>>>;

/** Before `accepted`, only the initiation is decided about. */
const KEPT_ONCE_SENT: StatusAfter = {
  pending: 'pending',
  unresolved: 'unresolved',
  failed: 'failed',
  completed: 'completed',
};
const KEPT: StatusAfter = { created: 'created', sending: 'sending', ...KEPT_ONCE_SENT };

/**
 * What each event does to the status. `failed` may become `completed`: the operator's details may show later that the
 * money moved.
 */
const STATUS_AFTER: Readonly<Record<HistoryEvent['kind'], StatusAfter>> = {
  // The first event of each payment.
  created: {},
  sending: { created: 'sending', sending: 'sending' },
  not_sent: { created: 'failed', sending: 'failed', unresolved: 'failed' },
  // A late answer to a payment that what somebody named has decided.
  accepted: { sending: 'pending', unresolved: 'pending', failed: 'failed', completed: 'completed' },
  refused: { sending: 'failed', unresolved: 'failed' },
  outcome_unknown: { created: 'unresolved', sending: 'unresolved' },
  callback: KEPT,
  callback_rejected: KEPT_ONCE_SENT,
  unknown_status: KEPT_ONCE_SENT,
  status_unreadable: KEPT_ONCE_SENT,
  lookups_refused: KEPT_ONCE_SENT,
  details_unavailable: { pending: 'pending', unresolved: 'unresolved' },
  details_mismatch: KEPT_ONCE_SENT,
  completed: { pending: 'completed', unresolved: 'completed', failed: 'completed' },
  verified: { completed: 'completed' },
  failed: { pending: 'failed' },
  failed_though_received: { pending: 'failed', unresolved: 'failed' },
  order_overpaid: KEPT_ONCE_SENT,
  polling_stopped: { pending: 'pending' },
  verification_stopped: { completed: 'completed' },
  reference_submitted: { pending: 'pending', unresolved: 'unresolved' },
  resolved: KEPT_ONCE_SENT,
  refunded: KEPT_ONCE_SENT,
  refund_voided: KEPT_ONCE_SENT,
  webhook_replayed: KEPT_ONCE_SENT,
};

/** Statuses in which a payment is open: the operator's answer may still change it. */
export const OPEN_STATUSES = [
  'created',
  'sending',
  'pending',
  'unresolved',
] as const satisfies readonly PaymentStatus[];

/** The status after an event; undefined if the event cannot be written in this status. */
export function statusAfter(kind: HistoryEvent['kind'], status: PaymentStatus): PaymentStatus | undefined {
  return STATUS_AFTER[kind][status];
}

/** The kinds of events. */
export const EVENT_KINDS = Object.keys(STATUS_AFTER) as readonly HistoryEvent['kind'][];

/** Whether this text is the kind of an event. */
export function isEventKind(kind: string): kind is HistoryEvent['kind'] {
  return Object.hasOwn(STATUS_AFTER, kind);
}

/** The statuses from which a payment may change to `next`. */
export function statusesBefore(next: PaymentStatus): PaymentStatus[] {
  const before = Object.keys(KEPT) as PaymentStatus[];
  return before.filter(
    (status) => status !== next && Object.values(STATUS_AFTER).some((after) => after[status] === next),
  );
}
