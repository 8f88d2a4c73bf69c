import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from 'commander';
import { systemClock } from '../clock.ts';
import { readDatabaseUrl } from '../config.ts';
import { copyBackup, inspect, replaceDatabase, unknownMigrations } from '../storage/backup.ts';
import { markUnsentUnresolved } from '../storage/restoredDatabase.ts';
import { openStore } from '../storage/store.ts';
import { timeOf } from './backup.ts';
import { sqlitePath } from './offline.ts';
import { CommandError, printJson, printLine } from './output.ts';

/** `tsena restore` */
export function restore(): Command {
  return new Command('restore')
    .description('put a backup in the place of the SQLite storage, or finish a restore on PostgreSQL; the companion has to be stopped')
    .argument('[file]', 'on SQLite: a file that `tsena backup` wrote')
    .option(
      '--json',
      'as JSON: restored, formerDatabase, payments, orders, newestAt, markedUnresolved; on PostgreSQL markedUnresolved alone',
    )
    .addHelpText(
      'after',
      `
SQLite: the backup is checked first, and the database that was there is kept beside it under another
name. PostgreSQL: restore the database with its own means first (pg_restore, a snapshot, an archive),
then run this without a file, before the companion starts.

What happened after the backup is not in it: compare with the operator's portal before you go on
(docs/operations.md). Attempts that the backup holds as not yet sent become unresolved, for they
may have been sent since. Needs DATABASE_URL alone.

Examples:
  systemctl stop tsena && tsena restore /var/backups/tsena/2026-05-03.db && systemctl start tsena
  systemctl stop tsena && pg_restore … && tsena restore && systemctl start tsena`,
    )
    .action(async (file: string | undefined, { json }: { json?: true }) => {
      const url = readDatabaseUrl(process.env);
      const path = sqlitePath(url);
      if (path === undefined) await finishOnPostgres(url, file, json === true);
      else await restoreFile(path, file, json === true);
    });
}

async function restoreFile(path: string, file: string | undefined, json: boolean): Promise<void> {
  if (file === undefined) throw new CommandError('Name the backup: tsena restore FILE. Nothing was changed.');
  const content = inspect(resolve(file));
  const unknown = await unknownMigrations(resolve(file));
  if (unknown.length > 0) {
    throw new CommandError(`${file} was written by a newer version (${unknown.join(', ')}); restore it with that version.`);
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const prepared = `${path}.restoring`;
  const { former, markedUnresolved } = await prepareAndReplace(resolve(file), prepared, path).finally(() => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${prepared}${end}`, { force: true });
  });
  const newestAt = timeOf(content.newestAt);
  if (json) {
    printJson({ restored: path, formerDatabase: former, payments: content.payments, orders: content.orders, newestAt, markedUnresolved });
    return;
  }
  printLine(`${path} now holds ${content.payments} payments of ${content.orders} orders; the newest event is of ${newestAt ?? 'no time'}.`);
  printDistrusted(markedUnresolved);
  if (former !== null) printLine(`What was there is now ${former}.`);
  printLine('Compare with the operator’s portal what was paid after that time (docs/operations.md), then start the companion.');
}

async function prepareAndReplace(
  file: string,
  prepared: string,
  path: string,
): Promise<{ former: string | null; markedUnresolved: number }> {
  await copyBackup(file, prepared);
  const markedUnresolved = await distrustUnsentAt(`file:${prepared}`);
  const suffix = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  return { former: replaceDatabase(path, prepared, suffix), markedUnresolved };
}

async function finishOnPostgres(url: string, file: string | undefined, json: boolean): Promise<void> {
  if (file !== undefined) {
    throw new CommandError(
      'The database is on PostgreSQL: restore it with pg_restore, then run `tsena restore` without a file. Nothing was changed.',
    );
  }
  const markedUnresolved = await distrustUnsentAt(url);
  if (json) {
    printJson({ markedUnresolved });
    return;
  }
  if (markedUnresolved === 0) printLine('No payment was waiting to be sent in this database; nothing was changed.');
  printDistrusted(markedUnresolved);
  printLine('Compare with the operator’s portal what was paid after the backup (docs/operations.md), then start the companion.');
}

async function distrustUnsentAt(url: string): Promise<number> {
  const store = await openStore(url);
  try {
    const nobody = () => {
      throw new TypeError('A restore tells the shop nothing.');
    };
    return await markUnsentUnresolved({ store, clock: systemClock(), owner: 'restore', webhooksEnabled: false, describe: nobody });
  } finally {
    await store.close();
  }
}

function printDistrusted(count: number): void {
  if (count === 0) return;
  printLine(`${count} that were not yet sent then will be unresolved: look at them with \`tsena payments list --needs-person\`.`);
}
