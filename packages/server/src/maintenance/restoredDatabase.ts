import type { Store } from '../database/store.ts';

/**
 * Makes all payments that a restored database has as not sent count as sent when they were opened: they may have been
 * sent after the backup. At the next start they become `unresolved`, with their webhooks.
 *
 * @returns the number of payments
 */
export async function assumeSent({ write }: Store): Promise<number> {
  const { numUpdatedRows } = await write((db) =>
    db
      .updateTable('payments')
      .set(({ ref }) => ({
        sent_at: ref('created_at'),
        lease_owner: null,
        lease_until: null,
        next_check_at: ref('created_at'),
      }))
      .where('status', '=', 'created')
      .executeTakeFirstOrThrow(),
  );
  return Number(numUpdatedRows);
}
