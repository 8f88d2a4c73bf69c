import type { PaymentMethod, PaymentStatus } from '@tsena/shared/checkout';
import type { ResolutionKind } from '@tsena/shared/merchant';
import { UNREAD_DETAILS } from './attemptPolicy.ts';
import { BY_CALLBACK } from './decisions/completion.ts';
import { isStatusDifferent } from './decisions/failure.ts';
import type { HistoryEvent } from './historyEvent.ts';
import type { Difference } from './payment.ts';
import { isEventKind, statusAfter } from './stateMachine.ts';

/** An event as it is stored, of any version. */
export interface StoredHistoryEvent {
  readonly version: number;
  readonly kind: string;
  /** JSON. */
  readonly data: string;
}

/**
 * What the row of a payment must contain after its history. What the history does not say is undefined: events of
 * earlier versions have fewer members.
 */
export interface Replayed {
  status: PaymentStatus;
  /** Whether `sent_at` is set. A payment that a restore counts as sent is `created` with it. */
  isSent: boolean | undefined;
  correlationId: string | undefined;
  reference: string | undefined;
  serverCorrelationId: string | undefined;
  transactionId: string | null | undefined;
  verified: boolean | null | undefined;
  differences: string | null | undefined;
  failureCode: string | null | undefined;
  resolution: {
    readonly kind: ResolutionKind;
    readonly reason: string | undefined;
    readonly by: string | undefined;
  } | null;
  /** The payment of the order before it; null: it is the first. */
  after: string | null | undefined;
  /** The other paid payments that the history names. */
  readonly overpaidWith: string[];
  readonly refunds: Map<string, { readonly amount: number; readonly isVoided: boolean }>;
  /** Submitted references. */
  references: number;
  /** Whether the operator or the merchant has said, at any time, that the money came. */
  wasPaid: boolean;
}

/** A history that decisions can have written, or the first event that they cannot have written where it stands. */
export type Replay =
  | { readonly kind: 'possible'; readonly replayed: Replayed }
  | { readonly kind: 'impossible'; readonly why: string };

type Kind = HistoryEvent['kind'];
type Data = Readonly<Record<string, unknown>>;

/** What the rules of an event may depend on. */
interface Before {
  readonly replayed: Replayed;
  readonly kinds: ReadonlySet<Kind>;
  readonly last: { readonly kind: Kind; readonly data: Data };
}

const NO_DATA: Data = {};

/**
 * Replays the history of a payment: each event may follow those before it. The operator's answers are not in the
 * history, so it cannot say whether they were as decided.
 *
 * @param events all of them, by version
 */
export function replayHistory(events: readonly StoredHistoryEvent[], method: PaymentMethod): Replay {
  const [first, ...later] = events;
  if (first === undefined) return impossible('its history is empty');
  const gap = events.findIndex(({ version }, index) => version !== index + 1);
  if (gap !== -1) return impossible(`event ${gap + 1} of its history is missing`);
  // Money that was sent by hand completes its payment in the transaction that opens it.
  const begins = method === 'reference' ? 'completed' : 'created';
  if (first.kind !== begins) return impossible(`its history begins with ${first.kind}`);
  const began = readData(first);
  if (began === undefined) return impossible(`event 1 (${begins}) has unreadable data`);
  const replayed = method === 'reference' ? sold(began) : opened(began);
  const kinds = new Set<Kind>([begins]);
  let last: Before['last'] = { kind: begins, data: began };
  for (const event of later) {
    const { version, kind } = event;
    const name = `event ${version} (${kind})`;
    if (!isEventKind(kind)) return impossible(`${name} is no event that a companion writes`);
    const data = readData(event);
    if (data === undefined) return impossible(`${name} has unreadable data`);
    const next = statusAfter(kind, replayed.status);
    if (next === undefined) return impossible(`${name} cannot happen to a payment that is ${replayed.status}`);
    const why = OBJECTIONS[kind]?.({ replayed, kinds, last }, data);
    if (why !== undefined) return impossible(`${name} cannot follow: ${why}`);
    EFFECTS[kind]?.(replayed, data);
    replayed.status = next;
    kinds.add(kind);
    last = { kind, data };
  }
  return { kind: 'possible', replayed };
}

function impossible(why: string): Replay {
  return { kind: 'impossible', why };
}

function readData({ data }: StoredHistoryEvent): Data | undefined {
  if (data === '{}') return NO_DATA;
  try {
    const read: unknown = JSON.parse(data);
    return typeof read === 'object' && read !== null ? (read as Data) : undefined;
  } catch {
    return undefined;
  }
}

