import { Command } from 'commander';
import { readVersion } from '../version.ts';

type LoadCommand = () => Promise<Command>;

/** A command that has only subcommands. */
function group(name: string, description: string, subcommands: readonly LoadCommand[]): LoadCommand {
  return async () => {
    const command = new Command(name).description(description);
    for (const load of subcommands) command.addCommand(await load());
    return command;
  };
}

/** The commands in the order of the help. A command's module is loaded only when it is needed: `serve` must not hold the others. */
const COMMANDS: ReadonlyMap<string, LoadCommand> = new Map([
  ['serve', async () => (await import('./serve.ts')).serve()],
  ['init', async () => (await import('./init.ts')).init()],
  ['doctor', async () => (await import('../backoffice/setup/cli/doctor.ts')).doctor()],
  ['order-token', async () => (await import('./orderToken.ts')).orderToken()],
  [
    'payments',
    group('payments', 'list and show payments, check their status, resolve those that need review', [
      async () => (await import('../backoffice/payments/cli/paymentsList.ts')).paymentsList(),
      async () => (await import('../backoffice/payments/cli/paymentsShow.ts')).paymentsShow(),
      async () => (await import('../backoffice/payments/cli/paymentsRefresh.ts')).paymentsRefresh(),
      async () => (await import('../backoffice/payments/cli/paymentsResolve.ts')).paymentsResolve(),
    ]),
  ],
  [
    'transactions',
    group('transactions', 'show the operator’s details of your transactions', [
      async () => (await import('../backoffice/payments/cli/transactionsShow.ts')).transactionsShow(),
    ]),
  ],
  [
    'links',
    group('links', 'create, list, show and cancel payment links', [
      async () => (await import('../backoffice/links/cli/linksCreate.ts')).linksCreate(),
      async () => (await import('../backoffice/links/cli/linksList.ts')).linksList(),
      async () => (await import('../backoffice/links/cli/linksShow.ts')).linksShow(),
      async () => (await import('../backoffice/links/cli/linksCancel.ts')).linksCancel(),
    ]),
  ],
  [
    'webhooks',
    group('webhooks', 'list webhooks to the shop, and send them again', [
      async () => (await import('../backoffice/webhooks/cli/webhooksList.ts')).webhooksList(),
      async () => (await import('../backoffice/webhooks/cli/webhooksReplay.ts')).webhooksReplay(),
      async () => (await import('../backoffice/webhooks/cli/webhooksSendTest.ts')).webhooksSendTest(),
    ]),
  ],
  [
    'refunds',
    group('refunds', 'record and list refunds that you made outside', [
      async () => (await import('../backoffice/refunds/cli/refundsRecord.ts')).refundsRecord(),
      async () => (await import('../backoffice/refunds/cli/refundsList.ts')).refundsList(),
    ]),
  ],
  [
    'statements',
    group('statements', 'compare the operator’s statements with the payments', [
      async () => (await import('../backoffice/statements/cli/statementsImport.ts')).statementsImport(),
      async () => (await import('../backoffice/statements/cli/statementsShow.ts')).statementsShow(),
    ]),
  ],
  ['books', async () => (await import('../backoffice/accounting/cli/books.ts')).books()],
  [
    'keys',
    group('keys', 'create, list and revoke keys of the merchant API', [
      async () => (await import('../backoffice/keys/cli/keysCreate.ts')).keysCreate(),
      async () => (await import('../backoffice/keys/cli/keysList.ts')).keysList(),
      async () => (await import('../backoffice/keys/cli/keysRevoke.ts')).keysRevoke(),
    ]),
  ],
  ['backup', async () => (await import('../maintenance/cli/backup.ts')).backup()],
  ['restore', async () => (await import('../maintenance/cli/restore.ts')).restore()],
  ['migrate', async () => (await import('../maintenance/cli/migrate.ts')).migrate()],
]);

/**
 * Builds the command line; the caller parses it.
 *
 * @param name the only command to load; all of them if it is not the name of a command, because the help lists them
 */
export async function createProgram(name?: string): Promise<Command> {
  const only = name === undefined ? undefined : COMMANDS.get(name);
  const program = new Command('tsena')
    .version(readVersion())
    .description('The Tsena Checkout companion: mobile-money payments for your shop.')
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
  for (const load of only === undefined ? COMMANDS.values() : [only]) program.addCommand(await load());
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.showHelpAfterError('(use --help for details)');
  }
  return program;
}
