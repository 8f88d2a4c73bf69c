import { setTimeout as sleep } from 'node:timers/promises';
import type { Ariary, Msisdn, ProblemCode } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import type { Log } from '../log.ts';
import type { Initiation, Operator, RepeatedAfter } from '../operator/client.ts';
import type { InitiationOutcome } from '../operator/outcome.ts';
import { delayToNextCheck } from '../rules/statusCheckSchedule.ts';
import { candidatesOf, hasCallbacks } from '../storage/callbacks.ts';
import type { Change } from '../storage/changes.ts';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import type { Storage } from '../storage/storage.ts';
import { isUniqueViolation } from '../storage/storageFailure.ts';
import { LEASE_MS } from './heldLeases.ts';
import type { PaymentChanges } from './paymentChanges.ts';
import type { AtStep } from './steps.ts';

const WRITE_RETRY_MS = 500;
/** Why an attempt that was not sent when the companion began to stop is not sent: the shopper can try again at once. */
const STOPPING = { ok: false, code: 'not_sent', reason: 'the companion stopped before it sent anything' } as const;

/** What {@link sendInitiation} takes. */
export interface SendInitiationOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'ready' | 'initiate'>;
  readonly changes: PaymentChanges;
  readonly log: Log;
  /** The operator's UserLanguage where the shopper's language is neither (section 4.2). */
  readonly userLanguage: 'MG' | 'FR';
  /** The address under which callbacks arrive; null: none are requested. */
  readonly callbackBaseUrl: string | null;
  /** Aborted when the companion begins to stop: nothing that waits is sent. */
  readonly stopping: AbortSignal;
  /** Aborted when the companion can wait no longer. */
  readonly stopped: AbortSignal;
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
  const { storage, operator, changes, log, stopping, at } = options;
  options.publish(created);
  at('attempt written');
  const ready = stopping.aborted ? STOPPING : await operator.ready();
  if (!ready.ok) return (await failUnsent(options, created, ready)) ?? asItStands(storage, created);
  at('ready to send');
  // A request that begins now may still be without its answer when the process ends.
  if (stopping.aborted) return (await failUnsent(options, created, STOPPING)) ?? asItStands(storage, created);

  const now = storage.clock.now();
  const writeSending = changes.apply(created.id, {
    to: 'sending',
    fence: created.fence,
    set: { sent_at: now, lease_until: now + LEASE_MS, next_check_at: now + LEASE_MS },
    event: { kind: 'sending', data: { correlationId: created.correlation_id, reference: created.reference } },
  });
  const sending = await writeSending.catch((error: unknown) => {
    // It may be written all the same, but nothing was sent. If this cannot be written either, the lease lapses and the row decides.
    log.error({ err: error, payment: created.id }, 'could not write an attempt as sending; it fails, unsent');
    return failUnsent(options, created, { code: 'not_sent', reason: 'the store failed before anything was sent' });
  });
  if (sending?.status !== 'sending' || sending.msisdn === null) return sending ?? asItStands(storage, created);
  at('sending written');

  const initiation = initiationOf(options, sending, sending.msisdn, callbackSecret);
  let wasRepeated = false;
  const outcome = await operator.initiate(initiation, async (after) => {
    if (after === null) return !stopping.aborted && !hasPausedSince(storage, now);
    wasRepeated = true;
    return confirmBeforeRepeat(options, sending, after);
  });
  at('answered');
  const mayRepeat = wasRepeated || (outcome.kind === 'refused' && outcome.isPassing);
  const answered = await untilWritten(options, sending, async () =>
    writeAnswer(options, sending, mayRepeat ? await unlessCalledBack(options, sending, outcome) : outcome),
  );
  at('answer written');
  options.checkIfDue(answered.id);
  return answered;
}

/**
 * The operator refused the first request: with 401, and the token was renewed, or with mmErrorCode 4002, which comes and goes. That may
 * have taken so long that the lease lapsed or the cool-down ended, and another payment of the order was sent: then a second request would
 * show a second prompt. So would one after a callback: the refused request created something. A companion that stops sends nothing more.
 */
async function confirmBeforeRepeat(options: SendInitiationOptions, sending: StoredPayment, after: RepeatedAfter): Promise<boolean> {
  const { storage, changes, log } = options;
  try {
    if (!(await mayStillRepeat(options, sending))) return false;
    const now = storage.clock.now();
    const confirmed = await changes.apply(sending.id, {
      from: ['sending'],
      fence: sending.fence,
      isCurrent: true,
      set: { sent_at: now, lease_until: now + LEASE_MS, next_check_at: now + LEASE_MS },
      event: { kind: 'sending', data: { correlationId: sending.correlation_id, reference: sending.reference, after } },
    });
    // The commit and the read may have taken long.
    return confirmed !== null && (await mayStillRepeat(options, sending)) && !hasPausedSince(storage, now);
  } catch (error) {
    log.error({ err: error, payment: sending.id, after }, 'could not confirm an attempt before it is repeated; it is not sent again');
    return false;
  }
}

/**
 * Whether the commit or a token took so long, or this process paused for so long, that the lease may have ended. The cool-down counts from
 * `sentAt`: another payment of the order may be sent at this moment, and a request now would show a second prompt. After a step back of
 * the clock nobody knows how long it took.
 */
function hasPausedSince({ clock }: Storage, sentAt: number): boolean {
  const tookMs = clock.now() - sentAt;
  return tookMs < 0 || tookMs >= LEASE_MS;
}

async function mayStillRepeat({ storage, stopping }: SendInitiationOptions, { id }: StoredPayment): Promise<boolean> {
  const isCalledBack = await hasCallbacks(storage.store.db, id);
  return !isCalledBack && !stopping.aborted;
}

