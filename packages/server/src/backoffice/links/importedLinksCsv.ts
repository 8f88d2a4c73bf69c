import { dayOf, startOfDay, writeLocalTime } from '@tsena/shared/merchant';
import { csvTable } from '../../http/kit/csv/csvTable.ts';
import type { ImportedLink } from './importLinks.ts';
import { qrFileName } from './qrFileName.ts';

/** What became of each row of an imported file, with the address to send. */
export const writeImportedLinks = csvTable<ImportedLink>([
  ['line', ({ line }) => line],
  ['order', ({ order }) => order],
  ['amount', ({ amount }) => amount],
  ['result', ({ result }) => result],
  ['refusal', (row) => (row.result === 'refused' ? row.refusal : null)],
  ['standing_amount', (row) => (row.result === 'refused' ? row.standingAmount : null)],
  ['status', (row) => linkOf(row)?.status ?? null],
  ['description', (row) => linkOf(row)?.description ?? null],
  ['expires_at', (row) => writeEndOrNull(linkOf(row)?.expiresAt ?? null)],
  ['url', (row) => linkOf(row)?.url ?? null],
  ['qr_code', (row) => (linkOf(row)?.status === 'active' ? qrFileName(row.order) : null)],
]);

function linkOf(row: ImportedLink) {
  return row.result === 'refused' ? undefined : row.link;
}

/** A day that counts to its end is written as the day, as the imported file has it. */
function writeEndOrNull(time: string | null): string | null {
  if (time === null) return null;
  const at = Date.parse(time);
  return at === startOfDay(dayOf(at)) ? dayOf(at - 1) : writeLocalTime(at);
}
