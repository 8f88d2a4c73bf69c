import { COMMAND_LINE } from '@tsena/shared/merchant';
import { Command } from 'commander';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine } from '../../../cli/output.ts';
import { replayWebhook } from '../../../core/storage/outbox.ts';
import { listWebhooks } from '../webhookRows.ts';

/** How many failed deliveries one call replays; a second call replays the next. */
const AT_ONCE = 10_000;

/** `tsena webhooks replay` */
export function webhooksReplay(): Command {
  return new Command('replay')
    .description('send webhooks again, each with its own id')
    .argument('[id...]', 'the ids of webhooks, as `tsena webhooks list` shows them')
    .option('--failed', 'every webhook with the delivery status failed')
    .option('--json', 'as JSON: the ids')
    .addHelpText(
      'after',
      `
The running companion delivers them within a second, with as many attempts as for a new webhook.
Shops ignore a webhook-id that they already know, so you can replay a delivered webhook safely.

Examples:
  tsena webhooks replay msg_0J3wzQm3m1x9Zr8Qp5T2Vw
  tsena webhooks replay --failed`,
    )
    .action(async (named: string[], { failed, json }: { failed?: true; json?: true }) => {
      if ((named.length === 0) === (failed === undefined))
        throw new CommandError('Give the ids of webhooks, or --failed for every failed delivery.');
      const replayed = await withStorage(async ({ storage }) => {
        const ids = failed
          ? (await listWebhooks(storage.store.db, { status: 'failed' }, AT_ONCE)).rows.map(({ id }) => id).reverse()
          : named;
        for (const id of ids) {
          if ((await replayWebhook(storage, id, COMMAND_LINE)) === undefined) throw new CommandError(`No webhook has the id ${id}.`);
        }
        return ids;
      });
      if (json) printJson({ replayed });
      else printLine(replayed.length === 0 ? 'There are no failed deliveries.' : `Pending again: ${replayed.join(', ')}`);
    });
}
