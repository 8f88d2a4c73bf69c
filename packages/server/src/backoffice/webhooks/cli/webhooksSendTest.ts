import { WEBHOOK_TYPES, type WebhookType } from '@tsena/shared/merchant';
import { Command, Option } from 'commander';
import { withStorage } from '../../../cli/offline.ts';
import { CommandError, printJson, printLine } from '../../../cli/output.ts';
import { enqueueSample } from '../../../core/storage/outbox.ts';
import { sampleWebhook } from '../sampleWebhook.ts';
import { viewDelivery } from '../views.ts';

/** `tsena webhooks send-test` */
export function webhooksSendTest(): Command {
  return new Command('send-test')
    .description('send a sample webhook to the shop')
    .addOption(new Option('--type <type>', 'the type of the sample').choices(WEBHOOK_TYPES).default('tsena.ping'))
    .option('--json', 'as JSON: the delivery, as the merchant API gives it')
    .addHelpText(
      'after',
      `
The body is about an invented payment, whose id begins with pay_test_. The running companion signs
and delivers it within a second. \`tsena webhooks list\` shows the result.

Example:
  tsena webhooks send-test --type payment.completed`,
    )
    .action(async ({ type, json }: { type: WebhookType; json?: true }) => {
      const delivery = await withStorage(async ({ storage, current }) => {
        const { webhook, operator, merchant } = current();
        if (webhook === null)
          throw new CommandError(
            'The companion sends no webhooks: set WEBHOOK_URL and WEBHOOK_SECRET, or the webhook address in the dashboard.',
          );
        const { environment } = operator;
        const { partnerName } = merchant;
        const sample = sampleWebhook(type, { environment, partnerName, now: storage.clock.now() });
        return viewDelivery({ ...(await enqueueSample(storage, sample)), order_reference: null });
      });
      if (json) printJson(delivery);
      else printLine(`${delivery.id} (${delivery.type}) is pending. \`tsena webhooks list\` shows the result.`);
    });
}
