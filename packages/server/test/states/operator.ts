import type { Msisdn } from '@tsena/shared';
import type { DetailsOutcome, StatusOutcome } from '../../src/core/rules/operatorAnswers.ts';
import { completedDetails, PARTNER } from '../support/paymentState.ts';
import { paymentOf } from './rowsInMemory.ts';
import { type DetailsRead, firstIdOf, idOf, referenceOf, type World } from './world.ts';

export const PARTNER_MSISDN: Msisdn = PARTNER;

export const LOST = { kind: 'unavailable', reason: 'no answer', retryAfterMs: null } as const;
/** Answers about a status that say nothing about it, and are written to the history. */
export const ODD_STATUSES: readonly StatusOutcome[] = [
  { kind: 'state', state: 'unknown', operatorStatus: 'suspended', objectReference: null },
  { ...LOST, isUnreadable: true },
  { ...LOST, isRefused: true },
];

const UNKNOWN = { kind: 'unavailable', reason: '404', retryAfterMs: null, isAbsent: true } as const;

/** The operator's answer about a serverCorrelationId. */
export function statusOf(
  { operator }: Pick<World, 'operator'>,
  serverCorrelationId: string,
  isLost: boolean,
): StatusOutcome {
  if (isLost) return LOST;
  if (operator.some(({ isSecond }, index) => isSecond && firstIdOf(index) === serverCorrelationId))
    return { kind: 'state', state: 'failed', operatorStatus: 'failed', objectReference: null };
  const payment = operator.findIndex((_, index) => idOf(index) === serverCorrelationId);
  const status = operator[payment]?.status ?? 'none';
  if (status === 'none') return UNKNOWN;
  const objectReference = status === 'completed' ? referenceOf(payment) : null;
  return { kind: 'state', state: status, operatorStatus: status, objectReference };
}

/** The operator's answer about a transaction, as a worker keeps it. */
export function detailsOf({ operator }: Pick<World, 'operator'>, reference: string, isLost: boolean): DetailsRead {
  if (isLost) return { kind: 'lost' };
  const payment = operator.findIndex((_, index) => referenceOf(index) === reference);
  return operator[payment]?.status === 'completed' ? { kind: 'details', of: payment } : { kind: 'absent' };
}

/** The details that a worker has read, as decisions see them: the operator creates the transaction when it is asked. */
export function outcomeOf({ rows }: Pick<World, 'rows'>, read: DetailsRead): DetailsOutcome {
  if (read.kind === 'lost') return LOST;
  if (read.kind === 'absent') return { kind: 'absent', reason: '404' };
  const { sent_at, created_at } = paymentOf(rows, read.of);
  // Each transaction has its own time.
  const creationDate = new Date((sent_at ?? created_at) - read.of - 1).toISOString();
  const other = read.isOtherAmount === true ? { amount: '24000.00' } : {};
  return { kind: 'details', details: completedDetails({ creationDate, ...other }) };
}
