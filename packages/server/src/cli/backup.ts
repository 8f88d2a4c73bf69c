import { resolve } from 'node:path';
import { Command } from 'commander';
import { readDatabaseUrl } from '../config/readSettings.ts';
import { backUp } from '../storage/backup.ts';
import { requireDatabase, sqlitePath } from './offline.ts';
import { CommandError, printJson, printLine } from './output.ts';

/** `tsena backup` */
export function backup(): Command {
  return new Command('backup')
    .description('write a consistent copy of the SQLite database while the companion runs')
    .argument('<file>', 'the file to write; it must not exist')
    .option('--json', 'as JSON: file, bytes, payments, orders, newestAt')
    .addHelpText(
      'after',
      `
When the command ends, the copy is complete, checked and on the disk. It contains payers' numbers,
so only its owner can read it. The command needs only DATABASE_URL. On PostgreSQL, use pg_dump
(docs/operations.md).

Example, every night from cron:
  tsena backup /var/backups/tsena/$(date +%F).db`,
    )
    .action((file: string, { json }: { json?: true }) => {
      const url = readDatabaseUrl(process.env);
      const path = sqlitePath(url);
      if (path === undefined) {
        throw new CommandError('The database is on PostgreSQL. Back it up with: pg_dump --format=custom --file=FILE "$DATABASE_URL"');
      }
      requireDatabase(url);
      const content = backUp(path, resolve(file));
      if (json) printJson({ file: resolve(file), ...content, newestAt: writeTimestamp(content.newestAt) });
      else printLine(`${resolve(file)}: ${content.payments} payments of ${content.orders} orders, ${content.bytes} bytes, checked.`);
    });
}

/** Writes ms since 1970 as an ISO timestamp. */
export function writeTimestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
