import type { MedusaContainer, PaymentSessionDTO, WebhookActionResult } from '@medusajs/framework/types';
import { BigNumber, ContainerRegistrationKeys, Modules, PaymentActions } from '@medusajs/framework/utils';
import { completeCartWorkflowId, processPaymentWorkflow } from '@medusajs/medusa/core-flows';
import { REVIEW_EVENT, REVIEW_SENTENCES, REVIEW_TYPES, type ReviewReason, type TsenaReview } from './review.ts';
import { readSessionData } from './sessionData.ts';

const PROVIDER_ID = 'pp_tsena_tsena';
const LOCK_TIMEOUT_SECONDS = 30;

/** A verified webhook about a session of this shop: what the provider says about it, and what its body says. */
interface Webhook {
  readonly action: WebhookActionResult;
  /** Whether it is about a completed payment in Ariary. */
  readonly isPaid: boolean;
  readonly id: string;
  readonly type: string;
  /** The order reference: the id of a payment session. */
  readonly order: string;
  readonly paymentId: string;
  /** Whole Ariary. */
  readonly amount: string;
}

interface OrderFacts {
  readonly id: string;
  readonly status: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** What is still to be paid. */
  readonly summary: { readonly pending_difference: number };
  /** What is booked as paid or refunded. */
  readonly transactions: readonly { readonly reference_id: string | null }[];
}

interface CartFacts {
  readonly id: string;
  readonly total: number;
  readonly payment_collection: { readonly amount: number };
}

function read(action: WebhookActionResult, id: string, body: unknown): Webhook {
  const { type, data } = body as { type: string; data: { id: string; order: string; amount: string } };
  return {
    action,
    isPaid: action.action === PaymentActions.SUCCESSFUL,
    id,
    type,
    order: data.order,
    paymentId: data.id,
    amount: data.amount,
  };
}

async function findSession(scope: MedusaContainer, id: string): Promise<PaymentSessionDTO | null> {
  const sessions = await scope
    .resolve(Modules.PAYMENT)
    .listPaymentSessions({ id: [id] }, { relations: ['payment', 'payment.captures', 'payment.refunds'] });
  return sessions[0] ?? null;
}

/** What a payment session was made for, of this kind; null if there is none. */
async function findOf<Facts>(
  scope: MedusaContainer,
  entity: 'order' | 'cart',
  { payment_collection_id }: Pick<PaymentSessionDTO, 'payment_collection_id'>,
  fields: string[],
): Promise<Facts | null> {
  const query = scope.resolve(ContainerRegistrationKeys.QUERY);
  const id = `${entity}_id`;
  const { data: links } = await query.graph({
    entity: `${entity}_payment_collection`,
    fields: [id],
    filters: { payment_collection_id },
  });
  const [link] = links as Readonly<Record<string, string>>[];
  if (link === undefined) return null;
  const { data } = await query.graph({ entity, fields, filters: { id: link[id] } });
  return (data as unknown as Facts[])[0] ?? null;
}

/** The order of a payment session; null while its cart is not placed. */
function findOrder(
  scope: MedusaContainer,
  session: Pick<PaymentSessionDTO, 'payment_collection_id'>,
): Promise<OrderFacts | null> {
  return findOf(scope, 'order', session, ['id', 'status', 'metadata', 'summary', 'transactions.reference_id']);
}

/** The cart of a payment session. */
function findCart(scope: MedusaContainer, session: PaymentSessionDTO): Promise<CartFacts | null> {
  return findOf(scope, 'cart', session, ['id', 'total', 'payment_collection.amount']);
}

/**
 * Asks for review once for each webhook: a line in the log, an event that the shop can subscribe to, and a note in the
 * order's metadata.
 */
