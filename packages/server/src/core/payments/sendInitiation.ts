import { setTimeout as sleep } from 'node:timers/promises';
import type { Ariary, Msisdn, ProblemCode } from '@tsena/shared';
import type { StoredPayment } from '../../database/schema.ts';
import { isRefusedValue } from '../../database/storageFailure.ts';
import { type ClockReadings, hasPausedSince, readClocks } from '../live/clockReadings.ts';
import type { Initiation, MaySend } from '../operator/client.ts';
import type { InitiationOutcome, RepeatedAfter } from '../rules/operatorAnswers.ts';
import { delayToNextCheck } from '../rules/statusCheckSchedule.ts';
import type { InitiateOptions, MerchantSettings } from './initiateOptions.ts';

const WRITE_RETRY_MS = 500;
/** Why an attempt that was not sent when the companion began to stop is not sent: the shopper can try again at once. */
const STOPPING = { ok: false, code: 'not_sent', reason: 'the companion stopped before it sent anything' } as const;

/** Instead of an answer that the database does not accept. */
const UNWRITABLE = { kind: 'unknown', reason: 'the operator’s answer could not be stored' } as const;

/**
 * Sends an attempt's initiation, once, and writes the operator's answer. docs/lifecycle.md says what a crash at each
 * step leaves behind.
 *
 * @param opened the attempt, whose lease this process holds
 * @param callbackSecret the secret in the attempt's callback address; null: no callback is requested
 * @param since read before it was opened as `sending`; null: it is `created`, and waits until it can be sent
 * @throws an error of the storage; the lease then lapses, and the attempt comes up again
 */
export async function sendInitiation(
  options: InitiateOptions,
  merchant: MerchantSettings,
  opened: StoredPayment,
  callbackSecret: string | null,
  since: ClockReadings | null,
): Promise<StoredPayment> {
  const { storage, operator, stopping, at } = options;
  options.publish(opened);
  const { payment: sending, since: decidedAfter } =
    since === null ? await writeSendingWhenReady(options, opened) : { payment: opened, since };
  if (decidedAfter === null || sending.msisdn === null) return sending;
  at('sending written');
  if (stopping.aborted) return failUnsent(options, sending, STOPPING);

  const initiation = initiationOf(options, merchant, sending, sending.msisdn, callbackSecret);
  let openBefore = decidedAfter.monotonic + options.cooldownMs;
  const maySend: MaySend = async (after) => {
    if (after === null) return !stopping.aborted && !hasPausedSince(options, decidedAfter);
    // The confirmation counts the cool-down anew.
    openBefore = performance.now() + options.cooldownMs;
    return confirmBeforeRepeat(options, sending, after);
  };
  const outcome = await operator.initiate(initiation, maySend, () => openBefore);
  at('answered');
  const firstCheckMs = delayToNextCheck({ ageMs: 0, hasSubscribers: true, random: options.random() }) ?? 0;
  const answered = await untilWritten(options, sending, outcome, firstCheckMs);
  at('answer written');
  const dueAt = answered.next_check_at;
  if (dueAt !== null && dueAt <= storage.clock.now()) options.checkIfDue(answered.id);
  return answered;
}

/** `since`: read before the decision to send; null if the attempt is not sent. */
interface WrittenSending {
  readonly payment: StoredPayment;
  readonly since: ClockReadings | null;
}

async function writeSendingWhenReady(options: InitiateOptions, created: StoredPayment): Promise<WrittenSending> {
  const { operator, changes, log, stopping, at } = options;
  at('attempt written');
  const ready = stopping.aborted ? STOPPING : await operator.ready();
  if (!ready.ok) return { payment: await failUnsent(options, created, ready), since: null };
  at('ready to send');
  // A request that begins now may still be without its answer when the process ends.
  if (stopping.aborted) return { payment: await failUnsent(options, created, STOPPING), since: null };

  const since = readClocks(options);
  try {
    const applied = await changes.apply(created.id, { kind: 'sending', fence: created.fence, after: null });
    return { payment: applied?.payment ?? created, since: applied?.outcome === true ? since : null };
  } catch (error) {
    // It may be written all the same, but nothing was sent. If this cannot be written either, the lease lapses and the
    // row decides.
    log.error({ err: error, payment: created.id }, 'could not write an attempt as sending; it fails, unsent');
    const reason = 'the store failed before anything was sent';
    return { payment: await failUnsent(options, created, { code: 'not_sent', reason }), since: null };
  }
}

