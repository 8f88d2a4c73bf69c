import { once } from 'node:events';
import { booksQuerySchema, daysOfMonth, endOfDay, startOfDay } from '@tsena/shared/merchant';
import { Router } from 'express';
import { type BookPlace, readBookEntries } from '../../storage/books.ts';
import { dailyTotals } from '../../storage/totals.ts';
import { readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { rejectOtherMethods } from '../problem.ts';
import { onResponseEnd } from '../responseEnd.ts';
import { writeDays, writeEntryHeader, writeEntryLines } from './booksCsv.ts';
import { allow } from './caller.ts';

const PAGE_SIZE = 500;
const SEPARATORS = { comma: ',', semicolon: ';' } as const;

/** `/v1/merchant/books.csv`: a month for the accountant. The entries add up to the totals of each day. */
export function booksRouter({ storage }: HttpContext): Router {
  const { db } = storage.store;
  const router = Router();
  router
    .route('/v1/merchant/books.csv')
    .get(allow('read'), async (request, response) => {
      const { month, by, separator: name } = readQuery(request, booksQuerySchema);
      const { first, last } = daysOfMonth(month);
      const separator = SEPARATORS[name];
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="books-${month}${by === 'day' ? '-days' : ''}.csv"`,
      };
      if (by === 'day') {
        const text = writeDays(await dailyTotals(db, first, last), month, separator);
        response.set(headers).send(text);
        return;
      }
      const read = (after: BookPlace | null) => readBookEntries(db, startOfDay(first), endOfDay(last), PAGE_SIZE, after);
      // The first page is read before the headers are sent, so that a storage failure can still be answered with a problem document.
      let entries = await read(null);
      response.set(headers);
      const disconnected = new AbortController();
      onResponseEnd(response, () => disconnected.abort());
      response.write(writeEntryHeader(separator));
      for (;;) {
        const flushed = response.write(writeEntryLines(entries, separator));
        if (!flushed && !disconnected.signal.aborted) await once(response, 'drain', { signal: disconnected.signal }).catch(() => undefined);
        const end = entries.at(-1);
        if (end === undefined || entries.length < PAGE_SIZE || disconnected.signal.aborted) break;
        entries = await read({ at: end.at, type: end.type, id: end.id });
      }
      response.end();
    })
    .all(rejectOtherMethods('GET'));
  return router;
}
