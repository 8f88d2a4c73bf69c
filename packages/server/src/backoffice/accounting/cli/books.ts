import { Command } from '@commander-js/extra-typings';
import { daysOfMonth, endOfDay, monthOf, monthSchema, startOfDay, type Totals } from '@tsena/shared/merchant';
import { parseBy } from '../../../cli/arguments.ts';
import { withStorage } from '../../../cli/offline.ts';
import { printJson } from '../../../cli/output.ts';
import { dailyTotals } from '../../totals.ts';
import { readBooks } from '../books.ts';
import { entriesTable, writeDays } from '../booksCsv.ts';

/** `tsena books` */
export function books() {
  return new Command('books')
    .description('write a month’s payments and refunds as CSV for the accountant')
    .option('--month <month>', 'the month, as 2026-11; by default the current one', parseBy(monthSchema), monthOf(Date.now()))
    .option('--by-day', 'a line for each day, and the month’s total')
    .option('--semicolon', 'separate by semicolons, as French spreadsheets expect')
    .option('--json', 'the totals of the month as JSON')
    .addHelpText(
      'after',
      `
Example:
  tsena books --month 2026-11 > books-2026-11.csv`,
    )
    .action(async ({ month, byDay, semicolon, json }) => {
      const { first, last } = daysOfMonth(month);
      const separator = semicolon ? ';' : ',';
      await withStorage(async ({ storage }) => {
        const { db } = storage.store;
        if (json || byDay) {
          const totals: Totals = await dailyTotals(db, first, last);
          if (json) printJson(totals);
          else process.stdout.write(writeDays(totals, month, separator));
          return;
        }
        process.stdout.write(entriesTable.header(separator));
        for await (const entries of readBooks(db, startOfDay(first), endOfDay(last))) {
          process.stdout.write(entriesTable.lines(entries, separator));
        }
      });
    });
}
