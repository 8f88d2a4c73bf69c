import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { sqlitePath } from '../../cli/kit/offline.ts';
import { CommandError, printJson, printLine } from '../../cli/kit/output.ts';
import { readOnly } from '../../config/readSettings.ts';
import { openStore } from '../../database/store.ts';
import { copyBackup, endWriteAheadLog, inspect, migrationState, replaceDatabase } from '../backup.ts';
import { assumeSent } from '../restoredDatabase.ts';
import { writeTimestamp } from './backup.ts';

/** `tsena restore` */
export function restore() {
  return new Command('restore')
    .argument('[file]', 'on SQLite: a file that `tsena backup` wrote')
    .option(
      '--json',
      'as JSON: restored, formerDatabase, payments, orders, newestAt, markedUnresolved; on PostgreSQL only markedUnresolved',
    )
    .action(async (file, { json }) => {
      const url = readOnly(process.env, 'DATABASE_URL').DATABASE_URL;
      const path = sqlitePath(url);
      if (path === undefined) await finishOnPostgres(url, file, json === true);
      else await restoreFile(path, file, json === true);
    });
}

async function restoreFile(path: string, file: string | undefined, json: boolean): Promise<void> {
  if (file === undefined) throw new CommandError('Name the backup file: tsena restore FILE. Nothing was changed.');
  const content = inspect(resolve(file));
  const state = migrationState(resolve(file));
  if (state.kind === 'newer')
    throw new CommandError(
      `A newer version wrote ${file} (${state.unknown.join(', ')}). Restore it with that version.`,
    );
  if (state.kind === 'unreleased')
    throw new CommandError(
      `A version from before the first release wrote ${file}. This version cannot use it; nothing was changed.`,
    );
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const prepared = `${path}.restoring`;
  const { former, markedUnresolved } = await prepareAndReplace(resolve(file), prepared, path).finally(() => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${prepared}${end}`, { force: true });
  });
  const newestAt = writeTimestamp(content.newestAt);
  if (json) {
    printJson({
      restored: path,
      formerDatabase: former,
      payments: content.payments,
      orders: content.orders,
      newestAt,
      markedUnresolved,
    });
    return;
  }
  printLine(
    `${path} is restored. Payments: ${content.payments}, orders: ${content.orders}. ${newestAt === null ? 'It has no events.' : `Its newest event is from ${newestAt}.`}`,
  );
  printMarked(markedUnresolved);
  if (former !== null) printLine(`The former database is now ${former}.`);
  printNextSteps('that time');
}

async function prepareAndReplace(
  file: string,
  prepared: string,
  path: string,
): Promise<{ former: string | null; markedUnresolved: number }> {
  await copyBackup(file, prepared);
  const markedUnresolved = await assumeSentAt(`file:${prepared}`);
  // On a full disk, its changes are still in the write-ahead log, which does not move with it.
  endWriteAheadLog(prepared);
  const suffix = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  return { former: replaceDatabase(path, prepared, suffix), markedUnresolved };
}

async function finishOnPostgres(url: string, file: string | undefined, json: boolean): Promise<void> {
  if (file !== undefined) {
    throw new CommandError(
      'The database is on PostgreSQL. Restore it with pg_restore, then run `tsena restore` without a file. Nothing was changed.',
    );
  }
  const markedUnresolved = await assumeSentAt(url);
  if (json) {
    printJson({ markedUnresolved });
    return;
  }
  if (markedUnresolved === 0) printLine('This database has no payment that was not yet sent. Nothing was changed.');
  printMarked(markedUnresolved);
  printNextSteps('the backup');
}

async function assumeSentAt(url: string): Promise<number> {
  const store = await openStore(url);
  try {
    return await assumeSent(store);
  } finally {
    await store.close();
  }
}

/** @param since the moment after which nothing is in the database, in words */
function printNextSteps(since: string): void {
  printLine(
    `Money that the counter took by hand after ${since} looks unused again. For a day, before you take money by hand, compare its reference with the receipts of sales after ${since}.`,
  );
  printLine(
    `Compare payments after ${since} with the operator’s portal (docs/operations.md), then start the companion.`,
  );
}

function printMarked(count: number): void {
  if (count === 0) return;
  printLine(
    `Payments that become unresolved at the next start, because the backup has them as not yet sent: ${count}. Then list them with \`tsena payments list --needs-review\`.`,
  );
}