/**
 * The operator refused the first request: with 401, and the token was renewed, with mmErrorCode 4002, which comes and
 * goes, or with 429, and its pause is over; or the request has waited for the end of another's pause. That may have
 * taken so long that the lease lapsed or the cool-down ended, and another payment of the order was sent: then a request
 * now would show a second prompt. So would one after a callback: the refused request created something. A companion
 * that stops sends nothing more.
 */
async function confirmBeforeRepeat(
  options: InitiateOptions,
  sending: StoredPayment,
  after: RepeatedAfter,
): Promise<boolean> {
  const { changes, log, stopping } = options;
  if (stopping.aborted) return false;
  try {
    const started = readClocks(options);
    const confirmed = await changes.apply(sending.id, { kind: 'sending', fence: sending.fence, after });
    return confirmed?.outcome === true && !stopping.aborted && !hasPausedSince(options, started);
  } catch (error) {
    log.error(
      { err: error, payment: sending.id, after },
      'could not confirm an attempt before it is repeated; it is not sent again',
    );
    return false;
  }
}

/** Nothing was sent, and while this process has the lease no other one sends it. */
async function failUnsent(
  { changes }: InitiateOptions,
  created: StoredPayment,
  { code, reason }: { readonly code: ProblemCode; readonly reason: string },
): Promise<StoredPayment> {
  const applied = await changes.apply(created.id, { kind: 'not_sent', fence: created.fence, code, reason });
  return applied?.payment ?? created;
}

function initiationOf(
  { wall }: InitiateOptions,
  { partnerName, callbackBaseUrl, userLanguage }: MerchantSettings,
  payment: StoredPayment,
  payer: Msisdn,
  callbackSecret: string | null,
): Initiation {
  return {
    correlationId: payment.correlation_id,
    reference: payment.reference,
    amount: payment.amount as Ariary,
    description: payment.description ?? `Order ${payment.order_reference}`,
    payer,
    partnerName,
    language: payment.language === 'mg' ? 'MG' : payment.language === 'fr' ? 'FR' : userLanguage,
    callbackUrl:
      callbackBaseUrl === null || callbackSecret === null ? null : `${callbackBaseUrl}/v1/callbacks/${callbackSecret}`,
    originalTransactionReference: payment.original_transaction_reference,
    fc: payment.foreign_currency,
    amountFc: payment.foreign_amount,
    requestedAt: wall(),
  };
}

/**
 * Until it is written, only this process knows the operator's answer: with the disk full or the database gone, it tries
 * again. An answer with a value that the database refuses would be refused each time, so its outcome is unknown.
 */
async function untilWritten(
  { changes, log, stopped }: InitiateOptions,
  sending: StoredPayment,
  outcome: InitiationOutcome,
  firstCheckMs: number,
): Promise<StoredPayment> {
  let answer: InitiationOutcome = outcome;
  for (;;) {
    try {
      const applied = await changes.apply(sending.id, { kind: 'answer', answer, firstCheckMs });
      if (applied === undefined) {
        const { id, order_reference: order, correlation_id: correlationId } = sending;
        log.error(
          { payment: id, order, correlationId, answer },
          'the database has lost a payment that was sent; find it at the operator',
        );
      }
      return applied?.payment ?? sending;
    } catch (error) {
      if (stopped.aborted) throw error;
      log.error({ err: error, payment: sending.id, answer }, 'could not write the operator’s answer; trying again');
      if (isRefusedValue(error)) answer = UNWRITABLE;
      await sleep(WRITE_RETRY_MS, undefined, { signal: stopped });
    }
  }
}
