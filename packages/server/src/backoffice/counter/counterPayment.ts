import { type Ariary, type Language, type Msisdn, maskMsisdn } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { COUNTER_ORDER_PREFIX, type CounterPaymentToStart } from '@tsena/shared/merchant';
import { createOrderSuffix } from '../../core/orders/orderSuffix.ts';
import type { AttemptOnceResult, OpenOnce } from '../../core/storage/attempts.ts';
import { findPayment } from '../../core/storage/reads.ts';
import type { Storage } from '../../core/storage/storage.ts';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { Actor } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { ProblemError } from '../../input/problemError.ts';
import { type AuditRecord, recordAudit } from '../shared/auditLog.ts';
import { createOnce, type IdempotentRequest } from '../shared/idempotencyKeys.ts';

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
export type CounterContext = Pick<HttpContext, 'storage' | 'initiateOnce'>;

/**
 * Starts a payment at the counter by the use case of every payment. Its Idempotency-Key is written in the transaction
 * that opens it, so that after a crash at any moment the same request finds the payment, or there is none and nothing
 * was sent. The limits count no address, for all customers of a shop pay from one, but a key of the counter.
 */
export function startCounterPayment(
  { storage, initiateOnce }: CounterContext,
  { body, msisdn, language, isSeller, by, idempotency, addressHash, requestId }: CounterPaymentRequest,
): Promise<AttemptOnceResult> {
  const { amount, description, order = `${COUNTER_ORDER_PREFIX}${createOrderSuffix()}` as OrderReference } = body;
  const claims = {
    sub: order,
    amount,
    currency: 'MGA' as const,
    ...(description === undefined ? {} : { description }),
  };
  // A hash of the number itself would let somebody find it by trying all numbers, also after it was erased.
  const keyed = { ...idempotency, endpoint: 'payments', body: { ...body, msisdn: maskMsisdn(msisdn) } };
  const required = isSeller && body.order !== undefined ? { order: body.order, amount } : null;
  const once = openOnce(storage, by, msisdn, keyed, (trx) => isCounterOrder(storage, trx, required));
  return initiateOnce({ claims, msisdn, language, addressHash, by: by.name, requestId }, once);
}

const KEY_REUSED = { kind: 'refused', code: 'idempotency_key_reused' } as const;

/**
 * Whether an order is an earlier counter payment's, with this amount. A seller gets no other one: a shop's order could be
 * taken with another amount, and the shop would get a signed `payment.completed`. No other order is read, so that the
 * answer shows nothing of it, not even by its time.
 *
 * @param required null: any order is allowed
 */
async function isCounterOrder(
  { store }: Storage,
  trx: Trx,
  required: { readonly order: OrderReference; readonly amount: Ariary } | null,
): Promise<boolean> {
  if (required === null) return true;
  const { order, amount } = required;
  const found =
    order.startsWith(COUNTER_ORDER_PREFIX) &&
    (await trx
      .selectFrom('orders')
      .select('reference')
      .where('reference', '=', order)
      .where('amount', '=', amount)
      .$if(store.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst());
  return Boolean(found);
}

/**
 * Keeps with the key which payment the request led to: the one that it opened, or the order's own one. A refusal is not
 * kept.
 */
function openOnce(
  storage: Storage,
  by: Doer,
  msisdn: Msisdn,
  request: IdempotentRequest,
  isAllowed: (trx: Trx) => Promise<boolean>,
): OpenOnce {
  return async (trx, open) => {
    let opening: AttemptOnceResult | undefined;
    const id = await createOnce(storage, trx, request, async () => {
      const opened = (await isAllowed(trx)) ? await open() : ({ kind: 'refused', code: 'order_taken' } as const);
      opening = opened;
      if (opened.kind === 'opened') await recordAudit(storage, trx, by, auditOf(opened.payment));
      return opened.kind === 'opened' || opened.kind === 'exists' ? opened.payment.id : undefined;
    });
    if (opening !== undefined) return opening;
    if (id instanceof ProblemError) return KEY_REUSED;
    const payment = id && (await findPayment(trx, id));
    if (payment === undefined) throw new TypeError('The payment of an Idempotency-Key is gone.');
    const isOther = payment.msisdn !== null && payment.msisdn !== msisdn && payment.payer === maskMsisdn(msisdn);
    return isOther ? KEY_REUSED : { kind: 'repeated', payment };
  };
}

function auditOf({ id, order_reference, amount }: StoredPayment): AuditRecord {
  return { action: 'counter_payment', subject: id, changes: { order: order_reference, amount: String(amount) } };
}
