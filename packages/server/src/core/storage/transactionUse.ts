import { foldReference } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { valueUnder } from '@tsena/shared/operator';
import type { StoredPayment } from '../../database/schema.ts';
import type { Candidates } from '../rules/decision.ts';
import { receivedTransaction } from '../rules/decisions/completion.ts';
import type { ReceivedMoney, TransactionUse } from '../rules/judgeReference.ts';
import type { Reader } from './reads.ts';
import { findPaidBy, isOfSamePayer } from './sameTransaction.ts';

/** In these statuses a payment has no result, and its initiation may have reached the operator. */
const WITHOUT_RESULT = ['sending', 'pending', 'unresolved'] as const;

/** Reads what money that the merchant received has paid, or may belong to. */
export async function readTransactionUse(db: Reader, reference: string, money: ReceivedMoney): Promise<TransactionUse> {
  // In this order: a payment that completes meanwhile was open, or has paid.
  const candidates = await readCandidates(db, null, reference, money);
  return { ...candidates, paid: await findPaidBy(db, { ...money, id: null }, receivedTransaction(reference, money)) };
}

/**
 * Reads the payments to which money that the merchant received may belong.
 *
 * @param id a payment that is none of them; null for none
 */
export async function readCandidates(
  db: Reader,
  id: PaymentId | null,
  reference: string,
  money: ReceivedMoney,
): Promise<Candidates> {
  const correlationId = valueUnder(money.details.metadata, 'XCorrelationId');
  const others = () => db.selectFrom('payments').selectAll().where('id', 'is distinct from', id);
  const [corresponding, differing, open] = await Promise.all([
    correlationId === undefined
      ? undefined
      : others().where('correlation_id', 'in', [correlationId, correlationId.toLowerCase()]).executeTakeFirst(),
    others().where('named_fold', '=', foldReference(reference)).executeTakeFirst(),
    readOpen(),
  ]);
  return { named: corresponding ?? differing, open };

  function readOpen(): Promise<StoredPayment[]> {
    return (
      others()
        // Uses the index of numbers, for this payer and for erased numbers.
        .where(({ eb, or }) => or([eb('msisdn', '=', money.msisdn), eb('msisdn', 'is', null)]))
        .where('status', 'in', WITHOUT_RESULT)
        .where('sent_at', 'is not', null)
        .where((where) => isOfSamePayer(where, money))
        .orderBy('created_at', 'desc')
        .execute()
    );
  }
}
