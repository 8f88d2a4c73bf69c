import type { PaymentId } from '@tsena/shared/checkout';
import type { OperatorView } from '@tsena/shared/merchant';
import { verifyDetails } from '../../core/rules/verifyDetails.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { waitWithin } from '../../time/waitWithin.ts';
import { viewDetails } from './views.ts';

type OperatorViewContext = Pick<HttpContext, 'storage' | 'operator' | 'settings'>;

/** For how long one answer of the operator is reused. */
const FRESH_MS = 3000;
/** How long a caller waits for the operator. */
const ANSWER_TIMEOUT_MS = 5000;

/** Reads the operator's view of a payment. Without an answer, the state is `unavailable`; it does not throw. */
export type ReadOperatorView = (payment: StoredPayment) => Promise<OperatorView>;

/** Makes a reader that sends one request at a time for a payment, however many people open it. */
export function createOperatorViewReader(context: OperatorViewContext): ReadOperatorView {
  const recent = new Map<
    PaymentId,
    { readonly at: number; readonly version: number; readonly view: Promise<OperatorView> }
  >();

  return async (payment) => {
    const now = performance.now();
    for (const [id, { at }] of recent) if (now - at > FRESH_MS) recent.delete(id);
    const known = recent.get(payment.id);
    // The answer from before a change of the payment is out of date.
    const isUsable = known !== undefined && known.version >= payment.version;
    const view = isUsable ? known.view : readOperatorView(context, payment);
    if (!isUsable) recent.set(payment.id, { at: now, version: payment.version, view });
    return (await waitWithin(view, ANSWER_TIMEOUT_MS)) ?? unavailable(context, 'no answer within 5 s');
  };
}

function blank(context: OperatorViewContext): Omit<OperatorView, 'state'> {
  return { fetchedAt: new Date(context.storage.clock.now()).toISOString(), reason: null, status: null, details: null };
}

function unavailable(context: OperatorViewContext, reason: string): OperatorView {
  return { ...blank(context), state: 'unavailable', reason };
}

async function readOperatorView(context: OperatorViewContext, payment: StoredPayment): Promise<OperatorView> {
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
  const match = verifyDetails(details.details, payment, context.settings.PARTNER_MSISDN);
  return { ...blank(context), state: 'known', status, details: viewDetails(details.details, match) };
}
