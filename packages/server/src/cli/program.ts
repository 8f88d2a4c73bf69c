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
  ['doctor', async () => (await import('./doctor.ts')).doctor()],
  ['order-token', async () => (await import('./orderToken.ts')).orderToken()],
  [
    'payments',
    group('payments', 'list and show payments, check their status, resolve those that need review', [
      async () => (await import('./payments/paymentsList.ts')).paymentsList(),
      async () => (await import('./payments/paymentsShow.ts')).paymentsShow(),
      async () => (await import('./payments/paymentsRefresh.ts')).paymentsRefresh(),
      async () => (await import('./payments/paymentsResolve.ts')).paymentsResolve(),
    ]),
  ],
  [
    'transactions',
    group('transactions', 'show the operator’s details of your transactions', [
      async () => (await import('./transactionsShow.ts')).transactionsShow(),
    ]),
  ],
  [
    'links',
    group('links', 'create, list, show and cancel payment links', [
      async () => (await import('./links/linksCreate.ts')).linksCreate(),
      async () => (await import('./links/linksList.ts')).linksList(),
      async () => (await import('./links/linksShow.ts')).linksShow(),
      async () => (await import('./links/linksCancel.ts')).linksCancel(),
    ]),
  ],
  [
    'webhooks',
    group('webhooks', 'list webhooks to the shop, and send them again', [
      async () => (await import('./webhooks/webhooksList.ts')).webhooksList(),
      async () => (await import('./webhooks/webhooksReplay.ts')).webhooksReplay(),
      async () => (await import('./webhooks/webhooksSendTest.ts')).webhooksSendTest(),
    ]),
  ],
  [
    'refunds',
    group('refunds', 'record and list refunds that you made outside', [
      async () => (await import('./refunds/refundsRecord.ts')).refundsRecord(),
      async () => (await import('./refunds/refundsList.ts')).refundsList(),
    ]),
  ],
  [
    'statements',
    group('statements', 'compare the operator’s statements with the payments', [
      async () => (await import('./statements/statementsImport.ts')).statementsImport(),
      async () => (await import('./statements/statementsShow.ts')).statementsShow(),
    ]),
  ],
  ['books', async () => (await import('./books.ts')).books()],
  [
    'keys',
    group('keys', 'create, list and revoke keys of the merchant API', [
      async () => (await import('./keys/keysCreate.ts')).keysCreate(),
      async () => (await import('./keys/keysList.ts')).keysList(),
      async () => (await import('./keys/keysRevoke.ts')).keysRevoke(),
    ]),
  ],
  ['backup', async () => (await import('./maintenance/backup.ts')).backup()],
  ['restore', async () => (await import('./maintenance/restore.ts')).restore()],
  ['migrate', async () => (await import('./maintenance/migrate.ts')).migrate()],
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
