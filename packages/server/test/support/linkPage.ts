import type { LinkId } from '@tsena/shared/checkout';
import type { AttemptRequest, PageForm } from '../../src/core/storage/attempts.ts';
import type { StoredPayment } from '../../src/database/schema.ts';
import { attempt, changed, newLink, opened, type Storages } from './storages.ts';

type AttemptChange = Parameters<typeof attempt>[1];

/** The payment page of a reusable link, and payments that begin there. */
export function linkPage(storages: () => Storages) {
  let link: LinkId | undefined;
  let forms = 0;

  /** A request from the page, with a form of its own. */
  function onPage(order: string, change: AttemptChange = {}, form: Partial<PageForm> = {}): AttemptRequest {
    forms += 1;
    return attempt(order, { page: { link: ofPage(), formHash: `form-${forms}`, ...form }, ...change });
  }

  function ofPage(): LinkId {
    if (link === undefined) throw new Error('open the page first');
    return link;
  }

  /** Ends the wait of a payment: the operator has accepted it. */
  async function accept({ id }: StoredPayment): Promise<StoredPayment> {
    const { storage, clock } = storages();
    await changed(storage, id, { to: 'sending', set: { sent_at: clock.now() }, event: { kind: 'sending' } });
    const free = { lease_owner: null, lease_until: null, next_check_at: null };
    return changed(storage, id, { to: 'pending', set: free, event: { kind: 'accepted' } });
  }

  return {
    onPage,
    accept,
    link: ofPage,
    /** Makes the link. */
    open: async (): Promise<void> => {
      link = await newLink(storages().storage, { reusable: 1 });
    },
    /** A payment from the page that the operator has accepted. */
    accepted: async (...request: Parameters<typeof onPage>): Promise<StoredPayment> =>
      accept(await opened(storages().storage, onPage(...request))),
    fail: ({ id }: StoredPayment): Promise<StoredPayment> => changed(storages().storage, id, { to: 'failed', event: { kind: 'failed' } }),
  };
}
