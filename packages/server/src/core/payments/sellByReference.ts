import { randomBytes, randomUUID } from 'node:crypto';
import type { Ariary, Language } from '@tsena/shared';
import type { OrderReference, PaymentId } from '@tsena/shared/checkout';
import type { StoredPayment } from '../../database/schema.ts';
import type { Trx } from '../../database/transaction.ts';
import type { SaleInput, SaleRefusal } from '../rules/decisions/sale.ts';
import { readUse } from '../rules/judgeReference.ts';
import { deleteSale, insertOrder, insertSale } from '../storage/attempts.ts';
import { findByKey, type IdempotentRequest, keepWithKey, takeKey } from '../storage/idempotencyKeys.ts';
import { lockMoney } from '../storage/locks.ts';
import { findPayment } from '../storage/reads.ts';
import { newPaymentId } from '../storage/storage.ts';
import { readTransactionUse } from '../storage/transactionUse.ts';
import type { WrittenChange } from '../storage/writeDecision.ts';
import { applyWithin } from './applyDecision.ts';
import { askAboutReference, type CheckReferenceOptions } from './checkReference.ts';
import type { PaymentChanges } from './paymentChanges.ts';
import type { AtStep } from './steps.ts';

/** What {@link sellByReference} takes. */
export interface SellOptions extends CheckReferenceOptions {
  readonly changes: PaymentChanges;
  readonly at: AtStep;
}

/** A sale for which the customer has sent the money by hand. */
export interface SaleRequest {
  /** A new order of the counter. */
  readonly order: OrderReference;
  readonly amount: Ariary;
  readonly description: string | null;
  /** As `readTransactionReference` gives it. */
  readonly transactionReference: string;
  /** Of the payer. */
  readonly language: Language;
  /** The name of the merchant key. */
  readonly by: string;
  readonly idempotency: IdempotentRequest;
  /** Writes something else in the transaction that writes the payment. */
  alongside(trx: Trx, sold: StoredPayment): Promise<void>;
}

/** Whether the sale is paid. `repeated`: an earlier request with this Idempotency-Key has led to the payment. */
export type SaleResult =
  | { readonly kind: 'sold' | 'repeated'; readonly payment: StoredPayment }
  | { readonly kind: 'key_reused' }
  | ({ readonly kind: 'not_matched' } & SaleRefusal);

/** What the transaction of a sale has led to. */
type Written = SaleResult & { readonly written: readonly WrittenChange[] };

/**
 * Takes money that the customer has sent by hand as the payment of a new order. The operator is asked first. Then one
 * transaction takes the reference and writes the payment, or nothing: of two sales with one transaction, the second
 * finds it used, on any instance, in any spelling.
 */
export async function sellByReference(options: SellOptions, request: SaleRequest): Promise<SaleResult> {
  const { storage, changes, at } = options;
  // A repeated request gets its payment also when the operator does not answer.
  const earlier = await findByKey(storage.store.db, request.idempotency);
  if (earlier !== undefined) return repeat(options, earlier);
  const { reference, reading } = await askAboutReference(options, request.transactionReference);
  at('reference read');
  if (reading.kind === 'other') return { kind: 'not_matched', verdict: reading.verdict, reason: 'verdict' };
  const { by } = request;
  const input = { reference, money: reading.money, by, partnerMsisdn: options.partnerMsisdn };
  const { written, ...result } = await storage.store.transact((trx) => sellWithin(options, trx, request, input));
  at('sale written');
  changes.announce(written);
  return result;
}

async function repeat(
  { storage }: SellOptions,
  earlier: 'reused' | { readonly id: string },
  db = storage.store.db,
): Promise<SaleResult> {
  if (earlier === 'reused') return { kind: 'key_reused' };
  const payment = await findPayment(db, earlier.id as PaymentId);
  if (payment === undefined) throw new TypeError('The payment of an Idempotency-Key is gone.');
  return { kind: 'repeated', payment };
}

async function sellWithin(options: SellOptions, trx: Trx, request: SaleRequest, input: SaleInput): Promise<Written> {
  const { storage } = options;
  const { idempotency } = request;
  const taken = await takeKey(storage, trx, idempotency);
  if (taken !== 'new') return { ...(await repeat(options, taken, trx)), written: [] };
  const sale = await writeSale(options, trx, request, input);
  await keepWithKey(trx, idempotency, sale.kind === 'sold' ? sale.payment.id : undefined);
  options.at('sale decided');
  return sale;
}

async function writeSale(
  { storage, partnerMsisdn }: SellOptions,
  trx: Trx,
  request: SaleRequest,
  input: SaleInput,
): Promise<Written> {
  const { order, amount } = request;
  const { money } = input;
  await lockMoney(storage, trx, money);
  const isNew = await insertOrder(trx, order, amount, storage.clock.now());
  if (!isNew) {
    const use = await readTransactionUse(trx, input.reference, money);
    const { verdict } = readUse(money, use, partnerMsisdn);
    return { kind: 'not_matched', verdict, reason: verdict === 'unused' ? 'order' : 'verdict', written: [] };
  }
  const id = newPaymentId();
  const ids = { id, correlation_id: randomUUID(), reference: randomBytes(15).toString('hex'), callback_hash: null };
  await insertSale({ storage, partnerMsisdn }, trx, ids, { ...request, msisdn: money.msisdn });
  const applied = await applyWithin(storage, trx, id, { kind: 'sale', ...input });
  if (applied === undefined) throw new TypeError('The payment of a sale is gone.');
  const { outcome, payment, written } = applied;
  if (outcome === 'completed') {
    await request.alongside(trx, payment);
    return { kind: 'sold', payment, written };
  }
  // Nothing of a sale that is not paid stays.
  await deleteSale(trx, id, order);
  return { kind: 'not_matched', ...outcome, written: [] };
}
