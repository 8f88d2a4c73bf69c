import { isTransactionReference, PROBLEMS } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { COMMAND_LINE, RESOLUTIONS, type ResolutionKind, resolveBodySchema } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import * as z from 'zod/mini';
import { parsePaymentId } from '../../../cli/arguments.ts';
import { terminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson } from '../../../cli/output.ts';
import { ON_COMMAND_LINE } from '../../auditLog.ts';
import { resolutionAudit } from '../resolutionAudit.ts';
import { viewOne } from '../views.ts';
import { printPayment } from './paymentsShow.ts';

interface Options {
  readonly reference?: string;
  readonly resolution?: ResolutionKind;
  readonly reason?: string;
  readonly json?: true;
}

/** `tsena payments resolve` */
export function paymentsResolve(): Command {
  return new Command('resolve')
    .description('resolve a payment that needs review, by a transaction reference or by a recorded resolution')
    .argument('<id>', 'the payment’s id', parsePaymentId)
    .option('--reference <transaction>', 'the operator’s transaction reference, from the SMS or its portal')
    .addOption(new Option('--resolution <resolution>', 'what you know about the money').choices(RESOLUTIONS))
    .option('--reason <text>', 'the reason, which the payment’s history keeps')
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
With --reference, the companion reads the operator's transaction details. The payment completes if
amount, currency, both parties and time match, and the shop receives a webhook.

A --resolution is recorded with its reason. It does not change the status; only the
operator's answers do:
  not_received   the money did not arrive; the shopper may pay again
  received       the money arrived another way; the order takes no new payment
  closed         you dealt with the payment, for example by a refund

Examples:
  tsena payments resolve pay_3vJtB5vGQ0m2bqzRr0o6Hw --reference 636042511
  tsena payments resolve pay_3vJtB5vGQ0m2bqzRr0o6Hw --resolution not_received --reason "not in the operator's statement of 3 May"`,
    )
    .action(async (id: PaymentId, { reference, resolution, reason, json }: Options) => {
      const body = z.safeParse(resolveBodySchema, reference === undefined ? { resolution, reason } : { transactionReference: reference });
      if (reference !== undefined && !isTransactionReference(reference)) {
        throw new CommandError('A transaction reference has 5 to 20 digits and letters and does not begin with 0, for example 636042511.');
      }
      if (!body.success || (reference !== undefined && (resolution ?? reason) !== undefined)) {
        throw new CommandError('Give either --reference, or --resolution with a --reason of 3 to 500 characters.');
      }
      const payment = await withStorage(async (context) => {
        const result = await context.resolvePayment(
          id,
          body.data,
          COMMAND_LINE,
          resolutionAudit(context.storage, ON_COMMAND_LINE, id, body.data),
        );
        if (!result.ok) throw new CommandError(`${PROBLEMS[result.code].cause} (${result.code})`);
        return viewOne(context, result.payment, terminalLanguage());
      });
      if (json) printJson(payment);
      else printPayment(payment);
    });
}
