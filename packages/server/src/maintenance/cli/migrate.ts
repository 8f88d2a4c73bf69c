import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { requireDatabase, sqlitePath } from '../../cli/offline.ts';
import { CommandError, printJson, printLine } from '../../cli/output.ts';
import { readOnly } from '../../config/readSettings.ts';
import { migrateToPostgres } from '../migrateToPostgres.ts';

/** `tsena migrate` */
export function migrate() {
  return new Command('migrate')
    .description('copy a SQLite database into an empty PostgreSQL database, and compare each row; stop the companion first')
    .requiredOption('--from <file>', 'the SQLite database: file:./data/tsena.db')
    .option('--to <address>', 'postgres://…, without a password (default: DATABASE_URL)')
    .option('--json', 'as JSON: rows, hash')
    .addHelpText(
      'after',
      `
The command copies all rows in one database transaction, reads them back and compares them before it commits. It does not change the SQLite file. Other users can see a password on the command line in the list of processes: put the address into DATABASE_URL, or the password into PGPASSWORD.

Example:
  systemctl stop tsena
  DATABASE_URL=postgres://tsena:…@db.example/tsena tsena migrate --from file:/var/lib/tsena/tsena.db
  then set DATABASE_URL for the companion, and start it`,
    )
    .action(async ({ from, to, json }) => {
      const path = sqlitePath(from.startsWith('file:') ? from : `file:${from}`);
      requireDatabase(from.startsWith('file:') ? from : `file:${from}`);
      const target = to ?? readOnly(process.env, 'DATABASE_URL').DATABASE_URL;
      if (path === undefined || !/^postgres(ql)?:\/\//.test(target) || !URL.canParse(target)) {
        throw new CommandError('The target must be a postgres:// address, in --to or in DATABASE_URL.');
      }
      if (to !== undefined && new URL(to).password !== '') {
        throw new CommandError('Remove the password from --to: the list of processes shows it. Use DATABASE_URL or PGPASSWORD.');
      }
      const { rows, hash } = await migrateToPostgres(resolve(path), target);
      if (json) {
        printJson({ rows, hash });
        return;
      }
      for (const [table, count] of Object.entries(rows)) printLine(`${String(count).padStart(10)} ${table}`);
      printLine(`All rows are equal in both databases (SHA-256 ${hash}).`);
      printLine('Now set DATABASE_URL to the PostgreSQL database and start the companion. Keep the SQLite file until payments work.');
    });
}
