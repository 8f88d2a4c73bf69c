import { PROBLEMS } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { COMMAND_LINE, refundBodySchema } from '@tsena/shared/merchant';
import { Command } from 'commander';
import * as z from 'zod/mini';
import { parsePaymentId } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine, writeMoney } from '../../../cli/output.ts';
import { recordRefund } from '../refund.ts';

interface Options {
  readonly amount: string;
  readonly reason: string;
  readonly reference?: string;
  readonly refundedAt?: string;
  readonly json?: true;
}

/** `tsena refunds record` */
export function refundsRecord(): Command {
  return new Command('record')
    .description('record a refund that you made outside')
    .argument('<id>', 'the payment’s id', parsePaymentId)
    .requiredOption('--amount <ariary>', 'the amount in whole Ariary, as digits')
    .requiredOption('--reason <text>', 'the reason, which the payment’s history keeps')
    .option('--reference <transaction>', 'the operator’s transaction reference of the transfer back')
    .option('--refunded-at <time>', 'when the money went back, as 2026-05-03T14:00:00+03:00; now by default')
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
The command moves no money: the operator's interface has no refunds. Send the money back in the
operator's app first, then record it. Your shop receives the webhook payment.refunded.

Example:
  tsena refunds record pay_3vJtB5vGQ0m2bqzRr0o6Hw --amount 5000 --reason "one item out of stock"`,
    )
    .action(async (id: PaymentId, { amount, reason, reference, refundedAt, json }: Options) => {
      const body = z.safeParse(refundBodySchema, {
        amount,
        reason,
        ...(reference === undefined ? {} : { transactionReference: reference }),
        ...(refundedAt === undefined ? {} : { refundedAt }),
      });
      if (!body.success) {
        throw new CommandError(body.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
      }
      const result = await withStorage((context) => recordRefund(context, id, { body: body.data, by: COMMAND_LINE }));
      switch (result.kind) {
        case 'recorded':
          if (json) printJson(result.refund);
          else printLine(`${result.refund.id}: a refund of ${writeMoney(result.refund.amount)} is recorded.`);
          return;
        case 'exceeds':
          throw new CommandError(`${PROBLEMS.refund_exceeds_payment.cause} Remaining: ${writeMoney(String(result.remaining))}.`);
        case 'not_found':
          throw new CommandError(`No payment has the id ${id}.`);
        case 'in_future':
          throw new CommandError('--refunded-at is in the future.');
        case 'before_payment':
          throw new CommandError('--refunded-at is before the payment.');
        default:
          throw new CommandError(PROBLEMS.refund_not_possible.cause);
      }
    });
}
