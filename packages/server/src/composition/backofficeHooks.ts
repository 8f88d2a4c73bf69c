import { lockLink } from '../backoffice/links/linkRows.ts';
import { enqueueMails } from '../backoffice/mail/mailRows.ts';
import type { StorageHooks } from '../core/storage/storage.ts';

/**
 * What the back office adds to the transactions of payments: links close pages; e-mails are queued if they can be sent.
 */
export function backofficeHooks(queuesMails: () => boolean): StorageHooks {
  return { lockPage: lockLink, onChange: async (...change) => (queuesMails() ? enqueueMails(...change) : undefined) };
}
