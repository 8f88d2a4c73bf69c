import { type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { COUNTER_ORDER_PREFIX, type CounterPaymentToStart } from '@tsena/shared/merchant';
import { createOrderSuffix } from '../../core/orders/orderSuffix.ts';
import { type OpeningResult, ORDER_TAKEN } from '../../core/payments/openAttempt.ts';
import type { SaleRefusal } from '../../core/rules/decisions/sale.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Actor } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { ProblemError } from '../../input/problemError.ts';
import { type AuditRecord, recordAudit } from '../shared/auditLog.ts';
import { recordCheck } from '../shared/referenceChecks.ts';

/** Who takes which payment at the counter. */
export interface CounterPaymentRequest extends Required<Actor> {
  readonly body: Extract<CounterPaymentToStart, { msisdn: string }>;
  readonly msisdn: Msisdn;
  /** Of the payer. */
  readonly language: Language;
  /** Whether a key of the counter asks. It may try only a counter payment again. */
  readonly isSeller: boolean;
  /**
   * For whom LIMIT_PER_LINK counts: a key of the counter, because a lost phone must not send prompts to any number;
   * null: nobody.
   */
  readonly addressHash: string | null;
  readonly requestId: string | undefined;
}

/** What {@link startCounterPayment} takes of the companion. */
export type CounterContext = Pick<HttpContext, 'storage' | 'initiate'>;

/**
 * Starts a payment at the counter by the use case of every payment. The limits count no address, for all customers of a
 * shop pay from one, but a key of the counter.
 *
 * A seller gets no order but an earlier counter payment's, with its amount: a shop's order could be taken with another
 * amount, and the shop would get a signed `payment.completed`. No other order is read, so that the answer shows nothing
 * of it, not even by its time.
 */
export async function startCounterPayment(
  { storage, initiate }: CounterContext,
  { body, msisdn, language, isSeller, by, idempotency, addressHash, requestId }: CounterPaymentRequest,
): Promise<OpeningResult> {
  const { amount, description, order } = body;
  const isAnotherTry = isSeller && order !== undefined;
  if (isAnotherTry && !order.startsWith(COUNTER_ORDER_PREFIX)) return ORDER_TAKEN;
  return initiate({
    claims: {
      sub: order ?? newCounterOrder(),
      amount,
      currency: 'MGA',
      ...(description === undefined ? {} : { description }),
    },
    msisdn,
    language,
    addressHash,
    // The counter's page asks the seller.
    askedAbout: 'all',
    by: by.name,
    // A hash of the number itself would let somebody find it by trying all numbers, also after it was erased.
    idempotency: { ...idempotency, endpoint: 'payments', body: { ...body, msisdn: maskMsisdn(msisdn) } },
    isAnotherTry,
    alongside: (trx, opened) => recordAudit(storage, trx, by, auditOf(opened)),
    requestId,
  });
}

/** Who takes money that the customer has sent by hand. */
export interface CounterSaleRequest extends Required<Actor> {
  readonly body: Extract<CounterPaymentToStart, { transactionReference: string }>;
  /** Of the payer. */
  readonly language: Language;
  /** Whether a key of the counter asks. It names no order. */
  readonly isSeller: boolean;
}

/** What {@link sellAtCounter} takes of the companion. */
export type SaleContext = Pick<HttpContext, 'storage' | 'checkReference' | 'sellByReference'>;

/**
 * Takes money that the customer has sent by hand as the payment of a new order of the counter. An order of a shop is
 * never paid so: the reference says nothing about it.
 *
 * @throws ProblemError if no payment was made
 */
export async function sellAtCounter(
  { storage, checkReference, sellByReference }: SaleContext,
  { body, language, isSeller, by, idempotency }: CounterSaleRequest,
): Promise<StoredPayment> {
  const { amount, description, order, transactionReference } = body;
  if (isSeller && order !== undefined) throw new ProblemError('order_taken');
  if (order !== undefined && !order.startsWith(COUNTER_ORDER_PREFIX)) {
    const { verdict } = await checkReference(transactionReference);
    throw await refuse({ verdict, reason: 'order' });
  }
  const result = await sellByReference({
    order: order ?? newCounterOrder(),
    amount,
    description: description ?? null,
    transactionReference,
    language,
    by: by.name,
    idempotency: { ...idempotency, endpoint: 'payments', body },
    alongside: (trx, sold) => recordAudit(storage, trx, by, auditOf(sold)),
  });
  if (result.kind === 'key_reused') throw new ProblemError('idempotency_key_reused');
  if (result.kind !== 'not_matched') return result.payment;
  throw await refuse(result);

  /** Who is refused has checked the reference. */
  async function refuse({ verdict, reason }: SaleRefusal): Promise<ProblemError> {
    await recordCheck(storage, by, { reference: transactionReference, verdict });
    return new ProblemError('reference_not_matched', { members: { verdict, reason } });
  }
}

function newCounterOrder(): OrderReference {
  return `${COUNTER_ORDER_PREFIX}${createOrderSuffix()}` as OrderReference;
}

function auditOf({ id, order_reference, amount, method }: StoredPayment): AuditRecord {
  return {
    action: 'counter_payment',
    subject: id,
    changes: { order: order_reference, amount: String(amount), method },
  };
}
