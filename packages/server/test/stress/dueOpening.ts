import type { LinkId, PaymentId } from '@tsena/shared/checkout';
import type Sqlite from 'better-sqlite3';
import type { OpeningResult } from '../../src/core/payments/openAttempt.ts';
import type { PaymentRequest } from '../../src/core/storage/paymentRequest.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { type Clock, cooldownBy, unlessClockStepped } from '../../src/time/clock.ts';
import { COOLDOWN_MS } from '../support/testCompanion.ts';
import { hasPaid } from './attemptInvariants.ts';

const MAX_SENT = 5;
const MAX_UNSENT = 20;
const UNSENT_PERIOD_MS = 10 * 60_000;
const REPORT_WAIT_MS = 10 * 60_000;
const LEASE_MS = 12_000;
const MAX_LEASE_MS = 60_000;

/** How a press must be answered; `payment`: the one that the answer names. */
export interface DueOpening {
  readonly kind: OpeningResult['kind'];
  readonly payment?: PaymentId;
}

/**
 * The rules of an opening, independent of the companion's code: what follows from the rows that its transaction finds.
 */
export function dueOpening(sqlite: Sqlite.Database, request: PaymentRequest, clock: Clock): DueOpening {
  const { claims, page } = request;
  const attempts = sqlite
    .prepare<[string], StoredPayment>('select * from payments where order_reference = ? order by attempt_number desc')
    .all(claims.sub);
  const started = page && attempts.find(({ form_hash }) => form_hash === page.formHash);
  if (started !== undefined) return { kind: 'exists', payment: started.id };
  const standing = findStanding(attempts, clock);
  if (standing === 'exhausted') return { kind: 'exhausted' };
  if (standing !== undefined)
    return { kind: standing.amount === claims.amount ? 'exists' : 'changed', payment: standing.id };
  if (page && isClosed(sqlite, page.link, clock.now())) return { kind: 'closed' };
  const beside = page && findOnLink(sqlite, page.link, request, clock);
  if (beside !== undefined) return { kind: 'exists', payment: beside.id };
  const unsent = attempts.filter(
    ({ sent_at, created_at }) => sent_at === null && clock.now() - created_at < UNSENT_PERIOD_MS,
  );
  return { kind: unsent.length >= MAX_UNSENT || isReportedPaid(sqlite, attempts, clock) ? 'limited' : 'opened' };
}

/**
 * Whether an answer is the one that is due. Too many prompts of a number or a link can prevent a payment that the order
 * allows.
 */
export function isDue(due: DueOpening, answer: OpeningResult): boolean {
  if (due.kind === 'opened' && answer.kind === 'limited') return answer.code !== 'operator_unavailable';
  if (answer.kind !== due.kind) return false;
  return due.payment === undefined || ('payment' in answer && answer.payment.id === due.payment);
}

/** The payment beside which the order gets no other one now. */
function findStanding(attempts: readonly StoredPayment[], clock: Clock): StoredPayment | 'exhausted' | undefined {
  const now = clock.now();
  const [newest] = attempts;
  if (newest === undefined) return undefined;
  const standing =
    attempts.find(({ status }) => status === 'completed') ??
    attempts.find(hasPaid) ??
    // The details differ, or it is reported as paid and they cannot be read yet.
    attempts.find(
      ({ status, differences, details_unavailable_since: since, resolution }) =>
        resolution !== 'not_received' &&
        (differences !== null || (['pending', 'unresolved'].includes(status) && since !== null)),
    ) ??
    attempts.find((payment) => payment.status === 'created' || isHeld(payment, now));
  if (standing !== undefined) return hasPaid(standing) ? (attempts.find(isPaidAndKept) ?? standing) : standing;
  const hasEnded = newest.status === 'failed' || newest.resolution === 'not_received';
  if (attempts.filter(({ sent_at }) => sent_at !== null).length >= MAX_SENT) return hasEnded ? 'exhausted' : newest;
  const isFree = hasEnded || now - (newest.sent_at ?? newest.created_at) >= cooldownBy(clock, COOLDOWN_MS);
  return isFree ? undefined : newest;
}

/** Whether it pays the order: it was not refunded in full. */
function isPaidAndKept(payment: StoredPayment): boolean {
  return hasPaid(payment) && payment.amount_refunded < payment.amount;
}

/** Whether a live process is about to send it, or waits for the operator's answer. */
function isHeld({ status, lease_until: until }: StoredPayment, now: number): boolean {
  return (status === 'created' || status === 'sending') && until !== null && until > now && until <= now + MAX_LEASE_MS;
}

function isClosed(sqlite: Sqlite.Database, link: LinkId, now: number): boolean {
  return (
    sqlite
      .prepare('select 1 from links where id = ? and (cancelled_at is not null or expires_at <= ?)')
      .get(link, now) !== undefined
  );
}

/** The open payment of the same payer on the same link, of another order. */
function findOnLink(
  sqlite: Sqlite.Database,
  link: LinkId,
  { msisdn, claims }: PaymentRequest,
  clock: Clock,
): StoredPayment | undefined {
  const since = Math.max(0, clock.now() - cooldownBy(clock, COOLDOWN_MS));
  return sqlite
    .prepare<[string, string, string], StoredPayment>(
      `select * from payments where link_id = ? and msisdn = ? and order_reference <> ? and resolution is null
        and status in ('created', 'sending', 'pending', 'unresolved') order by created_at desc`,
    )
    .all(link, msisdn, claims.sub)
    .find((payment) => payment.created_at > since || (payment.sent_at ?? 0) > since || isHeld(payment, clock.now()));
}

/**
 * An order waits for what the operator says about a callback that reports one of its payments as completed: for ten
 * minutes, and until the payment was checked. Of a payment without a result, only a check after the ten minutes counts.
 */
function isReportedPaid(sqlite: Sqlite.Database, attempts: readonly StoredPayment[], clock: Clock): boolean {
  const reports = sqlite
    .prepare<[string, number], number>(
      `select received_at from callbacks where payment_id = ? and status = 'completed' and rejected = 0 and received_at > ?`,
    )
    .pluck();
  const oldest = clock.now() - unlessClockStepped(clock, REPORT_WAIT_MS);
  return attempts.some(
    ({ id, status, resolution_at: resolvedAt, next_check_at: nextCheckAt, last_checked_at: checkedAt }) => {
      if (status === 'completed' || nextCheckAt === null) return false;
      const checkedFromMs = status === 'unresolved' || status === 'sending' ? REPORT_WAIT_MS + LEASE_MS : 0;
      return reports.all(id, resolvedAt ?? -1).some((at) => at >= oldest || (checkedAt ?? 0) <= at + checkedFromMs);
    },
  );
}
