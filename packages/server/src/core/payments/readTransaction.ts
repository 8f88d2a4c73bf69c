import { type Msisdn, sameMsisdn } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { type DetailsResponse, valueUnder } from '@tsena/shared/operator';
import type { Operator } from '../operator/client.ts';
import type { Unavailable } from '../rules/operatorAnswers.ts';
import { findPaymentOfTransaction } from '../storage/reads.ts';
import type { Storage } from '../storage/storage.ts';
import { readTyped } from './readTyped.ts';

/** What {@link readTransaction} takes. */
export interface ReadTransactionOptions {
  readonly storage: Storage;
  readonly operator: Pick<Operator, 'merchant'>;
  readonly partnerMsisdn: Msisdn;
}

/**
 * A transaction of the merchant, by the reference by which the operator knows it, with its payment; or why there is
 * none.
 */
export type TransactionResult =
  | {
      readonly kind: 'found';
      readonly reference: string;
      readonly details: DetailsResponse;
      readonly paymentId: PaymentId | null;
    }
  /** The operator has no such transaction, or the merchant is not a party of it: an answer does not say which. */
  | { readonly kind: 'absent' }
  | Unavailable;

/**
 * Reads the operator's details of a transaction of the merchant (section 4.4). It changes nothing. Transactions of
 * others are absent, although the operator may show them.
 *
 * @param transactionReference as `readTransactionReference` gives it
 */
export async function readTransaction(
  { storage, operator, partnerMsisdn }: ReadTransactionOptions,
  transactionReference: string,
): Promise<TransactionResult> {
  const { reference, answer } = await readTyped(storage.store.db, operator.merchant, transactionReference, null);
  if (answer.kind === 'unavailable') return answer;
  if (answer.kind === 'absent' || !isParty(answer.details, partnerMsisdn)) return { kind: 'absent' };
  const correlationId = valueUnder(answer.details.metadata, 'XCorrelationId');
  const paymentId = await findPaymentOfTransaction(storage.store.db, reference, correlationId);
  return { kind: 'found', reference, details: answer.details, paymentId: paymentId ?? null };
}

function isParty({ debitParty, creditParty }: DetailsResponse, msisdn: Msisdn): boolean {
  const numbers = [debitParty, creditParty].map((party) => valueUnder(party, 'msisdn'));
  return numbers.some((number) => number !== undefined && sameMsisdn(number, msisdn));
}
