import { once } from 'node:events';
import type { Response } from 'express';
import { onResponseEnd } from '../streams/responseEnd.ts';
import { type CsvTable, SEPARATORS } from './csvTable.ts';

/** A file to download. */
export interface CsvFile<Row> {
  readonly name: string;
  readonly separator: keyof typeof SEPARATORS;
  readonly table: CsvTable<Row>;
  readonly pages: AsyncGenerator<readonly Row[]>;
}

/** Sends rows as a CSV file, page by page, as fast as the client reads. It ends early if the client disconnects. */
export async function sendCsv<Row>(response: Response, { name, separator, table, pages }: CsvFile<Row>): Promise<void> {
  // The first page is read before the headers are sent, so that a storage failure can still be answered with a problem document.
  let page = await pages.next();
  response.set({
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const disconnected = new AbortController();
  onResponseEnd(response, () => disconnected.abort());
  response.write(table.header(SEPARATORS[separator]));
  while (page.done !== true && !disconnected.signal.aborted) {
    const flushed = response.write(table.lines(page.value, SEPARATORS[separator]));
    if (!flushed) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined);
    if (!disconnected.signal.aborted) page = await pages.next();
  }
  response.end();
}
