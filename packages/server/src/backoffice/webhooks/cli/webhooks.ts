import { Command, Option } from '@commander-js/extra-typings';
import { orderReferenceSchema } from '@tsena/shared/checkout';
import { COMMAND_LINE, DELIVERY_STATUSES, WEBHOOK_TYPES } from '@tsena/shared/merchant';
import { answering, group } from '../../../cli/kit/answering.ts';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { listCommand } from '../../../cli/kit/listCommand.ts';
import { CommandError, printColumns, printLine, printMembers, writeTime } from '../../../cli/kit/output.ts';
import { replayWebhook } from '../../../core/payments/replayWebhook.ts';
import { enqueueSample } from '../../../core/storage/outbox.ts';
import { isAccepted } from '../../../core/webhooks/signedPost.ts';
import { sendSample } from '../pingShop.ts';
import { sampleWebhook } from '../sampleWebhook.ts';
import { pageOfWebhooks, selectWebhooks, viewDelivery, viewDeliveryDetail } from '../webhookRows.ts';

/** How many failed deliveries one call replays; a second call replays the next. */
const AT_ONCE = 10_000;

/** `tsena webhooks` */
export function webhooks() {
  return group('webhooks', list(), show(), replay(), sendTest());
}

function list() {
  const status = new Option('--status <status>', 'only webhooks with this delivery status').choices(DELIVERY_STATUSES);
  return listCommand(new Command('list').addOption(status), {
    rows: 'webhooks',
    none: 'No webhooks match these filters.',
    read: (context, query) => pageOfWebhooks(context, { ...query, reader: 'admin' }),
    columns: [
      'createdAt',
      'id',
      'type',
      'order',
      'status',
      ['attempts', 'deliveryAttempts'],
      'nextAttemptAt',
      'lastError',
    ],
  });
}

function show() {
  const command = new Command('show').argument('<id>', 'the id of a webhook, as `tsena webhooks list` shows it');
  return answering(command, {
    async answer({ storage }, id) {
      const webhook = await selectWebhooks(storage.store.db, { id }).executeTakeFirst();
      if (webhook === undefined) throw new CommandError(`No webhook has the id ${id}.`);
      return viewDeliveryDetail(webhook, 'admin');
    },
    print({ failedAttempts, body, ...delivery }) {
      printMembers(delivery);
      if (failedAttempts === null || failedAttempts.length === 0) return;
      printLine('\nfailed attempts, and the answers (Madagascar time)');
      printColumns(
        failedAttempts.map(({ at, ms, error, body: answer }) => [writeTime(at), `${ms} ms`, error, answer ?? '']),
      );
    },
  });
}

function replay() {
  const command = new Command('replay')
    .argument('[id...]', 'the ids of webhooks, as `tsena webhooks list` shows them')
    .option('--failed', 'every webhook with the delivery status failed');
  return answering(command, {
    json: 'as JSON: the ids',
    async answer({ storage }, named, { failed }) {
      if ((named.length === 0) === (failed === undefined))
        throw new CommandError('Give the ids of webhooks, or --failed for every failed delivery.');
      const undelivered = selectWebhooks(storage.store.db, { status: 'failed' })
        .orderBy('outbox.created_at')
        .orderBy('outbox.id');
      const replayed = failed ? (await undelivered.limit(AT_ONCE).execute()).map(({ id }) => id) : named;
      for (const id of replayed) {
        if ((await replayWebhook(storage, id, COMMAND_LINE)) === undefined)
          throw new CommandError(`No webhook has the id ${id}.`);
      }
      return { replayed };
    },
    print: ({ replayed }) =>
      printLine(replayed.length === 0 ? 'There are no failed deliveries.' : `Pending again: ${replayed.join(', ')}`),
  });
}

function sendTest() {
  const command = new Command('send-test')
    .addOption(new Option('--type <type>', 'the type of the sample').choices(WEBHOOK_TYPES).default('tsena.ping'))
    .option('--order <reference>', 'the order that the sample names, in the sandbox', parseBy(orderReferenceSchema))
    .option('--wait', 'send it at once, and show the answer');
  return answering(command, {
    json: 'as JSON: the delivery, as the merchant API gives it; with --wait the answer',
    async answer({ storage, current }, { type, order, wait }) {
      const settings = current();
      if (settings.WEBHOOK_URL === null)
        throw new CommandError(
          'The companion sends no webhooks: set WEBHOOK_URL and WEBHOOK_SECRET, or the webhook address in the dashboard.',
        );
      const sample = sampleWebhook(type, settings, storage.clock.now(), order);
      if (wait === true) {
        const answer = await sendSample(settings, sample);
        if (answer.status === null || !isAccepted(answer.status)) process.exitCode = 1;
        return answer;
      }
      return viewDelivery({ ...(await enqueueSample(storage, sample)), order_reference: null }, 'admin');
    },
    print(sent) {
      if ('ms' in sent) printMembers({ ...sent });
      else printLine(`${sent.id} (${sent.type}) is pending. \`tsena webhooks list\` shows the result.`);
    },
  });
}
