import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { RefundId, RefundStatus } from '@tsena/shared/merchant';
import { isPaid, orderPositions } from './attemptPolicy.ts';
import type { StoredPayment } from './payment.ts';
import { type Replay, type Replayed, replayHistory, type StoredHistoryEvent } from './replayHistory.ts';
import { type Reviewed, reviewReasons, writeReasons } from './reviewReasons.ts';

/** The columns of a payment that its history and its order decide. */
export const DECIDED_COLUMNS = [
  ...(['id', 'order_reference', 'attempt_number', 'sent_attempt_number', 'superseded', 'status', 'version'] as const),
  ...([
    'method',
    'amount',
    'amount_refunded',
    'correlation_id',
    'reference',
    'server_correlation_id',
    'transaction_id',
  ] as const),
  ...(['failure_code', 'verified', 'receipt_number', 'differences', 'review_reasons'] as const),
  ...(['resolution', 'resolution_reason', 'resolution_by', 'resolution_at'] as const),
  ...(['created_at', 'sent_at', 'final_at', 'next_check_at', 'details_unavailable_since', 'lease_until'] as const),
  ...(['reference_attempts', 'reference_attempts_given_back'] as const),
] as const satisfies readonly (keyof StoredPayment)[];

/** A payment with its decided columns, its history, oldest first, and its refunds, voided ones too. */
export interface RecordedPayment extends Pick<StoredPayment, (typeof DECIDED_COLUMNS)[number]> {
  readonly history: readonly StoredHistoryEvent[];
  readonly refunds: readonly RecordedRefund[];
}

/** A payment with the events that decisions read. */
type WithEvents = Reviewed &
  Pick<StoredPayment, 'review_reasons'> & { readonly history: readonly Pick<StoredHistoryEvent, 'kind'>[] };

/** A refund as it is stored; `amount` is whole Ariary. */
export interface RecordedRefund {
  readonly id: RefundId;
  readonly amount: number;
  readonly status: RefundStatus;
}

/** What is stored of a payment, and cannot be the result of its history. */
export interface Deviation {
  readonly paymentId: PaymentId;
  readonly order: OrderReference;
  /** A sentence without phone numbers and secrets. */
  readonly message: string;
}

/** A payment, and what its history says. */
interface Compared {
  readonly payment: RecordedPayment;
  readonly replay: Replay;
}

/**
 * Compares the payments of an order with what decisions can have written: each event may follow those before it, and
 * each row contains what its history and the other payments of its order lead to.
 *
 * @param attempts all payments of the order, newest first
 */
export function findDeviations(attempts: readonly RecordedPayment[]): Deviation[] {
  const compared = attempts.map((payment) => ({ payment, replay: replayHistory(payment.history, payment.method) }));
  const positions = new Map(orderPositions(attempts).map((position) => [position.payment, position]));
  const overpaid = unreportedOverpayment(attempts);
  return compared.toReversed().flatMap(({ payment, replay }, index) => {
    const position = positions.get(payment);
    const messages = [
      ...(payment.attempt_number === index + 1
        ? []
        : [`it is attempt ${payment.attempt_number}, and its order has ${index} payments before it`]),
      ...(replay.kind === 'impossible' ? [replay.why] : findInRow(payment, replay.replayed)),
      ...(replay.kind === 'impossible' ? [] : findInOrder(payment, replay.replayed, compared, index)),
      ...findRefunds(payment, replay),
      ...differs('superseded', payment.superseded, position?.superseded ?? null),
      ...differs('sent_attempt_number', payment.sent_attempt_number, position?.sent_attempt_number),
      ...(payment === overpaid ? ['another payment of its order is paid too, and no event says so'] : []),
    ];
    return messages.map((message) => ({ paymentId: payment.id, order: payment.order_reference, message }));
  });
}

/** Nothing if the value is not known from the history. */
function differs(column: string, stored: unknown, expected: unknown): string[] {
  if (expected === undefined || stored === expected) return [];
  return [`${column} is ${write(stored)}; its history and its order lead to ${write(expected)}`];
}

function write(value: unknown): string {
  return value === null ? 'empty' : String(value);
}

/** Compares whether a column is set, where the history does not have its value. */
function isSetDiffers(column: string, stored: unknown, isExpected: boolean | undefined): string[] {
  if (isExpected === undefined || (stored !== null) === isExpected) return [];
  return [`${column} is ${write(stored)}; its history and its order lead to ${isExpected ? 'a value' : 'empty'}`];
}

