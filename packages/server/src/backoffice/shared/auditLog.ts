import { type AuditAction, auditEntrySchema, COMMAND_LINE } from '@tsena/shared/merchant';
import type { Response } from 'express';
import type { Reader } from '../../core/storage/reads.ts';
import { newId, type Storage } from '../../core/storage/storage.ts';
import { allPages, type Cursor, newestFirst } from '../../database/page.ts';
import type { StoredAuditEntry } from '../../database/schema.ts';
import { callerOf } from '../../http/kit/caller.ts';
import { sendCsv } from '../../http/kit/csv/sendCsv.ts';
import type { Doer } from '../../http/kit/doer.ts';
import { redact } from '../../log/redact.ts';
import { defineList } from './defineList.ts';
import { viewRow } from './viewRow.ts';

const PAGE_SIZE = 500;

/** Who does something on the server's command line. */
export const ON_COMMAND_LINE: Doer = { name: COMMAND_LINE, keyId: null, address: null };

/** What was done, to what. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly subject?: string | null;
  /** What was before, and what is after, by name. A value alone is new. */
  readonly changes?: Readonly<
    Record<string, string | null | { readonly before: string | null; readonly after: string | null }>
  >;
}

/**
 * Writes an entry of the audit log. Call it in the transaction of what it records: after a crash, both exist or
 * neither. Numbers and secrets in the values are masked.
 */
export async function recordAudit(
  { clock }: Storage,
  db: Reader,
  by: Doer,
  { action, subject = null, changes = {} }: AuditRecord,
) {
  const both = Object.entries(changes).map(([name, change]) => {
    const { before, after } = typeof change === 'object' && change !== null ? change : { before: null, after: change };
    return [name, { before: before && redact(before), after: after && redact(after) }];
  });
  const row: StoredAuditEntry = {
    id: newId('aud'),
    at: clock.now(),
    by: by.name,
    key_id: by.keyId,
    action,
    subject,
    address: by.address,
    changes: JSON.stringify(Object.fromEntries(both)),
  };
  await db.insertInto('audit').values(row).execute();
}

/** Sends a CSV file, and records that the client takes it. With HEAD it takes nothing. */
export async function sendExport(
  storage: Storage,
  response: Response,
  file: string,
  text: AsyncGenerator<string, void>,
  subject: string | null = null,
): Promise<void> {
  if (response.req.method !== 'HEAD') {
    await recordAudit(storage, storage.store.db, callerOf(response), {
      action: 'exported',
      subject,
      changes: { file },
    });
  }
  await sendCsv(response, file, text);
}

const COLUMNS = { time: 'at', id: 'id' };

function selectEntries(db: Reader) {
  return db.selectFrom('audit').selectAll().select('at as created_at');
}

/** The list of entries. */
export const pageOfAudit = defineList(
  ({ storage }) => selectEntries(storage.store.db),
  (entry) => viewRow(auditEntrySchema, entry, ({ changes, ...row }) => ({ ...row, changes: JSON.parse(changes) })),
  COLUMNS,
);

/** All entries, newest first, page by page. */
export function allEntries(db: Reader): AsyncGenerator<readonly StoredAuditEntry[]> {
  return allPages((after: Cursor | null) => newestFirst(selectEntries(db), PAGE_SIZE, after, COLUMNS));
}
