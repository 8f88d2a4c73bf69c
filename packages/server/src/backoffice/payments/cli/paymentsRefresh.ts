import type { PaymentId } from '@tsena/shared/checkout';
import { Command } from 'commander';
import { parsePaymentId } from '../../../cli/arguments.ts';
import { terminalLanguage } from '../../../cli/french/inTerminalLanguage.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson } from '../../../cli/output.ts';
import { viewOne } from '../views.ts';
import { printPayment } from './paymentsShow.ts';

/** `tsena payments refresh` */
export function paymentsRefresh(): Command {
  return new Command('refresh')
    .description('check a payment’s status with the operator now, and store the result')
    .argument('<id>', 'the payment’s id', parsePaymentId)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
You can run it at any time: it only reads a status and never sends an initiation. If the companion
does not know the operator's id of an unresolved payment, it cannot check the status: use
\`tsena payments resolve\`.

Example:
  tsena payments refresh pay_3vJtB5vGQ0m2bqzRr0o6Hw`,
    )
    .action(async (id: PaymentId, { json }: { json?: true }) => {
      const payment = await withStorage(async (context) => {
        const refreshed = await context.poller.refresh(id);
        return refreshed === undefined ? undefined : await viewOne(context, refreshed, terminalLanguage());
      });
      if (payment === undefined) throw new CommandError(`No payment has the id ${id}.`);
      if (json) printJson(payment);
      else printPayment(payment);
    });
}
