import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { readVersion } from '../package/version.ts';
import { addHelp } from './help.ts';

/** Characters in a line of a help. */
const WIDTH = 98;

/**
 * The commands in the order of the help. A command's module is loaded only when it is needed: `serve` must not hold the
 * others.
 */
const COMMANDS: ReadonlyMap<string, () => Promise<CommandUnknownOpts>> = new Map([
  ['serve', async () => (await import('./serve.ts')).serve()],
  ['init', async () => (await import('./init.ts')).init()],
  ['payments', async () => (await import('../backoffice/payments/cli/payments.ts')).payments()],
  ['transactions', async () => (await import('../backoffice/payments/cli/transactions.ts')).transactions()],
  ['links', async () => (await import('../backoffice/links/cli/links.ts')).links()],
  ['doctor', async () => (await import('../backoffice/setup/cli/doctor.ts')).doctor()],
  ['webhooks', async () => (await import('../backoffice/webhooks/cli/webhooks.ts')).webhooks()],
  ['listen', async () => (await import('../backoffice/webhooks/cli/listen.ts')).listen()],
  ['trigger', async () => (await import('../backoffice/webhooks/cli/trigger.ts')).trigger()],
  ['refunds', async () => (await import('../backoffice/refunds/cli/refunds.ts')).refunds()],
  ['statements', async () => (await import('../backoffice/statements/cli/statements.ts')).statements()],
  ['books', async () => (await import('../backoffice/accounting/cli/books.ts')).books()],
  ['keys', async () => (await import('../backoffice/keys/cli/keys.ts')).keys()],
  ['audit', async () => (await import('../backoffice/audit/cli/audit.ts')).audit()],
  ['payers', async () => (await import('../backoffice/payers/cli/payers.ts')).payers()],
  ['order-token', async () => (await import('./orderToken.ts')).orderToken()],
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
  const program = new Command('tsena').version(readVersion());
  for (const load of only === undefined ? COMMANDS.values() : [only]) program.addCommand(await load());
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    addHelp(command);
    command.showHelpAfterError('(use --help for details)');
    command.configureOutput({ writeOut: (text) => process.stdout.write(wrap(text)) });
  }
  return program;
}

/** Breaks the paragraphs of a help into lines. Indented lines are examples, which people copy. */
function wrap(text: string): string {
  const long = new RegExp(`(?=.{${WIDTH + 1}})(.{1,${WIDTH}}) `, 'g');
  return text.replace(/^\S.*$/gm, (paragraph) => paragraph.replace(long, '$1\n'));
}
