import { resolve } from 'node:path';
import { Command } from 'commander';
import { readDatabaseUrl } from '../config.ts';
import { backUp } from '../storage/backup.ts';
import { requireDatabase, sqlitePath } from './offline.ts';
import { CommandError, printJson, printLine } from './output.ts';

/** `tsena backup` */
export function backup(): Command {
  return new Command('backup')
    .description('write a consistent copy of the SQLite storage, while the companion runs')
    .argument('<file>', 'where to; it must not exist')
    .option('--json', 'as JSON: file, bytes, payments, orders, newestAt')
    .addHelpText(
      'after',
      `
The copy is whole, checked and on the disk when this ends; it holds payers' numbers, so that only
its owner may read it. Needs DATABASE_URL alone. On PostgreSQL use pg_dump (docs/operations.md).

Example, every night from cron:
  tsena backup /var/backups/tsena/$(date +%F).db`,
    )
    .action((file: string, { json }: { json?: true }) => {
      const url = readDatabaseUrl(process.env);
      const path = sqlitePath(url);
      if (path === undefined) {
        throw new CommandError('The storage is on PostgreSQL; back it up with: pg_dump --format=custom --file=FILE "$DATABASE_URL"');
      }
      requireDatabase(url);
      const content = backUp(path, resolve(file));
      if (json) printJson({ file: resolve(file), ...content, newestAt: timeOf(content.newestAt) });
      else printLine(`${resolve(file)} holds ${content.payments} payments of ${content.orders} orders, ${content.bytes} bytes, checked.`);
    });
}

/** ms since 1970 as a timestamp. */
export function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
