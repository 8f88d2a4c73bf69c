import { auditExportSchema, auditPageSchema, dayOf, pagingQuerySchema, writeLocalTime } from '@tsena/shared/merchant';
import type { StoredAuditEntry } from '../../database/schema.ts';
import { callerOf } from '../../http/kit/caller.ts';
import { csvTable } from '../../http/kit/csv/csvTable.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { allEntries, pageOfAudit, sendExport } from '../shared/auditLog.ts';
import { recordListReading } from '../shared/listReadings.ts';

const writeAudit = csvTable<StoredAuditEntry>([
  ['at', ({ at }) => writeLocalTime(at)],
  ['by', ({ by }) => by],
  ['keyId', ({ key_id }) => key_id],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['address', ({ address }) => address],
  ['changes', ({ changes }) => changes],
]);

/** `/v1/merchant/audit`: who did what. */
export const auditRoutes = {
  /** List who did what, newest first. */
  listAudit: defineRoute('GET /v1/merchant/audit', {
    scope: 'admin',
    query: pagingQuerySchema,
    answers: { 200: { text: 'A page', schema: auditPageSchema } },
    async handle(context, { query, response }) {
      await recordListReading(context.storage, callerOf(response), 'audit', query.cursor);
      return pageOfAudit(context, query);
    },
  }),
  /**
   * Export who did what as CSV.
   *
   * UTF-8 with a byte order mark, Madagascar time. No cell acts as a formula.
   */
  exportAudit: defineRoute('GET /v1/merchant/audit.csv', {
    scope: 'admin',
    query: auditExportSchema,
    answers: { 200: { text: 'All entries, newest first', type: 'text/csv' } },
    handle({ storage }, { query: { separator }, response }) {
      const text = writeAudit(allEntries(storage.store.db), separator);
      return sendExport(storage, response, `audit-${dayOf(storage.clock.now())}.csv`, text);
    },
  }),
};
