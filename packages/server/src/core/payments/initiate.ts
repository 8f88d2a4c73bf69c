import { randomBytes, randomUUID } from 'node:crypto';
import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Log } from '../../log/log.ts';
import { waitWithin } from '../../time/waitWithin.ts';
import { readClocks } from '../live/clockReadings.ts';
import type { RateLimited } from '../rules/rateLimits.ts';
import { FIRST_FENCE, type NewPayment } from '../storage/attempts.ts';
import type { PaymentRequest } from '../storage/paymentRequest.ts';
import { findPayment } from '../storage/reads.ts';
import { hashSecret, newPaymentId } from '../storage/storage.ts';
import type { InitiateOptions, MerchantSettings } from './initiateOptions.ts';
import { type OpeningOptions, type OpeningResult, openAttempt } from './openAttempt.ts';
import { sendInitiation } from './sendInitiation.ts';

/** When a shopper may try again while the merchant has no name yet, ms. */
const SETUP_RETRY_MS = 60_000;

/** Without its settings, the companion takes no payment and sends nothing. */
const NOT_SET_UP: RateLimited = { kind: 'limited', code: 'setup_incomplete', retryAfterMs: SETUP_RETRY_MS };

/**
 * Starts a payment for an order, or finds the current one. However often and from wherever it is called, at most one
 * request is sent for a payment.
 *
 * @returns once the operator has answered, or after `answerWithinMs`, with the payment as it stands then
 */
export async function initiate(options: InitiateOptions, request: PaymentRequest): Promise<OpeningResult> {
  const merchant = options.merchant();
  if (merchant === null) return NOT_SET_UP;
  const opening = await options.inProgress.run(() => open(options, merchant, request));
  if (opening.kind !== 'opened' && opening.kind !== 'exists' && opening.kind !== 'repeated') return opening;
  return { ...opening, payment: await answerOf(options, opening.payment) };
}

async function open(
  options: InitiateOptions,
  merchant: MerchantSettings,
  request: PaymentRequest,
): Promise<OpeningResult> {
  const { stopping, stopped, operator, inProgress } = options;
  // The store is closed, or about to be.
  if (stopped.aborted) return { kind: 'stopping' };
  const callbackSecret = merchant.callbackBaseUrl === null ? null : randomBytes(32).toString('base64url');
  const payment = newPayment(callbackSecret);
  const { id } = payment;
  const opening: OpeningOptions = {
    ...options,
    isStopping: () => stopping.aborted,
    turnInMs: () => operator.turnInMs(inProgress.waiting),
    takeTurn: () => takeTurn(options, id),
  };
  let hasBegun = false;
  try {
    const opened = await openAttempt(opening, request, payment);
    if (opened.kind !== 'opened') return opened;
    // From here on the request may be under way.
    hasBegun = true;
    begin(options, merchant, opened.payment, callbackSecret);
    logCreated(options.log, opened.payment, request.requestId);
    return opened;
  } catch (error) {
    if (!hasBegun && inProgress.turnOf(id) !== undefined) await failIfOpened(options, id);
    throw error;
  } finally {
    if (!hasBegun) inProgress.endTurn(id);
  }
}

function newPayment(callbackSecret: string | null): NewPayment {
  return {
    id: newPaymentId(),
    correlation_id: randomUUID(),
    reference: randomBytes(15).toString('hex'),
    callback_hash: callbackSecret === null ? null : hashSecret(callbackSecret),
  };
}

/** A turn that the payment has taken before its transaction ran again is still its own. */
function takeTurn(options: InitiateOptions, id: PaymentId): boolean {
  const { operator, inProgress } = options;
  const mayTake = inProgress.turnOf(id) !== undefined || operator.isReady();
  return mayTake && inProgress.takeTurn(id, readClocks(options));
}

/** The answer to the commit was lost: the payment may be there, as `sending`, but nothing was sent. */
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

function begin(
  options: InitiateOptions,
  merchant: MerchantSettings,
  payment: StoredPayment,
  callbackSecret: string | null,
): void {
  const { inProgress, log } = options;
  const since = inProgress.turnOf(payment.id) ?? null;
  inProgress.send(
    payment,
    () => sendInitiation(options, merchant, payment, callbackSecret, since),
    // The row keeps its lease and comes up again when that ends: nothing is lost, and nothing is sent twice.
    (error) =>
      log.error({ err: error, payment: payment.id }, 'an attempt was interrupted; it continues when its lease ends'),
  );
}

async function answerOf(
  { storage, inProgress, answerWithinMs }: InitiateOptions,
  payment: StoredPayment,
): Promise<StoredPayment> {
  const sent = inProgress.answerOf(payment.id);
  if (sent === undefined) return payment;
  const answer = await waitWithin(sent, answerWithinMs);
  return answer ?? (await findPayment(storage.store.db, payment.id)) ?? payment;
}
