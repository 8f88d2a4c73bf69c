import type { Storage } from '../../core/storage/storage.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { recordAudit } from './auditLog.ts';

/** How long one entry stands for the further pages, ms. */
const ONE_READING_MS = 60 * 60_000;

/**
 * Records that somebody reads on behind the first page of a list: page by page, a list is an export. One entry an hour
 * for each key and list, because the dashboard reads open pages again.
 *
 * @param cursor that of the page; undefined for the first one
 */
export async function recordListReading(
  storage: Storage,
  by: Doer,
  list: string,
  cursor: string | undefined,
): Promise<void> {
  if (cursor === undefined) return;
  const { store, clock } = storage;
  const recorded = await store.db
    .selectFrom('audit')
    .select('id')
    .where('at', '>', clock.now() - ONE_READING_MS)
    .where('action', '=', 'list_read')
    .where('subject', '=', list)
    .where('by', '=', by.name)
    .where('key_id', 'is not distinct from', by.keyId)
    .executeTakeFirst();
  if (recorded === undefined) await recordAudit(storage, store.db, by, { action: 'list_read', subject: list });
}
