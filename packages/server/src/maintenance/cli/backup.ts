import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { requireDatabase, sqlitePath } from '../../cli/kit/offline.ts';
import { CommandError, printJson, printLine } from '../../cli/kit/output.ts';
import { readOnly } from '../../config/readSettings.ts';
import { redact } from '../../log/redact.ts';
import { backUp } from '../backup.ts';
import { recordBackup } from '../backupRecords.ts';

/** `tsena backup` */
export function backup() {
  return new Command('backup')
    .argument('[file]', 'the file to write; it must not exist')
    .option('--record', 'write no file: record that a backup made by other means, such as pg_dump, is complete')
    .option('--json', 'as JSON: file, bytes, payments, orders, newestAt; with --record: recordedAt')
    .action(async (file, { record, json }) => {
      const url = readOnly(process.env, 'DATABASE_URL').DATABASE_URL;
      if (record === true) {
        if (file !== undefined)
          throw new CommandError('Give a file, or --record for a backup that was made by other means.');
        await recordOtherBackup(url, json === true);
        return;
      }
      if (file === undefined) throw new CommandError('Give the file to write: tsena backup FILE');
      await writeBackup(url, resolve(file), json === true);
    });
}

async function writeBackup(url: string, file: string, json: boolean): Promise<void> {
  const path = sqlitePath(url);
  if (path === undefined) {
    throw new CommandError(
      'The database is on PostgreSQL. Back it up with: pg_dump --format=custom --file=FILE "$DATABASE_URL" && tsena backup --record',
    );
  }
  requireDatabase(url);
  const content = backUp(path, file);
  try {
    await recordBackup(url, Date.now());
  } catch (error) {
    // The backup is complete; only the setup page does not know of it.
    const reason = redact(error instanceof Error ? error.message : String(error));
    process.stderr.write(`The backup is complete, but its time could not be recorded: ${reason}\n`);
  }
  if (json) printJson({ file, ...content, newestAt: writeTimestamp(content.newestAt) });
  else
    printLine(`${file} is checked. Payments: ${content.payments}, orders: ${content.orders}, bytes: ${content.bytes}.`);
}

async function recordOtherBackup(url: string, json: boolean): Promise<void> {
  requireDatabase(url);
  const at = Date.now();
  await recordBackup(url, at);
  if (json) printJson({ recordedAt: writeTimestamp(at) });
  else printLine(`Recorded a backup at ${writeTimestamp(at)}.`);
}

/** Writes ms since 1970 as an ISO timestamp. */
export function writeTimestamp(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
