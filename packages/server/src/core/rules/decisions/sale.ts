import { MIN_AMOUNT, type Msisdn } from '@tsena/shared';
import type { ReferenceFault, ReferenceVerdict } from '@tsena/shared/merchant';
import { type Decision, type Moment, nothing, type State } from '../decision.ts';
import { type ReceivedMoney, readUse } from '../judgeReference.ts';
import { isCreatedWithin } from '../verifyDetails.ts';
import { complete, receivedTransaction } from './completion.ts';

/** How old money that was sent by hand may be when the counter takes it, ms. */
const MAX_AGE_MS = 24 * 60 * 60_000;

/** Whether a sale can take money: it is recent, and not below the smallest amount of a payment. */
export function isSellableMoney(money: ReceivedMoney, moment: Pick<Moment, 'now'>): boolean {
  return money.amount >= MIN_AMOUNT && isRecentMoney(money, moment);
}

/** Whether money is recent enough for a sale: without a readable time, it is not. */
function isRecentMoney({ details }: ReceivedMoney, { now }: Pick<Moment, 'now'>): boolean {
  return isCreatedWithin(details, MAX_AGE_MS, now);
}

/** The counter takes money that the customer has sent by hand. */
export interface SaleInput {
  /** In the spelling in which the operator was asked. */
  readonly reference: string;
  readonly money: ReceivedMoney;
  /** The name of the merchant key. */
  readonly by: string;
  readonly partnerMsisdn: Msisdn;
}

/** Why the counter did not take it. */
export interface SaleRefusal {
  readonly verdict: ReferenceVerdict;
  readonly reason: ReferenceFault;
}

/**
 * Completes a payment that was opened for money which was sent by hand, if nothing else has it, it is the payment’s
 * amount, and it is at most 24 hours old.
 */
export function decideSale(
  state: State,
  { reference, money, by, partnerMsisdn }: SaleInput,
  moment: Moment,
): Decision<'completed' | SaleRefusal> {
  const { payment, attempts, takenBy, candidates } = state;
  const { verdict } = readUse(money, { paid: takenBy.get(reference), ...candidates }, partnerMsisdn);
  const refused = (reason: ReferenceFault) => nothing({ verdict, reason });
  if (verdict !== 'unused') return refused('verdict');
  // An order of its own, which was opened in this transaction.
  if (payment.method !== 'reference' || payment.status !== 'created' || attempts.length > 1) return refused('order');
  if (payment.amount !== money.amount || payment.msisdn !== money.msisdn) return refused('amount');
  if (!isRecentMoney(money, moment)) return refused('time');
  const { details } = money;
  const transaction = receivedTransaction(reference, money);
  return { changes: complete(state, { transaction, details, by }, moment.now), outcome: 'completed' };
}
