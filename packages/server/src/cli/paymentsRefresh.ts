import type { PaymentId } from '@tsena/shared/checkout';
import { Command } from 'commander';
import { viewOne } from '../http/merchant/views.ts';
import { paymentId } from './arguments.ts';
import { withStorage } from './offline.ts';
import { CommandError, printJson } from './output.ts';
import { printPayment } from './paymentsShow.ts';

/** `tsena payments refresh` */
export function paymentsRefresh(): Command {
  return new Command('refresh')
    .description('ask the operator now where a payment stands, and write what follows')
    .argument('<id>', 'the payment’s id', paymentId)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Safe at any time: it asks for a status and never sends a payment. A payment that is
unresolved has no id at the operator's, so that only evidence helps: see
\`tsena payments resolve --help\`.

Example:
  tsena payments refresh pay_3vJtB5vGQ0m2bqzRr0o6Hw`,
    )
    .action(async (id: PaymentId, { json }: { json?: true }) => {
      const payment = await withStorage(async (context) => {
        const refreshed = await context.poller.refresh(id);
        return refreshed === undefined ? undefined : await viewOne(context, refreshed, 'en');
      });
      if (payment === undefined) throw new CommandError(`No payment has the id ${id}.`);
      if (json) printJson(payment);
      else printPayment(payment);
    });
}