function findInRow(payment: RecordedPayment, replayed: Replayed): string[] {
  const { status, verified, resolution } = replayed;
  if (payment.version !== payment.history.length)
    return [`its version is ${payment.version}, and its history has ${payment.history.length} events`];
  if (payment.status !== status) return [`its status is ${payment.status}; its history leads to ${status}`];
  const isFinal = status === 'completed' || status === 'failed';
  return [
    ...differs('correlation_id', payment.correlation_id, replayed.correlationId),
    ...differs('reference', payment.reference, replayed.reference),
    ...differs('server_correlation_id', payment.server_correlation_id, replayed.serverCorrelationId),
    ...differs('transaction_id', payment.transaction_id, replayed.transactionId),
    ...differs('verified', payment.verified, typeof verified === 'boolean' ? Number(verified) : verified),
    ...differs('differences', payment.differences, replayed.differences),
    ...differs('failure_code', payment.failure_code, replayed.failureCode),
    ...differs('resolution', payment.resolution, resolution?.kind ?? null),
    ...differs('resolution_reason', payment.resolution_reason, resolution === null ? null : resolution.reason),
    ...differs('resolution_by', payment.resolution_by, resolution === null ? null : resolution.by),
    ...isSetDiffers('resolution_at', payment.resolution_at, resolution !== null),
    ...isSetDiffers('sent_at', payment.sent_at, replayed.isSent),
    ...isSetDiffers('final_at', payment.final_at, isFinal),
    ...isSetDiffers('receipt_number', payment.receipt_number, verified === undefined ? undefined : verified === true),
    ...differs(
      'the number of submitted references',
      payment.reference_attempts + payment.reference_attempts_given_back,
      replayed.references,
    ),
  ];
}

function findInOrder(
  payment: RecordedPayment,
  { after, overpaidWith }: Replayed,
  compared: readonly Compared[],
  index: number,
): string[] {
  const others = compared.filter((one) => one.payment !== payment);
  const before = index === 0 ? null : compared.at(-index)?.payment.id;
  return [
    ...(after === undefined || after === before
      ? []
      : [`its history says that it came after ${write(after)}; the payment before it is ${write(before)}`]),
    ...overpaidWith
      .filter((also) => !others.some(({ payment: { id }, replay }) => id === also && wasPaid(replay)))
      .map((also) => `its history says that ${also} paid the order too, and that payment was never paid`),
    ...findReviewReasons(
      payment,
      others.map((other) => other.payment),
    ),
  ];
}

/**
 * Compares why a payment needs review with what its history and its order lead to. Of events that are alike, the last is
 * enough.
 *
 * @param others the other payments of its order
 */
export function findReviewReasons(payment: WithEvents, others: readonly Reviewed[]): string[] {
  const expected = writeReasons(reviewReasons(payment, payment.history, others));
  return differs('review_reasons', payment.review_reasons, expected);
}

function wasPaid(replay: Replay): boolean {
  return replay.kind === 'impossible' || replay.replayed.wasPaid;
}

/**
 * Finds the newest of several paid payments, of none of which the history says that the order is overpaid.
 *
 * @param attempts all payments of the order, newest first
 */
export function unreportedOverpayment<Payment extends WithEvents>(attempts: readonly Payment[]): Payment | undefined {
  const paid = attempts.filter(isPaid);
  const isReported = attempts.some(({ history }) => history.some(({ kind }) => kind === 'order_overpaid'));
  return paid.length > 1 && !isReported ? paid[0] : undefined;
}

/** A refund is voided, and never deleted. */
function findRefunds(payment: RecordedPayment, replay: Replay): string[] {
  const recorded = payment.refunds.filter(({ status }) => status === 'recorded');
  const sum = recorded.reduce((all, { amount }) => all + amount, 0);
  const sums = [
    ...(payment.amount_refunded === sum
      ? []
      : [`amount_refunded is ${payment.amount_refunded}; its refunds add up to ${sum}`]),
    ...(sum <= payment.amount ? [] : [`its refunds add up to ${sum}, and its amount is ${payment.amount}`]),
  ];
  if (replay.kind === 'impossible') return sums;
  const { refunds } = replay.replayed;
  const stored = new Set<string>(payment.refunds.map(({ id }) => id));
  return [
    ...sums,
    ...payment.refunds.flatMap(({ id, amount, status }) => {
      const event = refunds.get(id);
      if (event === undefined) return [`the refund ${id} is stored, and its history does not have it`];
      const said = event.isVoided ? 'voided' : 'recorded';
      return event.amount === amount && said === status
        ? []
        : [`the refund ${id} is ${amount} Ar, ${status}; its history says ${event.amount} Ar, ${said}`];
    }),
    ...[...refunds.keys()].filter((id) => !stored.has(id)).map((id) => `the refund ${id} of its history is not stored`),
  ];
}
