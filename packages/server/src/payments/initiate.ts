import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ariary, Language, Msisdn, ProblemCode } from '@tsena/shared';
import type { OrderClaims } from '@tsena/shared/checkout';
import type { Initiation } from '../operator/client.ts';
import type { InitiationOutcome } from '../operator/outcome.ts';
import { type Opening, openAttempt } from '../storage/attempts.ts';
import { candidatesOf } from '../storage/callbacks.ts';
import type { Change } from '../storage/changes.ts';
import { findPayment } from '../storage/reads.ts';
import type { StoredPayment } from '../storage/schema.ts';
import { isUniqueViolation } from '../storage/storageFailure.ts';
import { announce, applyChange, type Engine, LEASE_MS } from './engine.ts';
import { delayToNextCheck } from './schedule.ts';

const RETRY_WRITE_AFTER = 500;
/** Why an attempt that had not been sent when the stop began is not sent any more: the shopper may try again at once. */
const STOPPING = { ok: false, code: 'not_sent', reason: 'the companion stopped before it sent anything' } as const;

/** Who wants to pay which order. */
export interface InitiateRequest {
  readonly claims: OrderClaims;
  readonly msisdn: Msisdn;
  readonly language: Language;
  readonly addressHash: string | null;
  /** The request that asks, for the log. */
  readonly requestId?: string | undefined;
}

/**
 * Starts a payment for an order, or finds the one that stands. However often and from wherever it is called,
 * one request at most leaves for an attempt.
 *
 * @returns once the operator has answered, or after 5 s with the payment as it stands then
 */
export async function initiate(engine: Engine, request: InitiateRequest): Promise<Opening> {
  const opening = await engine.inFlight.run(() => open(engine, request));
  if (opening.kind !== 'opened' && opening.kind !== 'exists') return opening;
  return { ...opening, payment: await answerOf(engine, opening.payment) };
}

async function open(engine: Engine, request: InitiateRequest): Promise<Opening> {
  // The store is closed, or about to be.
  if (engine.stopped.aborted) return { kind: 'stopping' };
  const callbackSecret = engine.callbackBaseUrl === null ? null : randomBytes(32).toString('base64url');
  const opening = await openAttempt(engine.storage, {
    ...request,
    correlationId: randomUUID(),
    reference: randomBytes(15).toString('hex'),
    callbackSecret,
    cooldownMs: engine.cooldownMs,
    leaseMs: LEASE_MS,
    limits: engine.limits,
    isStopping: () => engine.stopping.aborted,
  });
  if (opening.kind === 'opened') {
    for (const { payment, change } of opening.gaveUp) announce(engine, payment, change);
    noteCreated(engine, opening.payment, request.requestId);
    begin(engine, opening.payment, callbackSecret);
  }
  return opening;
}

/** The line that ties a payment to the request that asked for it, and to the X-CorrelationID that the operator will see. */
function noteCreated(engine: Engine, { id, status, version, correlation_id }: StoredPayment, requestId: string | undefined): void {
  engine.log.info({ requestId, payment: id, event: 'created', status, version, correlationId: correlation_id }, 'payment changed');
}

function begin(engine: Engine, payment: StoredPayment, callbackSecret: string | null): void {
  engine.held.add(payment.id);
  const sent = engine.inFlight
    .run(() => engine.sends.run(() => send(engine, payment, callbackSecret)))
    .catch((error: unknown) => {
      // The row keeps its lease and comes up again when that ends: nothing is lost, and nothing is sent twice.
      engine.log.error({ err: error, payment: payment.id }, 'an attempt could not be carried on');
      return payment;
    })
    .finally(() => {
      engine.held.delete(payment.id);
      engine.underWay.delete(payment.id);
    });
  engine.underWay.set(payment.id, sent);
}

async function answerOf(engine: Engine, payment: StoredPayment): Promise<StoredPayment> {
  const sent = engine.underWay.get(payment.id);
  if (sent === undefined) return payment;
  const answer = await engine.waitForAnswer(payment, sent);
  return answer ?? (await findPayment(engine.storage.store.db, payment.id)) ?? payment;
}

/** The life of an attempt from `created` to the operator's answer; see docs/lifecycle.md for what a crash at each line leaves behind. */
async function send(engine: Engine, created: StoredPayment, callbackSecret: string | null): Promise<StoredPayment> {
  engine.live.publish(created);
  engine.at('attempt written');
  const ready = engine.stopping.aborted ? STOPPING : await engine.operator.ready();
  if (!ready.ok) return (await failUnsent(engine, created, ready)) ?? asItStands(engine, created);
  engine.at('ready to send');
  // A request that begins now may still be without its answer when the process ends.
  if (engine.stopping.aborted) return (await failUnsent(engine, created, STOPPING)) ?? asItStands(engine, created);

  const now = engine.storage.clock.now();
  const sending = await applyChange(engine, created.id, {
    to: 'sending',
    fence: created.fence,
    set: { sent_at: now, lease_until: now + LEASE_MS, next_check_at: now + LEASE_MS },
    event: { kind: 'sending', data: { correlationId: created.correlation_id, reference: created.reference } },
  }).catch((error: unknown) => {
    // It may have been written all the same, but nothing has left. If this cannot be written either, the lease lapses and what stands decides.
    engine.log.error({ err: error, payment: created.id }, 'an attempt could not be written as sending; it is given up, unsent');
    return failUnsent(engine, created, { code: 'not_sent', reason: 'the store failed before anything was sent' });
  });
  if (sending?.status !== 'sending' || sending.msisdn === null) return sending ?? asItStands(engine, created);
  engine.at('sending written');

  const outcome = await engine.operator.initiate(initiationOf(engine, sending, sending.msisdn, callbackSecret));
  engine.at('answered');
  const answered = await untilWritten(engine, sending, () => writeAnswer(engine, sending, outcome));
  engine.at('answer written');
  engine.onDue(answered.id);
  return answered;
}

