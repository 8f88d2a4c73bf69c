import { Command } from '@commander-js/extra-typings';
import { amountSchema, MIN_AMOUNT, PROBLEMS } from '@tsena/shared';
import { transactionReferenceSchema } from '@tsena/shared/checkout';
import type { ReferenceCheck, ReferenceVerdict, Transaction } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { CommandError, printFields, writeMoney, writeTime } from '../../../cli/kit/output.ts';
import { viewCheck } from '../../references/viewCheck.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { recordCheck } from '../../shared/referenceChecks.ts';
import { viewTransaction } from '../views.ts';

/** `tsena transactions` */
export function transactions() {
  return group('transactions', show(), check());
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
      return viewTransaction(reading.reference, reading.details, reading.paymentId, context.storage.clock.now());
    },
    print: printTransaction,
  });
}

function check() {
  const command = new Command('check')
    .argument(
      '<text>',
      'the transaction reference, or the whole message that has it',
      parseBy(transactionReferenceSchema),
    )
    .option('--amount <ariary>', 'the amount that is open', parseBy(amountSchema));
  return answering(command, {
    async answer(context, reference: string, { amount }) {
      const checked = await context.checkReference(reference);
      await recordCheck(context.storage, ON_COMMAND_LINE, checked);
      const view = viewCheck(checked, { isSeller: false, amount });
      if (!view.canSell || view.amountMatches === false) process.exitCode = 1;
      return view;
    },
    print: printCheck,
  });
}

/** What each verdict means, and what to do. */
const VERDICTS: Readonly<Record<ReferenceVerdict, string>> = {
  unavailable: 'not checked: the operator gave no answer that can be read. Try again before you deliver.',
  unknown:
    'the operator does not know it. Do not deliver. The operator may not show payments made by hand: tsena doctor --reference tells.',
  other_account: 'the money went to somebody else. Do not deliver.',
  outgoing: 'you have sent this money. Do not deliver.',
  not_completed: 'this money has not arrived. Do not deliver.',
  used: 'it belongs to a payment already. Do not deliver for it again.',
  unused: 'received, and not used yet.',
};

function printCheck(checked: ReferenceCheck): void {
  const { verdict, amount, amountMatches } = checked;
  const isTooSmall = amount !== null && Number(amount) < MIN_AMOUNT;
  const isOld = verdict === 'unused' && !checked.canSell && !isTooSmall;
  const lines: readonly (readonly [string, string | null])[] = [
    ['reference', checked.reference],
    ['verdict', `${verdict}: ${checked.canComplete ? 'it can complete an open payment.' : VERDICTS[verdict]}`],
    ['amount', amount === null ? null : writeMoney(amount)],
    ['is the amount', amountMatches === null ? null : amountMatches ? 'yes' : 'no: do not deliver for this amount'],
    ['from', checked.payer],
    ['created', checked.createdAt === null ? null : writeTime(checked.createdAt)],
    ['recent', isOld ? 'no: more than 24 hours ago, or at an unknown time. Find out what it paid for.' : null],
    ['enough', isTooSmall ? 'no: less than 100 Ar, the smallest payment' : null],
    ['order', checked.order],
    ['payment', checked.paymentId],
    ['used', checked.usedAt === null ? null : writeTime(checked.usedAt)],
  ];
  printFields(lines, 14);
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
