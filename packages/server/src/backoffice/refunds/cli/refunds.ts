import { Command } from '@commander-js/extra-typings';
import type { PaymentId } from '@tsena/shared/checkout';
import { refundBodySchema } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseOptions, parsePaymentId } from '../../../cli/kit/arguments.ts';
import { listCommand } from '../../../cli/kit/listCommand.ts';
import { printLine, writeMoney } from '../../../cli/kit/output.ts';
import { ON_COMMAND_LINE } from '../../shared/auditLog.ts';
import { pageOfRefunds, recordRefund } from '../refund.ts';

/** `tsena refunds` */
export function refunds() {
  return group('refunds', record(), list());
}

function record() {
  const command = new Command('record')
    .argument('<id>', 'the payment’s id', parsePaymentId)
    .requiredOption('--amount <ariary>', 'the amount in whole Ariary, as digits')
    .requiredOption('--reason <text>', 'the reason, which the payment’s history keeps')
    .option('--reference <transaction>', 'the operator’s transaction reference of the transfer back')
    .option('--refunded-at <time>', 'when the money went back, as 2026-05-03T14:00:00+03:00; now by default');
  return answering(command, {
    async answer(context, id: PaymentId, { amount, reason, reference: transactionReference, refundedAt }) {
      const body = parseOptions(refundBodySchema, { amount, reason, transactionReference, refundedAt });
      return recordRefund(context, id, { body, by: ON_COMMAND_LINE });
    },
    print: ({ id, amount }) => printLine(`${id}: a refund of ${writeMoney(amount)} is recorded.`),
  });
}

function list() {
  return listCommand(new Command('list'), {
    rows: 'refunds',
    none: 'There are no refunds.',
    read: pageOfRefunds,
    columns: ['refundedAt', 'id', ['payment', 'paymentId'], 'amount', 'status', ['by', 'createdBy'], 'reason'],
  });
}
