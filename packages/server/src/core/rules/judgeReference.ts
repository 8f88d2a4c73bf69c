import { type Ariary, isAmount, type Msisdn, maskMsisdn, readParty, sameMsisdn } from '@tsena/shared';
import type { ReferenceVerdict } from '@tsena/shared/merchant';
import { type DetailsResponse, valueUnder } from '@tsena/shared/operator';
import type { Candidates, PaidOwner } from './decision.ts';
import type { DetailsOutcome } from './operatorAnswers.ts';
import type { StoredPayment } from './payment.ts';
import { readingsOf, sentBetween, stateOf, verifyDetails } from './verifyDetails.ts';

/** Money that the merchant received, as the operator's details say: completed, and not paid by the merchant. */
export interface ReceivedMoney {
  readonly details: DetailsResponse;
  readonly amount: Ariary;
  readonly msisdn: Msisdn;
  /** The masked number. */
  readonly payer: string;
}

/** What the operator's answer about a reference says by itself. */
export type AnswerReading =
  | { readonly kind: 'received'; readonly money: ReceivedMoney }
  | { readonly kind: 'other'; readonly verdict: Exclude<ReferenceVerdict, 'used' | 'unused'> };

/** Payments of ours that a transaction has paid, or to which it may belong. */
export interface TransactionUse extends Candidates {
  readonly paid: PaidOwner | undefined;
}

/** What a transaction that the merchant received was used for. `payment`: the one that it has paid, or may pay. */
export type UseReading =
  | { readonly verdict: 'unused' }
  | {
      readonly verdict: 'used';
      readonly payment: Pick<StoredPayment, 'id' | 'order_reference'>;
      /** Whether it can complete the payment: that is open, and its payer, amount and time fit. */
      readonly canComplete: boolean;
    };

/** Reads the operator's answer about a reference. What cannot be read is `unavailable`, never money. */
export function readAnswer(answer: DetailsOutcome, partnerMsisdn: Msisdn): AnswerReading {
  if (answer.kind === 'unavailable') return other('unavailable');
  if (answer.kind === 'absent') return other('unknown');
  const { details } = answer;
  const debit = valueUnder(details.debitParty, 'msisdn');
  const credit = valueUnder(details.creditParty, 'msisdn');
  if (debit !== undefined && sameMsisdn(debit, partnerMsisdn)) return other('outgoing');
  if (credit === undefined) return other('unavailable');
  if (!sameMsisdn(credit, partnerMsisdn)) return other('other_account');
  if (!saysCompleted(details)) return other('not_completed');
  const msisdn = debit === undefined ? undefined : readParty(debit);
  const amount = readAmount(details);
  if (msisdn === undefined || amount === undefined) return other('unavailable');
  return {
    kind: 'received',
    money: { details, amount, msisdn, payer: maskMsisdn(msisdn) },
  };
}

function other(verdict: Exclude<ReferenceVerdict, 'used' | 'unused'>): AnswerReading {
  return { kind: 'other', verdict };
}

/** If the status and the result contradict each other, it is not completed for certain. */
function saysCompleted(details: DetailsResponse): boolean {
  const isCompleted = stateOf(details) === 'completed';
  return isCompleted && stateOf({ ...details, transactionStatus: undefined }) !== 'failed';
}

/** Whole Ariary; undefined for another currency, decimals, and what is no amount. */
function readAmount({ amount, currency }: DetailsResponse): Ariary | undefined {
  const whole = Number.parseInt(amount ?? '', 10);
  const isWhole = amount !== undefined && whole > 0 && isAmount(amount, whole as Ariary);
  return isWhole && currency?.toLowerCase() === 'ar' ? (whole as Ariary) : undefined;
}

/**
 * Reads what a transaction was used for. It is not unused while a payment without a result may be paid by it: that one
 * is named.
 */
export function readUse({ details }: ReceivedMoney, use: TransactionUse, partnerMsisdn: Msisdn): UseReading {
  const { paid, named, open } = use;
  if (paid !== undefined) return { verdict: 'used', payment: paid, canComplete: false };
  const fitting = open.find((payment) => mayPay(details, payment, partnerMsisdn));
  const payment = fitting ?? named;
  if (payment === undefined) return { verdict: 'unused' };
  const canComplete = payment === fitting && verifyDetails(details, payment, partnerMsisdn).kind === 'match';
  return { verdict: 'used', payment, canComplete };
}

/** Without a readable time, it may pay any payment without a result of its payer and amount. */
function mayPay(details: DetailsResponse, payment: StoredPayment, partnerMsisdn: Msisdn): boolean {
  const isInTime = readingsOf(details).length === 0 || sentBetween(details, payment) !== undefined;
  return isInTime && verifyDetails(details, payment, partnerMsisdn).kind !== 'mismatch';
}