/** Its lease went to somebody else meanwhile, who has written what became of it. */
async function asItStands(engine: Engine, payment: StoredPayment): Promise<StoredPayment> {
  return (await findPayment(engine.storage.store.db, payment.id)) ?? payment;
}

/** This process knows that nothing left, and while the lease is its own nobody else can say more. */
function failUnsent(engine: Engine, created: StoredPayment, { code, reason }: { readonly code: ProblemCode; readonly reason: string }) {
  return applyChange(engine, created.id, {
    to: 'failed',
    from: ['created', 'sending'],
    fence: created.fence,
    set: {
      lease_owner: null,
      lease_until: null,
      next_check_at: null,
      failure_code: code,
      sent_at: null,
      final_at: engine.storage.clock.now(),
    },
    event: { kind: 'not_sent', data: { code, reason } },
    webhook: 'payment.failed',
  });
}

function initiationOf(engine: Engine, payment: StoredPayment, payer: Msisdn, callbackSecret: string | null): Initiation {
  return {
    correlationId: payment.correlation_id,
    reference: payment.reference,
    amount: payment.amount as Ariary,
    description: payment.description ?? `Order ${payment.order_reference}`,
    payer,
    language: payment.language === 'mg' ? 'MG' : payment.language === 'fr' ? 'FR' : engine.userLanguage,
    callbackUrl:
      engine.callbackBaseUrl === null || callbackSecret === null ? null : `${engine.callbackBaseUrl}/v1/callbacks/${callbackSecret}`,
    fc: payment.foreign_currency,
    amountFc: payment.foreign_amount,
    requestedAt: engine.wall(),
  };
}

/** The operator's answer is known only here until it is written: with the disk full or the database away, try until it is back. */
async function untilWritten(engine: Engine, sending: StoredPayment, write: () => Promise<StoredPayment>): Promise<StoredPayment> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (engine.stopped.aborted) throw error;
      engine.log.error({ err: error, payment: sending.id }, 'the operator’s answer could not be written; trying again');
      await sleep(RETRY_WRITE_AFTER, undefined, { signal: engine.stopped });
    }
  }
}

/** An answer is a fact about the one request that left, whoever holds the lease by now. */
async function writeAnswer(engine: Engine, sending: StoredPayment, outcome: InitiationOutcome): Promise<StoredPayment> {
  const now = engine.storage.clock.now();
  const free = { lease_owner: null, lease_until: null };
  const heard = (await candidatesOf(engine.storage.store.db, sending.id, 1)).length > 0;
  let change: Change;
  switch (outcome.kind) {
    case 'accepted': {
      const delay = heard ? 0 : delayToNextCheck({ age: 0, watched: true, random: engine.random() });
      change = {
        to: 'pending',
        from: ['sending', 'unresolved'],
        set: {
          ...free,
          server_correlation_id: outcome.serverCorrelationId,
          correlation_source: 'initiation',
          next_check_at: now + (delay ?? 0),
        },
        event: { kind: 'accepted', data: { serverCorrelationId: outcome.serverCorrelationId } },
      };
      break;
    }
    case 'refused':
    case 'not_sent':
      change = {
        to: 'failed',
        from: ['sending', 'unresolved'],
        set: {
          ...free,
          failure_code: outcome.code,
          final_at: now,
          next_check_at: heard ? now : null,
          // What never left does not count among the attempts that the order may have.
          ...(outcome.kind === 'not_sent' ? { sent_at: null } : {}),
        },
        event: { kind: outcome.kind === 'refused' ? 'refused' : 'not_sent', data: { code: outcome.code, reason: outcome.reason } },
        webhook: 'payment.failed',
      };
      break;
    case 'unknown':
      change = {
        to: 'unresolved',
        set: { ...free, next_check_at: heard ? now : null },
        event: { kind: 'outcome_unknown', data: { reason: outcome.reason } },
        webhook: 'payment.unresolved',
      };
  }
  try {
    const changed = await applyChange(engine, sending.id, change);
    return changed ?? (await bindAnswered(engine, sending, outcome));
  } catch (error) {
    if (!isUniqueViolation(error) || outcome.kind !== 'accepted') throw error;
    // Another payment has this serverCorrelationId: the answer cannot be ours alone, so it tells nothing.
    return writeAnswer(engine, sending, { kind: 'unknown', reason: 'the serverCorrelationId belongs to another payment' });
  }
}

/** The answer came after a callback had already brought the payment on: our own answer names its serverCorrelationId for sure. */
async function bindAnswered(engine: Engine, sending: StoredPayment, outcome: InitiationOutcome): Promise<StoredPayment> {
  if (outcome.kind === 'accepted') {
    const bound = await applyChange(engine, sending.id, {
      from: ['pending'],
      set: {
        server_correlation_id: outcome.serverCorrelationId,
        correlation_source: 'initiation',
        next_check_at: engine.storage.clock.now(),
      },
      event: { kind: 'accepted', data: { serverCorrelationId: outcome.serverCorrelationId } },
    });
    if (bound !== null) return bound;
  }
  return asItStands(engine, sending);
}
