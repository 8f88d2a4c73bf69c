import { booksQuerySchema, daysOfMonth, endOfDay, startOfDay } from '@tsena/shared/merchant';
import { Router } from 'express';
import { readBooks } from '../../backoffice/accounting/books.ts';
import { dailyTotals } from '../../backoffice/accounting/totals.ts';
import { readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { rejectOtherMethods } from '../problem.ts';
import { entriesTable, writeDays } from './booksCsv.ts';
import { allow } from './caller.ts';
import { SEPARATORS } from './csvTable.ts';
import { sendCsv } from './sendCsv.ts';

/** `/v1/merchant/books.csv`: a month for the accountant. The entries add up to the totals of each day. */
export function booksRouter({ storage }: HttpContext): Router {
  const { db } = storage.store;
  const router = Router();
  router
    .route('/v1/merchant/books.csv')
    .get(allow('read'), async (request, response) => {
      const { month, by, separator } = readQuery(request, booksQuerySchema);
      const { first, last } = daysOfMonth(month);
      if (by === 'day') {
        const totals = await dailyTotals(db, first, last);
        response
          .set({
            'Content-Type': 'text/csv; charset=utf-8; header=present',
            'Content-Disposition': `attachment; filename="books-${month}-days.csv"`,
          })
          .send(writeDays(totals, month, SEPARATORS[separator]));
        return;
      }
      const pages = readBooks(db, startOfDay(first), endOfDay(last));
      await sendCsv(response, { name: `books-${month}.csv`, separator, table: entriesTable, pages });
    })
    .all(rejectOtherMethods('GET'));
  return router;
}
