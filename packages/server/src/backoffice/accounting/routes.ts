import { booksQuerySchema } from '@tsena/shared/merchant';
import { defineRoute } from '../../http/kit/route.ts';
import { sendExport } from '../shared/auditLog.ts';
import { writeBooks } from './booksCsv.ts';

/** `/v1/merchant/books.csv`: a month for the accountant. The entries add up to the totals of each day. */
export const booksRoutes = {
  /**
   * Export a month for the accountant as CSV.
   *
   * A line for each completed payment and each recorded refund, with received money, refunds and fees in columns of
   * their own; or a line for each day and one for the month. Both add up to `GET /v1/merchant/totals` at every midnight
   * in Madagascar.
   */
  exportBooks: defineRoute('GET /v1/merchant/books.csv', {
    scope: 'read',
    query: booksQuerySchema,
    answers: { 200: { text: 'The month', type: 'text/csv' } },
    handle: ({ storage }, { response, query: { month, by, separator } }) =>
      sendExport(
        storage,
        response,
        `books-${month}${by === 'day' ? '-days' : ''}.csv`,
        writeBooks(storage.store.db, month, by, separator),
      ),
  }),
};
