import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { readDatabaseUrl } from '../config.ts';
import { copyBackup, distrustUnsent, inspect, replaceDatabase, unknownMigrations } from '../ledger/backup.ts';
import { openStore } from '../ledger/store.ts';
import { timeOf } from './backup.ts';
import { sqlitePath } from './offline.ts';
import { CommandError, printJson, printLine } from './output.ts';

/** `tsena restore` */
export function restore(): Command {
  return new Command('restore')
    .description('put a backup in the place of the SQLite ledger; the companion has to be stopped')
    .argument('<file>', 'a file that `tsena backup` wrote')
    .option('--json', 'as JSON: restored, formerDatabase, payments, orders, newestAt, distrusted')
    .addHelpText(
      'after',
      `
The backup is checked first, and the database that was there is kept beside it under another name.
What happened after the backup is not in it: compare with the operator's portal before you go on
(docs/operations.md). Attempts that the backup holds as not yet sent become unresolved, for they
may have been sent since. Needs DATABASE_URL alone. On PostgreSQL use pg_restore.

Example:
  systemctl stop tsena && tsena restore /var/backups/tsena/2026-05-03.db && systemctl start tsena`,
    )
    .action(async (file: string, { json }: { json?: true }) => {
      const path = sqlitePath(readDatabaseUrl(process.env));
      if (path === undefined) throw new CommandError('The ledger is on PostgreSQL; restore it with pg_restore.');
      const content = inspect(resolve(file));
      const unknown = await unknownMigrations(resolve(file));
      if (unknown.length > 0) {
        throw new CommandError(`${file} was written by a newer version (${unknown.join(', ')}); restore it with that version.`);
      }
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const prepared = `${path}.restoring`;
      const { former, distrusted } = await prepareAndReplace(resolve(file), prepared, path).finally(() => {
        for (const end of ['', '-wal', '-shm']) rmSync(`${prepared}${end}`, { force: true });
      });
      const newestAt = timeOf(content.newestAt);
      if (json) {
        printJson({ restored: path, formerDatabase: former, payments: content.payments, orders: content.orders, newestAt, distrusted });
        return;
      }
      printLine(
        `${path} now holds ${content.payments} payments of ${content.orders} orders; the newest event is of ${newestAt ?? 'no time'}.`,
      );
      if (distrusted > 0)
        printLine(
          `${distrusted} that were not yet sent then will be unresolved: look at them with \`tsena payments list --needs-person\`.`,
        );
      if (former !== null) printLine(`What was there is now ${former}.`);
      printLine('Compare with the operator’s portal what was paid after that time (docs/operations.md), then start the companion.');
    });
}

async function prepareAndReplace(file: string, prepared: string, path: string): Promise<{ former: string | null; distrusted: number }> {
  await copyBackup(file, prepared);
  const store = await openStore(`file:${prepared}`);
  let distrusted: number;
  try {
    const nobody = () => {
      throw new TypeError('A restore tells the shop nothing.');
    };
    distrusted = await distrustUnsent({ store, clock: systemClock(), owner: 'restore', tellsShop: false, describe: nobody });
  } finally {
    await store.close();
  }
  const suffix = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  return { former: replaceDatabase(path, prepared, suffix), distrusted };
}
