import { Command } from 'commander';
import { listWebhooks } from '../storage/merchantReads.ts';
import { replayWebhook } from '../storage/outbox.ts';
import { withStorage } from './offline.ts';
import { CommandError, printJson, printLine } from './output.ts';

/** How many dead ones one call takes; a second call takes the next. */
const AT_ONCE = 10_000;

/** `tsena webhooks replay` */
export function webhooksReplay(): Command {
  return new Command('replay')
    .description('send webhooks again, each under its own id')
    .argument('[id...]', 'which; msg_… as `tsena webhooks list` shows them')
    .option('--dead', 'all that were given up')
    .option('--json', 'as JSON: the ids')
    .addHelpText(
      'after',
      `
The running companion delivers them within a second, and tries as often as for a new one.
Shops know an id that they have had, so that replaying a delivered one does no harm.

Examples:
  tsena webhooks replay msg_0J3wzQm3m1x9Zr8Qp5T2Vw
  tsena webhooks replay --dead`,
    )
    .action(async (named: string[], { dead, json }: { dead?: true; json?: true }) => {
      if ((named.length === 0) === (dead === undefined))
        throw new CommandError('Give the ids of webhooks, or --dead for all that were given up.');
      const replayed = await withStorage(async ({ engine: { storage } }) => {
        const ids = dead ? (await listWebhooks(storage.store.db, { status: 'failed' }, AT_ONCE)).rows.map(({ id }) => id).reverse() : named;
        for (const id of ids) {
          if ((await replayWebhook(storage, id)) === undefined) throw new CommandError(`No webhook has the id ${id}.`);
        }
        return ids;
      });
      if (json) printJson({ replayed });
      else printLine(replayed.length === 0 ? 'No webhook was given up.' : `To be sent again: ${replayed.join(', ')}`);
    });
}