function opened({ after }: Data): Replayed {
  return {
    status: 'created',
    isSent: undefined,
    correlationId: undefined,
    reference: undefined,
    serverCorrelationId: undefined,
    transactionId: null,
    verified: null,
    differences: null,
    failureCode: null,
    resolution: null,
    after: after === null ? null : textOf(after),
    overpaidWith: [],
    refunds: new Map(),
    references: 0,
    wasPaid: false,
  };
}

function sold(data: Data): Replayed {
  const replayed = opened({ after: null });
  EFFECTS.completed?.(replayed, data);
  return { ...replayed, status: 'completed', isSent: false };
}

/** Where a payer's number was erased, an event is masked, and a column of the same text may not be. */
const ERASED = '[msisdn]';

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && !value.includes(ERASED) ? value : undefined;
}

function textOrNullOf(value: unknown): string | null | undefined {
  return value === null ? null : textOf(value);
}

function isPaid({ status, resolution }: Replayed): boolean {
  return status === 'completed' || resolution?.kind === 'received';
}

/** The shop may cancel the order: of what the merchant had recorded as received, `failed_though_received` is written. */
function failedSilently({ replayed: { resolution } }: Before): string | undefined {
  return resolution?.kind === 'received' ? 'the merchant had recorded it as received' : undefined;
}

/** Why an event cannot follow the ones before it, although it can be written in their status. */
const OBJECTIONS: Readonly<Partial<Record<Kind, (before: Before, data: Data) => string | undefined>>> = {
  sending({ replayed: { status } }, { after }) {
    if (status === 'created') return after === undefined ? undefined : 'no request was sent before';
    return after === undefined ? 'the request was sent before, and nothing permits a second one' : undefined;
  },
  accepted: ({ kinds }) => (kinds.has('accepted') ? 'the operator had accepted it before' : undefined),
  callback_rejected: ({ kinds }) => (kinds.has('callback') ? undefined : 'no callback came before'),
  completed: ({ replayed: { status }, kinds }, { verified, transactionId, by, serverCorrelationId }) => {
    if (verified === true && transactionId === null) return 'it is verified, and names no transaction';
    const isOwn = by === undefined && serverCorrelationId === undefined;
    if (isOwn && transactionId !== undefined && status === 'unresolved')
      return 'the operator’s answer to the initiation was not known';
    if (verified === false && (!isOwn || status !== 'pending' || !kinds.has('details_unavailable')))
      return 'its details were not read, and nothing says that they were unavailable before';
    if ((by === BY_CALLBACK.by || serverCorrelationId !== undefined) && !kinds.has('callback'))
      return 'a callback named the transaction, and none came before';
    if (by === 'payer' && !kinds.has('reference_submitted'))
      return 'the payer named the transaction, and submitted no reference before';
    return undefined;
  },
  verified: ({ replayed: { verified } }) => (verified === true ? 'it was verified before' : undefined),
  verification_stopped: ({ replayed: { verified } }) => (verified === true ? 'it was verified before' : undefined),
  not_sent: failedSilently,
  refused: failedSilently,
  failed: failedSilently,
  failed_though_received: ({ replayed: { resolution } }) =>
    resolution?.kind === 'received' ? undefined : 'the merchant had not recorded it as received',
  order_overpaid: ({ last: { kind, data } }) => {
    const { resolution = 'received' } = data;
    const isPayment = kind === 'completed' || (kind === 'resolved' && resolution === 'received');
    return isPayment ? undefined : 'the event before it pays nothing';
  },
  reference_submitted: ({ replayed: { references } }, { attempt = references + 1 }) =>
    attempt === references + 1 ? undefined : `it says that it is number ${attempt}, and it is number ${references + 1}`,
  resolved({ replayed }, { resolution }) {
    const { status, differences, refunds } = replayed;
    const isFinal = status === 'completed' || status === 'failed';
    if (resolution === 'closed') return isFinal ? undefined : `closed is for final payments, and it is ${status}`;
    if (resolution !== 'received' && resolution !== 'not_received') return undefined;
    if (status === 'completed') return `it is completed, and cannot be recorded as ${resolution}`;
    if (resolution === 'not_received' && refundedIn(refunds) > 0) return 'it was refunded, so it was received';
    const mayHaveFailed =
      replayed.resolution?.kind === 'received' ||
      (differences !== null && replayed.resolution?.kind !== 'not_received');
    return status !== 'failed' || mayHaveFailed ? undefined : `it has failed, and nothing contradicts that`;
  },
  refunded({ replayed }, { refund, amount }) {
    if (!isPaid(replayed)) return 'it is not paid';
    if (typeof refund === 'string' && replayed.refunds.has(refund)) return `${refund} was recorded before`;
    return amount === undefined || isAmount(amount) ? undefined : 'its amount is no amount';
  },
  refund_voided({ replayed }, { refund }) {
    if (typeof refund !== 'string') return undefined;
    const recorded = replayed.refunds.get(refund);
    if (recorded === undefined) return `${refund} was not recorded before`;
    return recorded.isVoided ? `${refund} was voided before` : undefined;
  },
};

