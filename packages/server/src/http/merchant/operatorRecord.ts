import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentId } from '@tsena/shared/checkout';
import type { OperatorRecord } from '@tsena/shared/merchant';
import type { StoredPayment } from '../../ledger/schema.ts';
import type { Engine } from '../../payments/engine.ts';
import { compareDetails } from '../../payments/evidence.ts';
import { viewDetails } from './views.ts';

/** How long one enquiry serves everybody who looks at the payment, ms. */
const FRESH_FOR = 3000;
/** How long a caller waits for the operator, ms. */
const ANSWER_WITHIN = 5000;

/** Reads what the operator says of a payment now; never throws for want of an answer. */
export type OperatorRecords = (payment: StoredPayment) => Promise<OperatorRecord>;

/** Enquiries for the merchant: one at a time for a payment, however many people look. */
export function operatorRecords(engine: Engine): OperatorRecords {
  const asked = new Map<PaymentId, { readonly at: number; readonly record: Promise<OperatorRecord> }>();

  return async (payment) => {
    const now = performance.now();
    for (const [id, { at }] of asked) if (now - at > FRESH_FOR) asked.delete(id);
    const record = asked.get(payment.id)?.record ?? ask(engine, payment);
    if (!asked.has(payment.id)) asked.set(payment.id, { at: now, record });
    const waited = new AbortController();
    const late = sleep(ANSWER_WITHIN, unavailable(engine, 'no answer within 5 s'), { signal: waited.signal });
    try {
      return await Promise.race([record, late.catch(() => record)]);
    } finally {
      waited.abort();
    }
  };
}

function blank(engine: Engine): Omit<OperatorRecord, 'state'> {
  return { askedAt: new Date(engine.ledger.clock.now()).toISOString(), reason: null, status: null, details: null };
}

function unavailable(engine: Engine, reason: string): OperatorRecord {
  return { ...blank(engine), state: 'unavailable', reason };
}

async function ask(engine: Engine, payment: StoredPayment): Promise<OperatorRecord> {
  const { server_correlation_id: id, transaction_id: known } = payment;
  if (id === null && known === null) return { ...blank(engine), state: 'no-id' };
  const answer = id === null ? undefined : await engine.operator.status(id);
  if (answer?.kind === 'unavailable') return unavailable(engine, answer.reason);
  const status = answer === undefined ? null : { state: answer.state, word: answer.word, transactionReference: answer.objectReference };
  const transactionId = status?.transactionReference ?? known;
  if (transactionId === null) return { ...blank(engine), state: 'known', status };
  const details = await engine.operator.details(transactionId);
  if (details.kind !== 'details')
    return { ...blank(engine), state: status === null ? 'unavailable' : 'known', reason: details.reason, status };
  const evidence = compareDetails(details.details, payment, engine.partnerMsisdn);
  return { ...blank(engine), state: 'known', status, details: viewDetails(details.details, evidence) };
}
