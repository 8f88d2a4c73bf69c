import { Command } from 'commander';
import { readVersion } from '../version.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { migrate } from './migrate.ts';
import { orderToken } from './orderToken.ts';
import { paymentsList } from './paymentsList.ts';
import { paymentsRefresh } from './paymentsRefresh.ts';
import { paymentsResolve } from './paymentsResolve.ts';
import { paymentsShow } from './paymentsShow.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { webhooksList } from './webhooksList.ts';
import { webhooksReplay } from './webhooksReplay.ts';

/** The command line, to be parsed. */
export function createProgram(): Command {
  const payments = new Command('payments')
    .description('look payments up, ask the operator, settle the doubtful ones')
    .addCommand(paymentsList())
    .addCommand(paymentsShow())
    .addCommand(paymentsRefresh())
    .addCommand(paymentsResolve());

  const webhooks = new Command('webhooks')
    .description('what the shop was told, and telling it again')
    .addCommand(webhooksList())
    .addCommand(webhooksReplay());

  const program = new Command('tsena')
    .version(readVersion())
    .description('The Tsena Checkout companion: takes mobile money for a shop.')
    .addCommand(serve())
    .addCommand(doctor())
    .addCommand(orderToken())
    .addCommand(payments)
    .addCommand(webhooks)
    .addCommand(backup())
    .addCommand(restore())
    .addCommand(migrate())
    .addHelpText(
      'after',
      `
Settings come from the environment, or from .env in the folder where this runs (docs/configuration.md).
All commands but restore and migrate may run beside a companion that serves; each has --json and --help.

To begin:
  tsena doctor                           is all set up, and what to do if not
  tsena serve                            run the companion
  tsena payments list --needs-person     what somebody has to look at`,
    );

  for (const command of [program, ...program.commands, ...payments.commands, ...webhooks.commands]) {
    command.showHelpAfterError('(--help says more)');
  }
  return program;
}
