import { Command } from '@commander-js/extra-typings';
import { PROBLEMS } from '@tsena/shared';
import { transactionReferenceSchema } from '@tsena/shared/checkout';
import type { Transaction } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { CommandError, printFields, writeMoney, writeTime } from '../../../cli/kit/output.ts';
import { viewTransaction } from '../views.ts';

/** `tsena transactions` */
export function transactions() {
  return group('transactions', show());
}

function show() {
  const command = new Command('show').argument(
    '<reference>',
    'the operator’s transaction reference, from the SMS or its portal',
    parseBy(transactionReferenceSchema),
  );
  return answering(command, {
    async answer(context, reference: string) {
      const reading = await context.readTransaction(reference);
      if (reading.kind === 'absent')
        throw new CommandError(`${PROBLEMS.transaction_not_found.cause} (transaction_not_found)`);
      if (reading.kind === 'unavailable')
        throw new CommandError(`The operator gave no usable answer: ${reading.reason}. Try again later.`);
      return viewTransaction(reading.reference, reading.details, reading.paymentId);
    },
    print: printTransaction,
  });
}

function printTransaction(transaction: Transaction): void {
  const lines: readonly (readonly [string, string | null])[] = [
    ['transaction', transaction.transactionReference],
    ['amount', writeAmount(transaction)],
    ['status', transaction.transactionStatus],
    ['from', transaction.debitParty],
    ['to', transaction.creditParty],
    ['created', transaction.createdAt === null ? null : writeTime(transaction.createdAt)],
    ['fees', transaction.fees === null ? null : writeMoney(transaction.fees)],
    ['reason', transaction.failureReason],
    ['payment', transaction.paymentId ?? 'none of this companion'],
  ];
  printFields(lines, 14);
}

/** Whole Ariary in our own format; anything else as the operator wrote it. */
function writeAmount({ amount, currency }: Transaction): string | null {
  if (amount === null) return null;
  return currency === 'MGA' && /^\d+$/.test(amount)
    ? writeMoney(amount)
    : [amount, currency].filter((part) => part !== null).join(' ');
}
