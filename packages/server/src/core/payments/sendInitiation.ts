import { setTimeout as sleep } from 'node:timers/promises';
import type { Ariary, Msisdn, ProblemCode } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import { isRefusedValue } from '../../database/storageFailure.ts';
import type { Initiation, MaySend, Operator } from '../operator/client.ts';
import { LEASE_MS } from '../rules/lease.ts';
import type { InitiationOutcome, RepeatedAfter } from '../rules/operatorAnswers.ts';
import { delayToNextCheck } from '../rules/statusCheckSchedule.ts';
import type { AttemptOptions } from './attemptOptions.ts';
import type { AtStep } from './steps.ts';

const WRITE_RETRY_MS = 500;
/** Why an attempt that was not sent when the companion began to stop is not sent: the shopper can try again at once. */
const STOPPING = { ok: false, code: 'not_sent', reason: 'the companion stopped before it sent anything' } as const;

/** Instead of an answer that the database does not accept. */
const UNWRITABLE = { kind: 'unknown', reason: 'the operator’s answer could not be stored' } as const;

/** What {@link sendInitiation} takes. */
export interface SendInitiationOptions extends AttemptOptions {
  readonly operator: Pick<Operator, 'ready' | 'initiate'>;
  /** The merchant's name in the prompt. */
  readonly partnerName: string;
  /** The operator's UserLanguage where the shopper's language is neither (section 4.2). */
  readonly userLanguage: 'MG' | 'FR';
  /** Sends the payment to those who subscribed to it. */
  publish(payment: StoredPayment): void;
  /** Asks for a status check of a payment that is due. */
  checkIfDue(id: PaymentId): void;
  /** Ms since 1970 by the wall clock, for what the operator compares with its own. */
  wall(): number;
  /** 0 up to 1, to spread status checks. */
  random(): number;
  readonly at: AtStep;
}

/**
 * Sends an attempt's initiation, once, and writes the operator's answer. docs/lifecycle.md says what a crash at each step leaves behind.
 *
 * @param created the attempt, whose lease this process holds
 * @param callbackSecret the secret in the attempt's callback address; null: no callback is requested
 * @throws an error of the storage; the lease then lapses, and the attempt comes up again
 */
export async function sendInitiation(
  options: SendInitiationOptions,
  created: StoredPayment,
  callbackSecret: string | null,
): Promise<StoredPayment> {
  const { storage, operator, stopping, at } = options;
  options.publish(created);
  at('attempt written');
  const ready = stopping.aborted ? STOPPING : await operator.ready();
  if (!ready.ok) return failUnsent(options, created, ready);
  at('ready to send');
  // A request that begins now may still be without its answer when the process ends.
  if (stopping.aborted) return failUnsent(options, created, STOPPING);

  let openBefore = performance.now() + options.cooldownMs;
  const started = readClocks(options);
  const { payment: sending, isSending } = await writeSending(options, created);
  if (!isSending || sending.msisdn === null) return sending;
  at('sending written');

  const initiation = initiationOf(options, sending, sending.msisdn, callbackSecret);
  const maySend: MaySend = async (after) => {
    if (after === null) return !stopping.aborted && !hasPausedSince(options, started);
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

async function writeSending(
  options: SendInitiationOptions,
  created: StoredPayment,
): Promise<{ readonly payment: StoredPayment; readonly isSending: boolean }> {
  const { changes, log } = options;
  try {
    const applied = await changes.apply(created.id, { kind: 'sending', fence: created.fence, after: null });
    return { payment: applied?.payment ?? created, isSending: applied?.outcome === true };
  } catch (error) {
    // It may be written all the same, but nothing was sent. If this cannot be written either, the lease lapses and the row decides.
    log.error({ err: error, payment: created.id }, 'could not write an attempt as sending; it fails, unsent');
    const reason = 'the store failed before anything was sent';
    return { payment: await failUnsent(options, created, { code: 'not_sent', reason }), isSending: false };
  }
}

/**
 * The operator refused the first request: with 401, and the token was renewed, or with mmErrorCode 4002, which comes and goes. That may
 * have taken so long that the lease lapsed or the cool-down ended, and another payment of the order was sent: then a second request would
 * show a second prompt. So would one after a callback: the refused request created something. A companion that stops sends nothing more.
 */
async function confirmBeforeRepeat(options: SendInitiationOptions, sending: StoredPayment, after: RepeatedAfter): Promise<boolean> {
  const { changes, log, stopping } = options;
  if (stopping.aborted) return false;
  try {
    const started = readClocks(options);
    const confirmed = await changes.apply(sending.id, { kind: 'sending', fence: sending.fence, after });
    return confirmed?.outcome === true && !stopping.aborted && !hasPausedSince(options, started);
  } catch (error) {
    log.error({ err: error, payment: sending.id, after }, 'could not confirm an attempt before it is repeated; it is not sent again');
    return false;
  }
}

/** A moment by the storage's clock and by the wall clock, ms since 1970. */
interface ClockReadings {
  readonly stored: number;
  readonly wall: number;
}

function readClocks({ storage, wall }: SendInitiationOptions): ClockReadings {
  return { stored: storage.clock.now(), wall: wall() };
}

/**
 * Whether the commit or a token took so long, or this process paused for so long, that the lease may have ended. The cool-down counts from
 * `sentAt`: another payment of the order may be sent at this moment, and a request now would show a second prompt. After a step back of
 * the clock nobody knows how long it took. While a machine sleeps, its monotonic clock stands still, and with PostgreSQL the storage's too.
 */
function hasPausedSince(options: SendInitiationOptions, started: ClockReadings): boolean {
  const now = readClocks(options);
  const tookMs = now.stored - started.stored;
  return tookMs < 0 || tookMs >= LEASE_MS || now.wall - started.wall >= LEASE_MS;
}

/** Nothing was sent, and while this process has the lease no other one sends it. */
async function failUnsent(
  { changes }: SendInitiationOptions,
  created: StoredPayment,
  { code, reason }: { readonly code: ProblemCode; readonly reason: string },
): Promise<StoredPayment> {
  const applied = await changes.apply(created.id, { kind: 'not_sent', fence: created.fence, code, reason });
  return applied?.payment ?? created;
}

function initiationOf(
  { partnerName, callbackBaseUrl, userLanguage, wall }: SendInitiationOptions,
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
    callbackUrl: callbackBaseUrl === null || callbackSecret === null ? null : `${callbackBaseUrl}/v1/callbacks/${callbackSecret}`,
    originalTransactionReference: payment.original_transaction_reference,
    fc: payment.foreign_currency,
    amountFc: payment.foreign_amount,
    requestedAt: wall(),
  };
}

/**
 * Until it is written, only this process knows the operator's answer: with the disk full or the database gone, it tries again. An answer
 * with a value that the database refuses would be refused each time, so its outcome is unknown.
 */
async function untilWritten(
  { changes, log, stopped }: SendInitiationOptions,
  sending: StoredPayment,
  outcome: InitiationOutcome,
  firstCheckMs: number,
): Promise<StoredPayment> {
  let answer: InitiationOutcome = outcome;
  for (;;) {
    try {
      const applied = await changes.apply(sending.id, { kind: 'answer', answer, firstCheckMs });
      return applied?.payment ?? sending;
    } catch (error) {
      if (stopped.aborted) throw error;
      log.error({ err: error, payment: sending.id }, 'could not write the operator’s answer; trying again');
      if (isRefusedValue(error)) answer = UNWRITABLE;
      await sleep(WRITE_RETRY_MS, undefined, { signal: stopped });
    }
  }
}
