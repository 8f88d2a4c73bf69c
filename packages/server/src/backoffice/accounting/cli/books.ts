import { Command } from '@commander-js/extra-typings';
import { daysOfMonth, monthOf, monthSchema } from '@tsena/shared/merchant';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { withStorage } from '../../../cli/kit/offline.ts';
import { printJson } from '../../../cli/kit/output.ts';
import { dailyTotals } from '../../shared/totals.ts';
import { writeBooks } from '../booksCsv.ts';

/** `tsena books` */
export function books() {
  return new Command('books')
    .option(
      '--month <month>',
      'the month, as 2026-11; by default the current one',
      parseBy(monthSchema),
      monthOf(Date.now()),
    )
    .option('--by-day', 'a line for each day, and the month’s total')
    .option('--semicolon', 'separate by semicolons, as French spreadsheets expect')
    .option('--json', 'the totals of the month as JSON')
    .action(async ({ month, byDay, semicolon, json }) => {
      await withStorage(async ({ storage }) => {
        const { db } = storage.store;
        if (json) {
          const { first, last } = daysOfMonth(month);
          printJson(await dailyTotals(db, first, last));
          return;
        }
        const text = writeBooks(db, month, byDay ? 'day' : 'entry', semicolon ? 'semicolon' : 'comma');
        for await (const part of text) process.stdout.write(part);
      });
    });
}
