import { enqueueMails } from '../backoffice/mail/mailRows.ts';
import type { StorageHooks } from '../core/storage/storage.ts';

/** What the back office adds to the transactions of payments: e-mails are queued if they can be sent. */
export function backofficeHooks(queuesMails: () => boolean): StorageHooks {
  return { onChange: async (...change) => (queuesMails() ? enqueueMails(...change) : undefined) };
}
