import { COMMAND_LINE, keyNameSchema, SCOPES, type Scope, timestampSchema } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { parseBy } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine } from '../../../cli/output.ts';
import { issueKey } from '../routes.ts';

interface Options {
  readonly name: string;
  readonly scope: Scope;
  readonly expiresAt?: number;
  readonly json?: true;
}

/** `tsena keys create` */
export function keysCreate(): Command {
  return new Command('create')
    .description('create a key of the merchant API and show it, once')
    .requiredOption('--name <name>', 'the person or program that gets it; the history of payments records it', parseBy(keyNameSchema))
    .addOption(new Option('--scope <scope>', 'what it may do').choices(SCOPES).default('read'))
    .option('--expires-at <time>', 'when it expires, as 2026-12-31T18:00:00+03:00', parseBy(timestampSchema))
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
Scopes:
  read      look at payments, totals and webhooks
  operate   also check and resolve payments, record refunds, send webhooks again
  admin     also create and revoke keys
  counter   take payments at the counter, and nothing else: for a seller

The companion stores only a hash, so nobody can show the key again. Revoke a lost key.

Example:
  tsena keys create --name Hanta --scope operate`,
    )
    .action(async ({ name, scope, expiresAt, json }: Options) => {
      const created = await withStorage((context) => {
        if (expiresAt !== undefined && expiresAt <= context.storage.clock.now()) throw new CommandError('--expires-at is in the past.');
        return issueKey(context, { name, scope, expiresAt: expiresAt ?? null, createdBy: COMMAND_LINE });
      });
      if (json) {
        printJson(created);
        return;
      }
      printLine(created.secret);
      printLine(`This is the key of ${created.name} (${created.scope}, ${created.id}). It is not shown again.`);
    });
}
