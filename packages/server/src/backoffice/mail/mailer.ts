import { createQueueWorker, type QueueWorker } from '../../core/workers/queueWorker.ts';
import type { StoredMailKind } from '../../database/schema.ts';
import { releaseMailKinds } from './mailKinds.ts';
import { leaseWithNews, type MailerOptions, reportNews } from './reportNews.ts';

/** One e-mail of each kind is sent at a time. */
const MAX_SENDING = 4;
/** How often the mailer looks for news, ms. */
const IDLE_MS = 2000;

/**
 * Makes the worker that looks for what is new since the last e-mail of each kind, and sends it to the merchant; it does
 * nothing before `start`. It has its own leases and connections: a mail server that hangs delays neither payments nor
 * webhooks.
 */
export function createMailer(options: MailerOptions): QueueWorker {
  const { storage, log } = options;
  return createQueueWorker<StoredMailKind>({
    queue: {
      lease: (limit) => leaseWithNews(options, limit),
      untilNextDue: async () => undefined,
      release: () => releaseMailKinds(storage),
    },
    maxSideBySide: MAX_SENDING,
    idleMs: IDLE_MS,
    work: (row) => reportNews(options, row),
    onWorkError: (error, { kind }) =>
      log.error({ err: error, kind }, 'could not write the result of an e-mail; it is sent again'),
    onQueueError: (error) => log.error({ err: error }, 'could not read what is new for e-mails'),
  });
}