async function askForReview(
  scope: MedusaContainer,
  { id, order: session, paymentId, amount }: Pick<Webhook, 'id' | 'order' | 'paymentId' | 'amount'>,
  reason: ReviewReason,
  order: OrderFacts | null,
): Promise<void> {
  const key = reason === 'other_environment' ? `tsena_${id}_environment` : `tsena_${id}`;
  if (order?.metadata?.[key] !== undefined) return;
  const text = `${REVIEW_SENTENCES[reason]} (${paymentId}, Ar ${amount})`;
  scope.resolve(ContainerRegistrationKeys.LOGGER).warn(`Tsena: ${order?.id ?? session}: ${text} (${id})`);
  const data: TsenaReview = {
    reason,
    text,
    session_id: session,
    order_id: order?.id ?? null,
    payment_id: paymentId,
    webhook_id: id,
  };
  await scope.resolve(Modules.EVENT_BUS).emit({ name: REVIEW_EVENT, data });
  // Medusa adds the key to the metadata that the order has.
  if (order !== null) await scope.resolve(Modules.ORDER).updateOrders(order.id, { metadata: { [key]: text } });
}

/** Whether an order has all captures of a payment in its transactions. A crash can leave it without. */
function isRecorded({ payment }: PaymentSessionDTO, order: OrderFacts | null): boolean {
  const recorded = new Set(order?.transactions.map(({ reference_id }) => reference_id));
  return (payment?.captures ?? []).every(({ id }) => recorded.has(id));
}

/** What a completed payment does with its session: captures it, nothing (it is captured), or a reason for review. */
function decide(
  { isPaid, paymentId, amount }: Webhook,
  session: PaymentSessionDTO,
  order: OrderFacts | null,
  cart: CartFacts | null,
): 'capture' | 'captured' | ReviewReason {
  const { payment } = session;
  if (payment?.captured_at) {
    if (payment.data?.paymentId !== paymentId) return 'paid_twice';
    if (order === null) return payment.refunds?.length ? 'not_placed' : 'capture';
    return order.status === 'canceled' || isRecorded(session, order) ? 'captured' : 'capture';
  }
  if (order?.status === 'canceled') return 'paid_after_cancellation';
  const due = order?.summary.pending_difference ?? cart?.total ?? null;
  const isDue = due !== null && [due, session.amount].every((one) => new BigNumber(one).numeric === Number(amount));
  const isSame = isPaid && isDue && session.currency_code.toUpperCase() === 'MGA';
  return isSame ? 'capture' : 'amount_differs';
}

/** Makes an order of a session's cart. Medusa asks the provider, which captures the payment. */
async function placeOrder(
  scope: MedusaContainer,
  { payment_collection_id }: PaymentSessionDTO,
  cart: CartFacts | null,
): Promise<void> {
  if (cart === null) throw new Error('The payment session belongs to no cart and no order.');
  // Where the provider refuses a change of a cart, Medusa takes the change back, but can leave the new amount here.
  if (cart.payment_collection.amount !== cart.total) {
    await scope.resolve(Modules.PAYMENT).updatePaymentCollections(payment_collection_id, { amount: cart.total });
  }
  await scope.resolve(Modules.WORKFLOW_ENGINE).run(completeCartWorkflowId, { input: { id: cart.id } });
}

/**
 * Captures the payment of a session, whose cart becomes an order if it is none yet. Each step can be repeated, so that
 * the next delivery continues after a crash. Asks for review if it was captured with another payment of the order.
 *
 * @throws Error if it is not captured at the end. The companion then delivers the event again
 */
