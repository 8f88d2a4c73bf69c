import { randomBytes, randomUUID } from 'node:crypto';
import type { Language, Msisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import type { RequestsInProgress } from '../live/requestsInProgress.ts';
import type { SendQueue } from '../live/sendQueue.ts';
import type { Operator } from '../operator/client.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { RateLimits } from '../rules/rateLimits.ts';
import {
  type AttemptOnceResult,
  type AttemptResult,
  FIRST_FENCE,
  type OpenOnce,
  type OrderToPay,
  openAttempt,
  type PageForm,
} from '../storage/attempts.ts';
import type { LeasedPayment } from '../storage/leases.ts';
import { findPayment } from '../storage/reads.ts';
import { newPaymentId } from '../storage/storage.ts';
import type { AttemptOptions } from './attemptOptions.ts';
import { type ClockReadings, readClocks } from './clockReadings.ts';

/** Who wants to pay which order. */
export interface InitiateRequest {
  readonly claims: OrderToPay;
  readonly msisdn: Msisdn;
  readonly language: Language;
  readonly addressHash: string | null;
  /** The payment page, unless the payment begins in a widget. */
  readonly page?: PageForm;
  /** The name of the merchant key that begins it at the counter. */
  readonly by?: string;
  /** The HTTP request's id, for the log. */
  readonly requestId?: string | undefined;
}

/** What {@link initiate} takes. */
export interface InitiateOptions extends AttemptOptions {
  readonly operator: Pick<Operator, 'isReady' | 'turnInMs'>;
  readonly limits: RateLimits;
  /** The merchant's number. */
  readonly partnerMsisdn: Msisdn;
  /** The leases under which this process works now. */
  readonly leases: Set<LeasedPayment>;
  /** Attempts that this process is sending, each until its answer is written. */
  readonly sendingIds: Map<PaymentId, Promise<StoredPayment>>;
  readonly sendQueue: SendQueue;
  readonly requestsInProgress: RequestsInProgress;
  /** Sends an attempt and writes the operator's answer. */
  send(opened: StoredPayment, callbackSecret: string | null, since: ClockReadings | null): Promise<StoredPayment>;
  /** Waits for the result of an attempt that is being sent; undefined if it takes longer than a caller should wait. */
  waitForAnswer(payment: StoredPayment, sent: Promise<StoredPayment>): Promise<StoredPayment | undefined>;
}

/**
 * Starts a payment for an order, or finds the current one. However often and from wherever it is called, at most one
 * request is sent for an attempt.
 *
 * @param once guards the opening by an Idempotency-Key
 * @returns once the operator has answered, or when `waitForAnswer` gives up, with the payment as it stands then
 */
export function initiate(options: InitiateOptions, request: InitiateRequest): Promise<AttemptResult>;
export function initiate(
  options: InitiateOptions,
  request: InitiateRequest,
  once: OpenOnce | undefined,
): Promise<AttemptOnceResult>;
export async function initiate(
  options: InitiateOptions,
  request: InitiateRequest,
  once?: OpenOnce,
): Promise<AttemptOnceResult> {
  const opening = await options.requestsInProgress.run(() => open(options, request, once));
  if (opening.kind !== 'opened' && opening.kind !== 'exists' && opening.kind !== 'repeated') return opening;
  return { ...opening, payment: await answerOf(options, opening.payment) };
}

async function open(
  options: InitiateOptions,
  request: InitiateRequest,
  once: OpenOnce | undefined,
): Promise<AttemptOnceResult> {
  // The store is closed, or about to be.
  if (options.stopped.aborted) return { kind: 'stopping' };
  const callbackSecret = options.callbackBaseUrl === null ? null : randomBytes(32).toString('base64url');
  const id = newPaymentId();
  const taken: { turn: Turn | null } = { turn: null };
  const attempt = {
    ...request,
    id,
    correlationId: randomUUID(),
    reference: randomBytes(15).toString('hex'),
    callbackSecret,
    partnerMsisdn: options.partnerMsisdn,
    cooldownMs: options.cooldownMs,
    leaseMs: LEASE_MS,
    limits: options.limits,
    isStopping: () => options.stopping.aborted,
    turnInMs: () => options.operator.turnInMs(options.sendQueue.waiting()),
    isSentAtOnce() {
      taken.turn = takeTurn(options, taken.turn);
      return taken.turn !== null;
    },
  };
  let hasBegun = false;
  try {
    const opening = await openAttempt(options.storage, attempt, once);
    if (opening.kind !== 'opened') return opening;
    // From here on the request may be under way.
    hasBegun = true;
    begin(options, opening.payment, callbackSecret, taken.turn);
    options.changes.announce(opening.gaveUp);
    logCreated(options.log, opening.payment, request.requestId);
    return opening;
  } catch (error) {
    if (taken.turn !== null && !hasBegun) await failIfOpened(options, id);
    throw error;
  } finally {
    if (!hasBegun) taken.turn?.end();
  }
}

/**
 * A turn to send, which an attempt that is opened as `sending` has from the decision on. `since`: read right before it.
 */
interface Turn {
  readonly since: ClockReadings;
  end(): void;
}

function takeTurn(options: InitiateOptions, taken: Turn | null): Turn | null {
  const end = taken?.end ?? (options.operator.isReady() ? options.sendQueue.takeTurn() : null);
  return end === null ? null : { since: readClocks(options), end };
}

/** The answer to the commit was lost: the attempt may be there, as `sending`, but nothing was sent. */
async function failIfOpened({ changes, log }: InitiateOptions, id: PaymentId): Promise<void> {
  const reason = 'the store failed before anything was sent';
  try {
    await changes.apply(id, { kind: 'not_sent', fence: FIRST_FENCE, code: 'not_sent', reason });
  } catch (error) {
    log.error({ err: error, payment: id }, 'could not fail an attempt that may have been opened; its lease lapses');
  }
}

/** The line that ties a payment to its HTTP request, and to the X-CorrelationID that the operator receives. */
function logCreated(
  log: Log,
  { id, status, version, correlation_id }: StoredPayment,
  requestId: string | undefined,
): void {
  log.info(
    { requestId, payment: id, event: 'created', status, version, correlationId: correlation_id },
    'payment changed',
  );
}

/** @param turn the turn that the attempt has already; null: it waits for one */
function begin(
  { leases, sendingIds, requestsInProgress, sendQueue, log, send }: InitiateOptions,
  payment: StoredPayment,
  callbackSecret: string | null,
  turn: Turn | null,
): void {
  leases.add(payment);
  const sent = requestsInProgress
    .run(() =>
      turn === null
        ? sendQueue.run(() => send(payment, callbackSecret, null))
        : send(payment, callbackSecret, turn.since).finally(turn.end),
    )
    .catch((error: unknown) => {
      // The row keeps its lease and comes up again when that ends: nothing is lost, and nothing is sent twice.
      log.error({ err: error, payment: payment.id }, 'an attempt was interrupted; it continues when its lease ends');
      return payment;
    })
    .finally(() => {
      leases.delete(payment);
      sendingIds.delete(payment.id);
    });
  sendingIds.set(payment.id, sent);
}

async function answerOf(
  { storage, sendingIds, waitForAnswer }: InitiateOptions,
  payment: StoredPayment,
): Promise<StoredPayment> {
  const sent = sendingIds.get(payment.id);
  if (sent === undefined) return payment;
  const answer = await waitForAnswer(payment, sent);
  return answer ?? (await findPayment(storage.store.db, payment.id)) ?? payment;
}
