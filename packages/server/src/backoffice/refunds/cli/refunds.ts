import type { PaymentId } from '@tsena/shared/checkout';
import { type Refund, refundBodySchema } from '@tsena/shared/merchant';
import { Command } from 'commander';
import { answering } from '../../../cli/answering.ts';
import { parseOptions, parsePaymentId } from '../../../cli/arguments.ts';
import { listCommand, viewPage } from '../../../cli/listCommand.ts';
import { printLine, writeMoney, writeTime } from '../../../cli/output.ts';
import { ON_COMMAND_LINE } from '../../auditLog.ts';
import { recordRefund, viewRefund } from '../refund.ts';
import { listRefunds } from '../refundRows.ts';

/** `tsena refunds` */
export function refunds(): Command {
  return new Command('refunds').description('record and list refunds that you made outside').addCommand(record()).addCommand(list());
}

interface RecordOptions {
  readonly amount: string;
  readonly reason: string;
  readonly reference?: string;
  readonly refundedAt?: string;
}

function record(): Command {
  const command = new Command('record')
    .description('record a refund that you made outside')
    .argument('<id>', 'the payment’s id', parsePaymentId)
    .requiredOption('--amount <ariary>', 'the amount in whole Ariary, as digits')
    .requiredOption('--reason <text>', 'the reason, which the payment’s history keeps')
    .option('--reference <transaction>', 'the operator’s transaction reference of the transfer back')
    .option('--refunded-at <time>', 'when the money went back, as 2026-05-03T14:00:00+03:00; now by default');
  return answering(command, {
    help: `
The command moves no money: the operator's interface has no refunds. Send the money back in the
operator's app first, then record it. Your shop receives the webhook payment.refunded.

Example:
  tsena refunds record pay_3vJtB5vGQ0m2bqzRr0o6Hw --amount 5000 --reason "one item out of stock"`,
    async answer(context, id: PaymentId, { amount, reason, reference: transactionReference, refundedAt }: RecordOptions) {
      const body = parseOptions(refundBodySchema, { amount, reason, transactionReference, refundedAt });
      return recordRefund(context, id, { body, by: ON_COMMAND_LINE });
    },
    print: ({ id, amount }) => printLine(`${id}: a refund of ${writeMoney(amount)} is recorded.`),
  });
}

function list(): Command {
  return listCommand<Refund>(
    {
      rows: 'refunds',
      description: 'list recorded refunds, newest first',
      help: '\nExample:\n  tsena refunds list',
      none: 'There are no refunds.',
      columns: {
        refunded: ({ refundedAt }) => writeTime(refundedAt),
        id: ({ id }) => id,
        payment: ({ paymentId }) => paymentId,
        amount: ({ amount }) => writeMoney(amount),
        status: ({ status }) => status,
        by: ({ createdBy }) => createdBy,
        reason: ({ reason }) => reason,
      },
    },
    (context, _filter, limit) => viewPage(context, listRefunds(context.storage.store.db, limit), viewRefund),
  );
}