async function capture(
  scope: MedusaContainer,
  webhook: Webhook,
  session: PaymentSessionDTO,
  order: OrderFacts | null,
  cart: CartFacts | null,
): Promise<void> {
  if (order === null) {
    try {
      // First, because Medusa refunds a payment that was captured before its cart turned out not to be an order.
      await placeOrder(scope, session, cart);
    } catch (error) {
      await askForReview(scope, webhook, 'not_placed', null);
      throw error;
    }
  }
  await processPaymentWorkflow(scope).run({ input: webhook.action });
  const now = await findSession(scope, webhook.order);
  if (!now?.payment?.captured_at) throw new Error(`The payment of ${webhook.order} is not captured yet.`);
  const placed = await findOrder(scope, now);
  if (!isRecorded(now, placed))
    throw new Error(`The payment of ${webhook.order} is captured, but not yet in the order.`);
  // The provider captures the newest completed payment, which need not be the one of this webhook.
  if (now.payment.data?.paymentId !== webhook.paymentId) await askForReview(scope, webhook, 'paid_twice', placed);
}

async function applyToSession(scope: MedusaContainer, webhook: Webhook): Promise<void> {
  const isCompleted = webhook.type === 'payment.completed';
  const type = REVIEW_TYPES[webhook.type];
  if (!isCompleted && type === undefined) return;
  const session = await findSession(scope, webhook.order);
  if (session === null) return isCompleted ? await askForReview(scope, webhook, 'session_not_found', null) : undefined;
  if (session.provider_id !== PROVIDER_ID) return;
  const order = await findOrder(scope, session);
  if (type !== undefined) {
    // An older event must not replace what is known.
    const isPaid = session.payment?.captured_at && session.payment.data?.paymentId === webhook.paymentId;
    if (!(type === 'unresolved' && isPaid)) await askForReview(scope, webhook, type, order);
    return;
  }
  const cart = order === null ? await findCart(scope, session) : null;
  const decision = decide(webhook, session, order, cart);
  if (decision === 'capture') await capture(scope, webhook, session, order, cart);
  else if (decision !== 'captured') await askForReview(scope, webhook, decision, order);
}

/**
 * Applies a verified webhook. Orders that are not this shop's change nothing.
 *
 * @param action what the provider says about it
 * @param id its webhook-id
 * @param body its parsed body
 * @throws Error if the payment could not be captured. The companion then delivers the event again
 */
export async function applyWebhook(
  scope: MedusaContainer,
  action: WebhookActionResult,
  id: string,
  body: unknown,
): Promise<void> {
  if (action.action === PaymentActions.NOT_SUPPORTED || action.data === undefined) return;
  const webhook = read(action, id, body);
  // One at a time for each session: Medusa's workflow reads what it decides by before it locks the cart.
  const act = () => applyToSession(scope, webhook);
  await scope.resolve(Modules.LOCKING).execute(`tsena:${webhook.order}`, act, { timeout: LOCK_TIMEOUT_SECONDS });
}

/** Points out that a verified webhook belongs to another environment than the shop. */
export async function pointOutEnvironment(scope: MedusaContainer, id: string, body: unknown): Promise<void> {
  const webhook = read({ action: PaymentActions.NOT_SUPPORTED }, id, body);
  const session = await findSession(scope, webhook.order);
  await askForReview(scope, webhook, 'other_environment', session === null ? null : await findOrder(scope, session));
}

/**
 * Says that a person must send the money of a refund that only Medusa knows. The companion's webhook says it of the
 * others.
 */
export async function pointOutRefund(scope: MedusaContainer, payment: string): Promise<void> {
  const { provider_id, data, refunds, payment_collection_id } = await scope
    .resolve(Modules.PAYMENT)
    .retrievePayment(payment, { relations: ['refunds'] });
  if (provider_id !== PROVIDER_ID || data?.companionRefundId !== null) return;
  const refund = refunds?.toSorted(
    (one, other) => Number(new Date(other.created_at ?? 0)) - Number(new Date(one.created_at ?? 0)),
  )[0];
  if (refund === undefined) return;
  const { order, paymentId } = readSessionData(data);
  const about = {
    id: refund.id,
    order,
    paymentId: paymentId ?? payment,
    amount: String(new BigNumber(refund.amount).numeric),
  };
  await askForReview(scope, about, 'refund_not_sent', await findOrder(scope, { payment_collection_id }));
}
