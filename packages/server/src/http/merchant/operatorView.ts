import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentId } from '@tsena/shared/checkout';
import type { OperatorView } from '@tsena/shared/merchant';
import { verifyDetails } from '../../payments/verifyDetails.ts';
import type { StoredPayment } from '../../storage/schema.ts';
import type { HttpContext } from '../context.ts';
import { viewDetails } from './views.ts';

type OperatorViewContext = Pick<HttpContext, 'storage' | 'operator' | 'settings'>;

/** How long one answer serves everybody who opens the payment, ms. */
const FRESH_MS = 3000;
/** How long a caller waits for the operator, ms. */
const ANSWER_WITHIN_MS = 5000;

/** Reads what the operator says of a payment now; never throws for want of an answer. */
export type OperatorViews = (payment: StoredPayment) => Promise<OperatorView>;

/** Enquiries for the merchant: one at a time for a payment, however many people look. */
export function operatorViews(context: OperatorViewContext): OperatorViews {
  const asked = new Map<PaymentId, { readonly at: number; readonly view: Promise<OperatorView> }>();

  return async (payment) => {
    const now = performance.now();
    for (const [id, { at }] of asked) if (now - at > FRESH_MS) asked.delete(id);
    const view = asked.get(payment.id)?.view ?? ask(context, payment);
    if (!asked.has(payment.id)) asked.set(payment.id, { at: now, view });
    const waited = new AbortController();
    const late = sleep(ANSWER_WITHIN_MS, unavailable(context, 'no answer within 5 s'), { signal: waited.signal });
    try {
      return await Promise.race([view, late.catch(() => view)]);
    } finally {
      waited.abort();
    }
  };
}

function blank(context: OperatorViewContext): Omit<OperatorView, 'state'> {
  return { fetchedAt: new Date(context.storage.clock.now()).toISOString(), reason: null, status: null, details: null };
}

function unavailable(context: OperatorViewContext, reason: string): OperatorView {
  return { ...blank(context), state: 'unavailable', reason };
}

async function ask(context: OperatorViewContext, payment: StoredPayment): Promise<OperatorView> {
  const { server_correlation_id: id, transaction_id: known } = payment;
  if (id === null && known === null) return { ...blank(context), state: 'no_id' };
  const answer = id === null ? undefined : await context.operator.status(id);
  if (answer?.kind === 'unavailable') return unavailable(context, answer.reason);
  const status =
    answer === undefined
      ? null
      : { state: answer.state, operatorStatus: answer.operatorStatus, transactionReference: answer.objectReference };
  const transactionId = status?.transactionReference ?? known;
  if (transactionId === null) return { ...blank(context), state: 'known', status };
  const details = await context.operator.details(transactionId);
  if (details.kind !== 'details')
    return { ...blank(context), state: status === null ? 'unavailable' : 'known', reason: details.reason, status };
  const match = verifyDetails(details.details, payment, context.settings.merchant.partnerMsisdn);
  return { ...blank(context), state: 'known', status, details: viewDetails(details.details, match) };
}
