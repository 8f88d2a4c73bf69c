import { resolve } from 'node:path';
import { Command } from 'commander';
import { readDatabaseUrl } from '../config.ts';
import { migrateToPostgres } from '../storage/migrateToPostgres.ts';
import { requireDatabase, sqlitePath } from './offline.ts';
import { CommandError, printJson, printLine } from './output.ts';

/** `tsena migrate` */
export function migrate(): Command {
  return new Command('migrate')
    .description('copy the SQLite storage into an empty PostgreSQL database, checked row by row; the companion has to be stopped')
    .requiredOption('--from <file>', 'the SQLite storage: file:./data/tsena.db')
    .option('--to <address>', 'postgres://…, without a password; DATABASE_URL where it is left out')
    .option('--json', 'as JSON: rows, hash')
    .addHelpText(
      'after',
      `
Everything is copied in one transaction, read back and compared before it is committed; the file stays as it is.
A password on the command line shows in the list of processes: put the address into DATABASE_URL, or the
password into PGPASSWORD.

Example:
  systemctl stop tsena
  DATABASE_URL=postgres://tsena:…@db.example/tsena tsena migrate --from file:/var/lib/tsena/tsena.db
  then set DATABASE_URL for the companion, and start it`,
    )
    .action(async ({ from, to, json }: { from: string; to?: string; json?: true }) => {
      const path = sqlitePath(from.startsWith('file:') ? from : `file:${from}`);
      requireDatabase(from.startsWith('file:') ? from : `file:${from}`);
      const target = to ?? readDatabaseUrl(process.env);
      if (path === undefined || !/^postgres(ql)?:\/\//.test(target) || !URL.canParse(target)) {
        throw new CommandError('The target has to be a postgres:// address, in --to or in DATABASE_URL.');
      }
      if (to !== undefined && new URL(to).password !== '') {
        throw new CommandError('Leave the password out of --to: the list of processes shows it. Use DATABASE_URL or PGPASSWORD.');
      }
      const { rows, hash } = await migrateToPostgres(resolve(path), target);
      if (json) {
        printJson({ rows, hash });
        return;
      }
      for (const [table, count] of Object.entries(rows)) printLine(`${String(count).padStart(10)} ${table}`);
      printLine(`All rows are the same on both sides (SHA-256 ${hash}).`);
      printLine('Now set DATABASE_URL to the new database and start the companion. Keep the file until you are sure.');
    });
}
