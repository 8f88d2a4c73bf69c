import { WEBHOOK_STATES, type WebhookState } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { viewWebhook } from '../http/merchant/views.ts';
import { listWebhooks } from '../ledger/merchantReads.ts';
import { whole } from './arguments.ts';
import { onLedger } from './offline.ts';
import { printJson, printLine, printTable, writeTime } from './output.ts';

interface Options {
  readonly state?: WebhookState;
  readonly limit: number;
  readonly json?: true;
}

/** `tsena webhooks list` */
export function webhooksList(): Command {
  return new Command('list')
    .description('what was told, or is to be told, to the shop; newest first')
    .addOption(new Option('--state <state>', 'only those that wait, were delivered, or were given up').choices(WEBHOOK_STATES))
    .option('--limit <count>', 'at most so many', whole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
A webhook is tried eight times within about 28 hours, then it is dead. Dead ones are kept,
and \`tsena webhooks replay\` sends them again under their own id.

Example:
  tsena webhooks list --state dead`,
    )
    .action(async ({ state, limit, json }: Options) => {
      const page = await onLedger(({ engine }) => listWebhooks(engine.ledger.store.db, { state }, limit));
      const webhooks = page.rows.map(viewWebhook);
      if (json) {
        printJson({ webhooks });
        return;
      }
      if (webhooks.length === 0) {
        printLine('There is no such webhook.');
        return;
      }
      printTable(
        ['created', 'id', 'type', 'order', 'state', 'tries', 'next try', 'last error'],
        webhooks.map((webhook) => [
          writeTime(webhook.createdAt),
          webhook.id,
          webhook.type,
          webhook.order,
          webhook.state,
          String(webhook.tries),
          writeTime(webhook.nextTryAt),
          webhook.lastError ?? '',
        ]),
      );
      if (page.next !== null) printLine(`There are more; --limit shows more than ${limit}.`);
    });
}
