import { lockLink } from '../storage/links.ts';
import { enqueueMails } from '../storage/mails.ts';
import type { StorageHooks } from '../storage/storage.ts';

/** What the back office adds to the transactions of payments: links close pages; e-mails are queued if they can be sent. */
export function backofficeHooks(options: { readonly queuesMails: boolean }): StorageHooks {
  return { lockPage: lockLink, onChange: options.queuesMails ? enqueueMails : async () => undefined };
}
