import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentId } from '@tsena/shared/checkout';
import type { OperatorView } from '@tsena/shared/merchant';
import type { Engine } from '../../payments/engine.ts';
import { verifyDetails } from '../../payments/verifyDetails.ts';
import type { StoredPayment } from '../../storage/schema.ts';
import { viewDetails } from './views.ts';

/** How long one answer serves everybody who opens the payment, ms. */
const FRESH_MS = 3000;
/** How long a caller waits for the operator, ms. */
const ANSWER_WITHIN_MS = 5000;

/** Reads what the operator says of a payment now; never throws for want of an answer. */
export type OperatorViews = (payment: StoredPayment) => Promise<OperatorView>;

/** Enquiries for the merchant: one at a time for a payment, however many people look. */
export function operatorViews(engine: Engine): OperatorViews {
  const asked = new Map<PaymentId, { readonly at: number; readonly view: Promise<OperatorView> }>();

  return async (payment) => {
    const now = performance.now();
    for (const [id, { at }] of asked) if (now - at > FRESH_MS) asked.delete(id);
    const view = asked.get(payment.id)?.view ?? ask(engine, payment);
    if (!asked.has(payment.id)) asked.set(payment.id, { at: now, view });
    const waited = new AbortController();
    const late = sleep(ANSWER_WITHIN_MS, unavailable(engine, 'no answer within 5 s'), { signal: waited.signal });
    try {
      return await Promise.race([view, late.catch(() => view)]);
    } finally {
      waited.abort();
    }
  };
}

function blank(engine: Engine): Omit<OperatorView, 'state'> {
  return { fetchedAt: new Date(engine.storage.clock.now()).toISOString(), reason: null, status: null, details: null };
}

function unavailable(engine: Engine, reason: string): OperatorView {
  return { ...blank(engine), state: 'unavailable', reason };
}

async function ask(engine: Engine, payment: StoredPayment): Promise<OperatorView> {
  const { server_correlation_id: id, transaction_id: known } = payment;
  if (id === null && known === null) return { ...blank(engine), state: 'no_id' };
  const answer = id === null ? undefined : await engine.operator.status(id);
  if (answer?.kind === 'unavailable') return unavailable(engine, answer.reason);
  const status =
    answer === undefined
      ? null
      : { state: answer.state, operatorStatus: answer.operatorStatus, transactionReference: answer.objectReference };
  const transactionId = status?.transactionReference ?? known;
  if (transactionId === null) return { ...blank(engine), state: 'known', status };
  const details = await engine.operator.details(transactionId);
  if (details.kind !== 'details')
    return { ...blank(engine), state: status === null ? 'unavailable' : 'known', reason: details.reason, status };
  const match = verifyDetails(details.details, payment, engine.partnerMsisdn);
  return { ...blank(engine), state: 'known', status, details: viewDetails(details.details, match) };
}