/** The operator refused a request that may be repeated, and also called back about it: only one of the two can be true. */
async function unlessCalledBack(
  { storage }: SendInitiationOptions,
  { id }: StoredPayment,
  outcome: InitiationOutcome,
): Promise<InitiationOutcome> {
  if (outcome.kind !== 'refused' && outcome.kind !== 'not_sent') return outcome;
  if (!(await hasCallbacks(storage.store.db, id))) return outcome;
  return { kind: 'unknown', reason: `a callback came, and the operator had refused the request: ${outcome.reason}` };
}

/** Another process took the lease meanwhile and wrote the result. */
async function asItStands(storage: Storage, payment: StoredPayment): Promise<StoredPayment> {
  return (await findPayment(storage.store.db, payment.id)) ?? payment;
}

/** Nothing was sent, and while this process has the lease no other one sends it. */
function failUnsent(
  { storage, changes }: SendInitiationOptions,
  created: StoredPayment,
  { code, reason }: { readonly code: ProblemCode; readonly reason: string },
): Promise<StoredPayment | null> {
  return changes.apply(created.id, {
    to: 'failed',
    from: ['created', 'sending'],
    fence: created.fence,
    set: {
      lease_owner: null,
      lease_until: null,
      next_check_at: null,
      failure_code: code,
      sent_at: null,
      final_at: storage.clock.now(),
    },
    event: { kind: 'not_sent', data: { code, reason } },
    webhook: 'payment.failed',
  });
}

function initiationOf(
  { callbackBaseUrl, userLanguage, wall }: SendInitiationOptions,
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
    language: payment.language === 'mg' ? 'MG' : payment.language === 'fr' ? 'FR' : userLanguage,
    callbackUrl: callbackBaseUrl === null || callbackSecret === null ? null : `${callbackBaseUrl}/v1/callbacks/${callbackSecret}`,
    originalTransactionReference: payment.original_transaction_reference,
    fc: payment.foreign_currency,
    amountFc: payment.foreign_amount,
    requestedAt: wall(),
  };
}

/** Until it is written, only this process knows the operator's answer: with the disk full or the database gone, it tries again. */
async function untilWritten(
  { log, stopped }: SendInitiationOptions,
  sending: StoredPayment,
  write: () => Promise<StoredPayment>,
): Promise<StoredPayment> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (stopped.aborted) throw error;
      log.error({ err: error, payment: sending.id }, 'could not write the operator’s answer; trying again');
      await sleep(WRITE_RETRY_MS, undefined, { signal: stopped });
    }
  }
}

/** The answer belongs to the one request that was sent, whichever process has the lease by now. */
async function writeAnswer(options: SendInitiationOptions, sending: StoredPayment, outcome: InitiationOutcome): Promise<StoredPayment> {
  const { storage, changes } = options;
  const hasCallback = (await candidatesOf(storage.store.db, sending.id, 1)).length > 0;
  try {
    const changed = await changes.apply(sending.id, changeAfter(options, outcome, hasCallback));
    return changed ?? (await asItStands(storage, sending));
  } catch (error) {
    if (!isUniqueViolation(error) || outcome.kind !== 'accepted') throw error;
    // Another payment has this serverCorrelationId, so the answer does not say which payment was accepted.
    return writeAnswer(options, sending, { kind: 'unknown', reason: 'the serverCorrelationId belongs to another payment' });
  }
}

/** @param hasCallback whether a callback has named a transaction: then the first status check is due at once */
function changeAfter({ storage, random }: SendInitiationOptions, outcome: InitiationOutcome, hasCallback: boolean): Change {
  const now = storage.clock.now();
  const released = { lease_owner: null, lease_until: null };
  switch (outcome.kind) {
    case 'accepted': {
      const delayMs = hasCallback ? 0 : delayToNextCheck({ ageMs: 0, hasSubscribers: true, random: random() });
      return {
        to: 'pending',
        from: ['sending', 'unresolved'],
        set: {
          ...released,
          server_correlation_id: outcome.serverCorrelationId,
          correlation_source: 'initiation',
          notification_method: outcome.notificationMethod,
          next_check_at: now + (delayMs ?? 0),
        },
        event: { kind: 'accepted', data: acceptedData(outcome) },
      };
    }
    case 'refused':
    case 'not_sent':
      return {
        to: 'failed',
        from: ['sending', 'unresolved'],
        set: {
          ...released,
          failure_code: outcome.code,
          final_at: now,
          next_check_at: hasCallback ? now : null,
          // An attempt that was not sent does not count among those that the order may have.
          ...(outcome.kind === 'not_sent'
            ? { sent_at: null }
            : { failure_reason: outcome.reason, failure_operator_time: outcome.errorDateTime }),
        },
        event: { kind: outcome.kind === 'refused' ? 'refused' : 'not_sent', data: failureData(outcome) },
        webhook: 'payment.failed',
      };
    case 'unknown':
      return {
        to: 'unresolved',
        set: { ...released, next_check_at: hasCallback ? now : null },
        event: { kind: 'outcome_unknown', data: { reason: outcome.reason } },
        webhook: 'payment.unresolved',
      };
  }
}

function acceptedData({ serverCorrelationId, notificationMethod }: Extract<InitiationOutcome, { kind: 'accepted' }>) {
  return { serverCorrelationId, notificationMethod };
}

function failureData(outcome: Extract<InitiationOutcome, { kind: 'refused' | 'not_sent' }>) {
  const { code, reason } = outcome;
  return outcome.kind === 'refused' ? { code, reason, errorDateTime: outcome.errorDateTime } : { code, reason };
}
