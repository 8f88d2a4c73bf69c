import { DELIVERY_STATUSES, type DeliveryStatus } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { parseWhole } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson, printLine, printTable, writeTime } from '../../../cli/output.ts';
import { viewDelivery } from '../views.ts';
import { listWebhooks } from '../webhookRows.ts';

interface Options {
  readonly status?: DeliveryStatus;
  readonly limit: number;
  readonly json?: true;
}

/** `tsena webhooks list` */
export function webhooksList(): Command {
  return new Command('list')
    .description('list webhooks to the shop, newest first')
    .addOption(new Option('--status <status>', 'only webhooks with this delivery status').choices(DELIVERY_STATUSES))
    .option('--limit <count>', 'the largest number of webhooks to list', parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText(
      'after',
      `
The companion tries to deliver a webhook eight times within about 28 hours. After that its status
is failed. \`tsena webhooks replay\` sends it again with the same id.

Example:
  tsena webhooks list --status failed`,
    )
    .action(async ({ status, limit, json }: Options) => {
      const page = await withStorage(({ storage }) => listWebhooks(storage.store.db, { status }, limit));
      const deliveries = page.rows.map(viewDelivery);
      if (json) {
        printJson({ data: deliveries, nextCursor: null });
        return;
      }
      if (deliveries.length === 0) {
        printLine('No webhooks match these filters.');
        return;
      }
      printTable(
        ['created', 'id', 'type', 'order', 'status', 'attempts', 'next attempt', 'last error'],
        deliveries.map((webhook) => [
          writeTime(webhook.createdAt),
          webhook.id,
          webhook.type,
          webhook.order,
          webhook.status,
          String(webhook.deliveryAttempts),
          writeTime(webhook.nextAttemptAt),
          webhook.lastError ?? '',
        ]),
      );
      if (page.next !== null) printLine(`There are more webhooks. To list more than ${limit}, set --limit.`);
    });
}
