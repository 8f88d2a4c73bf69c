import { type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { COUNTER_ORDER_PREFIX, type CounterPaymentToStart } from '@tsena/shared/merchant';
import { createOrderSuffix } from '../../core/orders/orderSuffix.ts';
import { type OpeningResult, ORDER_TAKEN } from '../../core/payments/openAttempt.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Actor } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { type AuditRecord, recordAudit } from '../shared/auditLog.ts';

/** Who takes which payment at the counter. */
export interface CounterPaymentRequest extends Required<Actor> {
  readonly body: CounterPaymentToStart;
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
      sub: order ?? (`${COUNTER_ORDER_PREFIX}${createOrderSuffix()}` as OrderReference),
      amount,
      currency: 'MGA',
      ...(description === undefined ? {} : { description }),
    },
    msisdn,
    language,
    addressHash,
    by: by.name,
    // A hash of the number itself would let somebody find it by trying all numbers, also after it was erased.
    idempotency: { ...idempotency, endpoint: 'payments', body: { ...body, msisdn: maskMsisdn(msisdn) } },
    isAnotherTry,
    alongside: (trx, opened) => recordAudit(storage, trx, by, auditOf(opened)),
    requestId,
  });
}

function auditOf({ id, order_reference, amount }: StoredPayment): AuditRecord {
  return { action: 'counter_payment', subject: id, changes: { order: order_reference, amount: String(amount) } };
}
