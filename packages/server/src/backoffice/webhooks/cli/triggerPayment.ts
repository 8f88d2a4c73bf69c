import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Ariary, type Msisdn, problemSchema } from '@tsena/shared';
import {
  checkoutSchema,
  type OrderReference,
  type PaymentId,
  type PaymentStatus,
  paymentSchema,
} from '@tsena/shared/checkout';
import axios from 'axios';
import * as z from 'zod/mini';
import { CommandError } from '../../../cli/kit/output.ts';
import type { CommandContext } from '../../../composition/assemble.ts';
import { createOrderTokens } from '../../../core/orders/orderToken.ts';
import { findPayment, webhooksOf } from '../../../core/storage/reads.ts';
import { resolve } from '../../payments/resolve.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { ownCompanionUrl } from './ownCompanion.ts';
import type { SandboxFault, SandboxPortal, SandboxTransaction } from './sandboxPortal.ts';

/** How long a payment may take to end as asked, ms: without callbacks, status checks come after 2 s, 5 s and 10 s. */
const ENDS_WITHIN_MS = 40_000;
/** How long the callback of a payment may take whose reference is submitted then, ms. */
const CALLBACK_WITHIN_MS = 3000;
const READ_EVERY_MS = 100;
const ANSWER_WITHIN_MS = 10_000;
const TOKEN_SECONDS = 300;

/** The webhook types with which a payment of the sandbox can end. */
export const TRIGGERED_TYPES = [
  'payment.completed',
  'payment.failed',
  'payment.unresolved',
  'payment.review_required',
  'order.overpaid',
] as const;

/** Why a triggered payment fails, with the sandbox's name of the error. */
export const TRIGGERED_FAILURES = {
  payment_declined: 'requestDeclined',
  insufficient_funds: 'insufficientFunds',
} as const;

/** The payment to make, and how it ends. */
export interface TriggeredPayment {
  readonly type: (typeof TRIGGERED_TYPES)[number];
  readonly failure: keyof typeof TRIGGERED_FAILURES;
  readonly order: OrderReference;
  readonly amount: Ariary;
}

function faultsOf({ type, failure }: TriggeredPayment): readonly SandboxFault[] {
  switch (type) {
    case 'payment.completed':
    case 'payment.review_required':
      return [];
    case 'payment.failed':
      return [{ on: 'initiate', do: 'business-error', value: TRIGGERED_FAILURES[failure] }];
    case 'payment.unresolved':
    case 'order.overpaid':
      return [{ on: 'initiate', do: 'accept-then-reset' }];
  }
}

/** What {@link triggerPayment} works with. */
type TriggerContext = Pick<CommandContext, 'storage' | 'settings' | 'resolvePayment' | 'viewForMerchant'>;

/**
 * Pays an order in the sandbox, through the running companion, so that the payment ends as asked. The payer's number
 * and the fault rules are this payment's own, and are removed at the end.
 *
 * @param signal ends it early
 * @throws CommandError if the payment cannot be made, or ends otherwise
 */
export async function triggerPayment(
  context: TriggerContext,
  portal: SandboxPortal,
  wanted: TriggeredPayment,
  signal: AbortSignal,
) {
  const shop = await openShop(context, wanted);
  const msisdn = `038${String(randomInt(10_000_000)).padStart(7, '0')}` as Msisdn;
  // The number decides what the details report: a rule would have to stay until the companion reads them.
  await portal.addAccount(msisdn, wanted.amount, wanted.type === 'payment.review_required');
  let faults: readonly string[] = [];
  try {
    faults = await portal.addFaults(msisdn, faultsOf(wanted));
    const payment = await shop.pay(msisdn);
    const begun = { context, portal, wanted, msisdn, shop, payment, signal };
    await finishPayment(begun);
    const { id: event } = await until(begun, () => findEvent(begun));
    return { type: wanted.type, event, payment, order: wanted.order, amount: String(wanted.amount) };
  } finally {
    for (const id of faults) await portal.removeFault(id);
    await portal.removeAccount(msisdn);
  }
}

/** The shop's part: it signs the order, and its page starts the payment. */
async function openShop({ settings, storage }: TriggerContext, { order, amount }: TriggeredPayment) {
  const companionUrl = ownCompanionUrl(settings);
  const orderTokens = createOrderTokens(settings.ORDER_TOKEN_SECRET, storage.clock);
  const orderToken = await orderTokens.mint({ sub: order, amount: String(amount) }, TOKEN_SECONDS);
  const ask = async (method: string, path: string, data?: unknown) =>
    axios
      .request<unknown>({
        ...{ method, url: `${companionUrl}${path}`, data, headers: { Authorization: `Bearer ${orderToken}` } },
        ...{ maxRedirects: 0, timeout: ANSWER_WITHIN_MS, proxy: false, validateStatus: () => true },
      })
      .catch((error: unknown) => {
        const code = axios.isAxiosError(error) ? error.code : undefined;
        throw new CommandError(`The companion does not answer at ${companionUrl} (${code ?? String(error)}).`);
      });
  const checkout = await ask('GET', '/v1/checkout');
  const read = z.safeParse(checkoutSchema, checkout.data);
  if (!read.success) throw new CommandError(`The companion at ${companionUrl} refused it: ${problemOf(checkout)}`);
  if (read.data.environment !== 'sandbox')
    throw new CommandError(`The companion at ${companionUrl} is in production, where real money moves.`);
  return {
    /** @throws CommandError if the order has a payment already, or gets none */
    async pay(msisdn: Msisdn): Promise<PaymentId> {
      const answer = await ask('POST', '/v1/payments', { orderToken, msisdn });
      const payment = z.safeParse(paymentSchema, answer.data);
      if (!payment.success) throw new CommandError(`The companion refused the payment: ${problemOf(answer)}`);
      if (answer.status !== 201)
        throw new CommandError(
          `The order ${order} has a payment already: ${payment.data.id}, ${payment.data.status}. Take another order.`,
        );
      return payment.data.id;
    },
    submitReference: (id: PaymentId, transactionReference: string) =>
      ask('POST', `/v1/payments/${id}/reference`, { transactionReference }),
  };
}

