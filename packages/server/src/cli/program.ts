import { Command } from 'commander';
import { readVersion } from '../version.ts';
import { backup } from './backup.ts';
import { doctor } from './doctor.ts';
import { init } from './init.ts';
import { keysCreate } from './keysCreate.ts';
import { keysList } from './keysList.ts';
import { keysRevoke } from './keysRevoke.ts';
import { linksCancel } from './linksCancel.ts';
import { linksCreate } from './linksCreate.ts';
import { linksList } from './linksList.ts';
import { linksShow } from './linksShow.ts';
import { migrate } from './migrate.ts';
import { orderToken } from './orderToken.ts';
import { paymentsList } from './paymentsList.ts';
import { paymentsRefresh } from './paymentsRefresh.ts';
import { paymentsResolve } from './paymentsResolve.ts';
import { paymentsShow } from './paymentsShow.ts';
import { refundsList } from './refundsList.ts';
import { refundsRecord } from './refundsRecord.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { transactionsShow } from './transactionsShow.ts';
import { webhooksList } from './webhooksList.ts';
import { webhooksReplay } from './webhooksReplay.ts';
import { webhooksSendTest } from './webhooksSendTest.ts';

/** Builds the command line; the caller parses it. */
export function createProgram(): Command {
  const payments = new Command('payments')
    .description('list and show payments, check their status, resolve those that need review')
    .addCommand(paymentsList())
    .addCommand(paymentsShow())
    .addCommand(paymentsRefresh())
    .addCommand(paymentsResolve());

  const transactions = new Command('transactions')
    .description('show the operator’s details of your transactions')
    .addCommand(transactionsShow());

  const links = new Command('links')
    .description('create, list, show and cancel payment links')
    .addCommand(linksCreate())
    .addCommand(linksList())
    .addCommand(linksShow())
    .addCommand(linksCancel());

  const webhooks = new Command('webhooks')
    .description('list webhooks to the shop, and send them again')
    .addCommand(webhooksList())
    .addCommand(webhooksReplay())
    .addCommand(webhooksSendTest());

  const keys = new Command('keys')
    .description('create, list and revoke keys of the merchant API')
    .addCommand(keysCreate())
    .addCommand(keysList())
    .addCommand(keysRevoke());

  const refunds = new Command('refunds')
    .description('record and list refunds that you made outside')
    .addCommand(refundsRecord())
    .addCommand(refundsList());

  const program = new Command('tsena')
    .version(readVersion())
    .description('The Tsena Checkout companion: mobile-money payments for your shop.')
    .addCommand(serve())
    .addCommand(init())
    .addCommand(doctor())
    .addCommand(orderToken())
    .addCommand(payments)
    .addCommand(transactions)
    .addCommand(links)
    .addCommand(webhooks)
    .addCommand(refunds)
    .addCommand(keys)
    .addCommand(backup())
    .addCommand(restore())
    .addCommand(migrate())
    .addHelpText(
      'after',
      `
The settings come from the environment, or from .env in the current folder (docs/configuration.md).
All commands except restore and migrate can run while the companion runs. All except serve have --json.

To begin:
  tsena init                             write .env
  tsena doctor                           check the setup
  tsena serve                            run the companion
  tsena payments list --needs-review     list the payments that need review`,
    );

  for (const command of [
    program,
    ...program.commands,
    ...payments.commands,
    ...transactions.commands,
    ...links.commands,
    ...refunds.commands,
    ...webhooks.commands,
    ...keys.commands,
  ]) {
    command.showHelpAfterError('(use --help for details)');
  }
  return program;
}