function isAmount(amount: unknown): amount is number {
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0;
}

/** The sum of the refunds that are not voided, whole Ariary. */
function refundedIn(refunds: Replayed['refunds']): number {
  return [...refunds.values()].reduce((sum, { amount, isVoided }) => (isVoided ? sum : sum + amount), 0);
}

const SECOND_TRANSACTION: Difference = 'secondTransaction';

/** What the operator reports, and the merchant had recorded before that no money came, or had closed it. */
function clearNotReceived(replayed: Replayed): void {
  if (replayed.resolution?.kind !== 'received') replayed.resolution = null;
}

function fail(replayed: Replayed, { code }: Data): void {
  replayed.failureCode = textOf(code);
}

/** What each event changes, beside the status. It is called with the payment as it was before. */
const EFFECTS: Readonly<Partial<Record<Kind, (replayed: Replayed, data: Data) => void>>> = {
  sending(replayed, { correlationId, reference }) {
    replayed.isSent = true;
    replayed.correlationId = textOf(correlationId);
    replayed.reference = textOf(reference);
  },
  not_sent(replayed, data) {
    fail(replayed, data);
    replayed.isSent = false;
  },
  accepted(replayed, { serverCorrelationId }) {
    replayed.serverCorrelationId = textOf(serverCorrelationId);
    if (replayed.status === 'failed' || replayed.status === 'completed') clearNotReceived(replayed);
  },
  refused: fail,
  outcome_unknown(replayed) {
    replayed.isSent = true;
  },
  details_unavailable: clearNotReceived,
  details_mismatch(replayed, { fields }) {
    replayed.differences = textOf(fields);
    // At the end of the checks, what the merchant recorded stands, although a callback has come since.
    if (fields !== UNREAD_DETAILS) clearNotReceived(replayed);
  },
  completed(replayed, { transactionId, verified, by, serverCorrelationId }) {
    replayed.transactionId = textOrNullOf(transactionId);
    replayed.verified = typeof verified === 'boolean' ? verified : undefined;
    replayed.differences = null;
    replayed.failureCode = null;
    replayed.wasPaid = true;
    if (by === undefined && serverCorrelationId !== undefined)
      replayed.serverCorrelationId = textOf(serverCorrelationId);
  },
  verified(replayed) {
    replayed.verified = true;
    if (replayed.differences !== undefined && replayed.differences !== SECOND_TRANSACTION) replayed.differences = null;
  },
  failed(replayed, data) {
    fail(replayed, data);
    forgetStatusDifferences(replayed);
  },
  failed_though_received(replayed, data) {
    fail(replayed, data);
    // Of an unresolved one, it may be a refusal, or that nothing was sent.
    if (replayed.status === 'pending') forgetStatusDifferences(replayed);
    else replayed.isSent = undefined;
  },
  order_overpaid({ overpaidWith }, { also }) {
    if (typeof also === 'string') overpaidWith.push(also);
  },
  reference_submitted(replayed) {
    replayed.references += 1;
  },
  resolved(replayed, { resolution, reason, by }) {
    if (resolution !== 'received' && resolution !== 'not_received' && resolution !== 'closed') return;
    if (resolution === 'received') replayed.wasPaid = true;
    const isKept = resolution === 'closed' && replayed.resolution?.kind === 'received';
    if (!isKept) replayed.resolution = { kind: resolution, reason: textOf(reason), by: textOf(by) };
  },
  refunded({ refunds }, { refund, amount }) {
    if (typeof refund === 'string' && isAmount(amount)) refunds.set(refund, { amount, isVoided: false });
  },
  refund_voided({ refunds }, { refund }) {
    const recorded = typeof refund === 'string' ? refunds.get(refund) : undefined;
    if (typeof refund === 'string' && recorded !== undefined) refunds.set(refund, { ...recorded, isVoided: true });
  },
};

/** The operator's own status decides what only its statuses contradicted. */
function forgetStatusDifferences(replayed: Replayed): void {
  const { differences = null } = replayed;
  if (isStatusDifferent({ differences })) replayed.differences = null;
}
