import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { requireDatabase, sqlitePath } from '../../cli/kit/offline.ts';
import { CommandError, printJson, printLine } from '../../cli/kit/output.ts';
import { readOnly } from '../../config/readSettings.ts';
import { migrateToPostgres } from '../migrateToPostgres.ts';

/** `tsena migrate` */
export function migrate() {
  return new Command('migrate')
    .requiredOption('--from <file>', 'the SQLite database: file:./data/tsena.db')
    .option('--to <address>', 'postgres://…, without a password (default: DATABASE_URL)')
    .option('--json', 'as JSON: rows, hash')
    .action(async ({ from, to, json }) => {
      const path = sqlitePath(from.startsWith('file:') ? from : `file:${from}`);
      requireDatabase(from.startsWith('file:') ? from : `file:${from}`);
      const target = to ?? readOnly(process.env, 'DATABASE_URL').DATABASE_URL;
      if (path === undefined || !/^postgres(ql)?:\/\//.test(target) || !URL.canParse(target)) {
        throw new CommandError('The target must be a postgres:// address, in --to or in DATABASE_URL.');
      }
      if (to !== undefined && new URL(to).password !== '') {
        throw new CommandError(
          'Remove the password from --to: the list of processes shows it. Use DATABASE_URL or PGPASSWORD.',
        );
      }
      const { rows, hash } = await migrateToPostgres(resolve(path), target);
      if (json) {
        printJson({ rows, hash });
        return;
      }
      for (const [table, count] of Object.entries(rows)) printLine(`${String(count).padStart(10)} ${table}`);
      printLine(`All rows are equal in both databases (SHA-256 ${hash}).`);
      printLine(
        'Now set DATABASE_URL to the PostgreSQL database and start the companion. Keep the SQLite file until payments work.',
      );
    });
}
