import type { Msisdn } from '@tsena/shared';
import type { ReferenceVerdict } from '@tsena/shared/merchant';
import { waitWithin } from '../../time/waitWithin.ts';
import type { Operator } from '../operator/client.ts';
import { acceptsFromPayer } from '../rules/decisions/reference.ts';
import { isSellableMoney } from '../rules/decisions/sale.ts';
import { type AnswerReading, type ReceivedMoney, readAnswer, readUse } from '../rules/judgeReference.ts';
import type { StoredPayment } from '../rules/payment.ts';
import { createdAtOf } from '../rules/verifyDetails.ts';
import { findPayment } from '../storage/reads.ts';
import { momentOf, type Storage } from '../storage/storage.ts';
import { readTransactionUse } from '../storage/transactionUse.ts';
import { readTyped } from './readTyped.ts';

/** How long a person waits for the operator, ms. */
const ANSWER_WITHIN_MS = 8000;

/** What {@link checkReference} takes. */
export interface CheckReferenceOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'merchant'>;
  readonly partnerMsisdn: Msisdn;
  /** After which a pending payment takes a reference from its payer too, ms. */
  readonly cooldownMs: number;
}

/** The operator's answer about a reference that a person has typed. */
export interface AnsweredReference {
  /** In the spelling in which the operator was asked. */
  readonly reference: string;
  readonly reading: AnswerReading;
}

/** What is known about a reference. */
export type CheckedReference = { readonly reference: string } & (
  | { readonly verdict: Exclude<ReferenceVerdict, 'used' | 'unused'> }
  | {
      readonly verdict: 'unused';
      readonly money: ReceivedMoney;
      /** When the operator created the transaction, ms since 1970; null if its details give no time. */
      readonly createdAt: number | null;
      /** Whether the counter can take it for a sale. */
      readonly canSell: boolean;
    }
  | {
      readonly verdict: 'used';
      readonly money: ReceivedMoney;
      readonly createdAt: number | null;
      /** The payment that it has paid, or may pay. */
      readonly payment: StoredPayment;
      /** Whether the merchant can complete it with this reference. */
      readonly canComplete: boolean;
      /** Whether the payer, and the counter, can do so now. */
      readonly canPayerComplete: boolean;
    }
);

/**
 * Asks the operator about a reference that a person has typed. It does not throw, and waits eight seconds: without an
 * answer, nothing is known.
 *
 * @param transactionReference as `readTransactionReference` gives it
 */
export async function askAboutReference(
  { storage, operator, partnerMsisdn }: Omit<CheckReferenceOptions, 'cooldownMs'>,
  transactionReference: string,
): Promise<AnsweredReference> {
  const asked = readTyped(storage.store.db, operator.merchant, transactionReference, null);
  const typed = await waitWithin(asked, ANSWER_WITHIN_MS);
  if (typed === undefined) {
    return { reference: transactionReference, reading: { kind: 'other', verdict: 'unavailable' } };
  }
  return { reference: typed.reference, reading: readAnswer(typed.answer, partnerMsisdn) };
}

/**
 * Checks whether a reference is money that the merchant received and nothing was sold for. It changes nothing.
 *
 * @param transactionReference as `readTransactionReference` gives it
 */
export async function checkReference(
  options: CheckReferenceOptions,
  transactionReference: string,
): Promise<CheckedReference> {
  const { storage, partnerMsisdn, cooldownMs } = options;
  const { reference, reading } = await askAboutReference(options, transactionReference);
  if (reading.kind === 'other') return { reference, verdict: reading.verdict };
  const { money } = reading;
  const { db } = storage.store;
  const use = readUse(money, await readTransactionUse(db, reference, money), partnerMsisdn);
  const createdAt = createdAtOf(money.details, storage.clock.now());
  if (use.verdict === 'unused') {
    return { reference, verdict: 'unused', money, createdAt, canSell: isSellableMoney(money, momentOf(storage)) };
  }
  const payment = await findPayment(db, use.payment.id);
  if (payment === undefined) throw new TypeError('A payment is gone.');
  const { canComplete } = use;
  const input = { reference, answer: { kind: 'details', details: money.details }, partnerMsisdn, cooldownMs } as const;
  const canPayerComplete = canComplete && acceptsFromPayer(payment, input, momentOf(storage));
  return { reference, verdict: 'used', money, createdAt, payment, canComplete, canPayerComplete };
}