/** The cause, in English: `detail` is the payer's sentence. */
function problemOf({ status, data }: { readonly status: number; readonly data: unknown }): string {
  const problem = z.safeParse(problemSchema, data);
  return problem.success ? `${problem.data.title} (${problem.data.code})` : `it answered ${status}.`;
}

interface Begun {
  readonly context: TriggerContext;
  readonly portal: SandboxPortal;
  readonly wanted: TriggeredPayment;
  readonly msisdn: Msisdn;
  readonly shop: Awaited<ReturnType<typeof openShop>>;
  readonly payment: PaymentId;
  readonly signal: AbortSignal;
}

/** Does what the payer does in the sandbox, and for an overpaid order the merchant. */
async function finishPayment(begun: Begun): Promise<void> {
  const { context, portal, wanted, msisdn, shop, payment } = begun;
  const { type, order } = wanted;
  if (type === 'payment.failed' || type === 'payment.unresolved') return;
  const first = await newestTransaction(begun);
  if (type !== 'order.overpaid') {
    await portal.approve(first);
    return;
  }
  // The shop takes the lost payment for one that brought no money, and the payer pays again.
  await until(begun, () => hasStatus(context, payment, 'unresolved'));
  const resolution = { resolution: 'not_received', reason: `tsena trigger ${type} --order ${order}` } as const;
  await resolve(context, payment, { ...resolution, replaces: null }, ON_COMMAND_LINE, 'en');
  const second = await shop.pay(msisdn);
  await portal.approve(await newestTransaction(begun, first));
  await until(begun, () => hasStatus(context, second, 'completed'));
  await portal.approve(first);
  // Without a callback, the payer types the reference.
  if ((await within(CALLBACK_WITHIN_MS, begun, () => hasStatus(context, payment, 'completed'))) !== undefined) return;
  const { transactionReference } = (await portal.transactionsOf(msisdn)).at(-1) ?? first;
  if (transactionReference !== null) await shop.submitReference(payment, transactionReference);
}

/** The newest transaction of the number, once there is one that is not this one. */
function newestTransaction(begun: Begun, other?: SandboxTransaction): Promise<SandboxTransaction> {
  return until(begun, async () => {
    const [newest] = await begun.portal.transactionsOf(begun.msisdn);
    return newest?.serverCorrelationId === other?.serverCorrelationId ? undefined : newest;
  });
}

/** Reads until there is something; undefined if nothing comes in time, or the payment has failed. */
async function within<Found>(ms: number, begun: Begun, read: () => Promise<Found | undefined>) {
  const { context, payment, signal } = begun;
  for (const end = performance.now() + ms; performance.now() < end; ) {
    // Before what was read leads to the next step: after Ctrl-C, no payment is approved.
    if (signal.aborted) throw new CommandError('Interrupted. The fault rules are removed.');
    const hasFailed = (await statusOf(context, payment)) === 'failed';
    const found = await read();
    if (found !== undefined || hasFailed) return found;
    await sleep(READ_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
}

/** @throws CommandError if nothing comes in time */
async function until<Found>(begun: Begun, read: () => Promise<Found | undefined>): Promise<Found> {
  const found = await within(ENDS_WITHIN_MS, begun, read);
  if (found !== undefined) return found;
  const status = await statusOf(begun.context, begun.payment);
  throw new CommandError(
    status === undefined
      ? `The companion that made the payment ${begun.payment} works on another database than this folder’s.`
      : `The payment ${begun.payment} is ${status}, and did not end as asked. Rules under Faults in the sandbox’s portal come before those of this command.`,
  );
}

async function statusOf({ storage }: TriggerContext, id: PaymentId): Promise<PaymentStatus | undefined> {
  return (await findPayment(storage.store.db, id))?.status;
}

async function hasStatus(context: TriggerContext, id: PaymentId, status: PaymentStatus): Promise<true | undefined> {
  return (await statusOf(context, id)) === status ? true : undefined;
}

/** The event of the payment itself: its order can have older ones of the type. */
async function findEvent({ context, wanted, payment }: Begun) {
  return (await webhooksOf(context.storage.store.db, payment)).find(({ type }) => type === wanted.type);
}
