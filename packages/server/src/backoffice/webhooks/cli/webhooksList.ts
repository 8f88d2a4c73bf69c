import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '@tsena/shared/merchant';
import { type Command, Option } from 'commander';
import { listCommand } from '../../../cli/listCommand.ts';
import { writeTime } from '../../../cli/output.ts';
import { viewDelivery } from '../views.ts';
import { listWebhooks } from '../webhookRows.ts';

/** `tsena webhooks list` */
export function webhooksList(): Command {
  return listCommand<Delivery, { readonly status?: DeliveryStatus }>(
    {
      rows: 'webhooks',
      description: 'list webhooks to the shop, newest first',
      help: `
The companion tries to deliver a webhook eight times within about 28 hours. After that its status
is failed. \`tsena webhooks replay\` sends it again with the same id.

Example:
  tsena webhooks list --status failed`,
      none: 'No webhooks match these filters.',
      columns: {
        created: ({ createdAt }) => writeTime(createdAt),
        id: ({ id }) => id,
        type: ({ type }) => type,
        order: ({ order }) => order,
        status: ({ status }) => status,
        attempts: ({ deliveryAttempts }) => String(deliveryAttempts),
        'next attempt': ({ nextAttemptAt }) => writeTime(nextAttemptAt),
        'last error': ({ lastError }) => lastError ?? '',
      },
    },
    async ({ storage }, { status }, limit) => {
      const { rows, next } = await listWebhooks(storage.store.db, { status }, limit);
      return { rows: rows.map(viewDelivery), next };
    },
    (command) => command.addOption(new Option('--status <status>', 'only webhooks with this delivery status').choices(DELIVERY_STATUSES)),
  );
}
