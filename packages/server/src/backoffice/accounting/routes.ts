import { booksQuerySchema, daysOfMonth, endOfDay, startOfDay } from '@tsena/shared/merchant';
import { SEPARATORS } from '../../http/csv/csvTable.ts';
import { sendCsv } from '../../http/csv/sendCsv.ts';
import { defineRoute } from '../../http/route.ts';
import { recordExport } from '../auditLog.ts';
import { dailyTotals } from '../totals.ts';
import { readBooks } from './books.ts';
import { entriesTable, writeDays } from './booksCsv.ts';

/** `/v1/merchant/books.csv`: a month for the accountant. The entries add up to the totals of each day. */
export const booksRoutes = {
  /**
   * Export a month for the accountant as CSV.
   *
   * A line for each completed payment and each recorded refund, with received money, refunds and fees in columns of their own; or a line
   * for each day and one for the month. Both add up to `GET /v1/merchant/totals` at every midnight in Madagascar.
   */
  exportBooks: defineRoute('GET /v1/merchant/books.csv', {
    scope: 'read',
    query: booksQuerySchema,
    answers: { 200: { text: 'The month', type: 'text/csv' } },
    async handle({ storage }, { response, query: { month, by, separator } }) {
      const { db } = storage.store;
      await recordExport(storage, response, `books-${month}.csv`);
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
    },
  }),
};
