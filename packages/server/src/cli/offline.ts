import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pino } from 'pino';
import { assemble } from '../companion.ts';
import { readSettings } from '../config.ts';
import type { HttpContext } from '../http/context.ts';
import { createLog } from '../log.ts';
import { openStore } from '../storage/store.ts';
import { CommandError } from './output.ts';

/**
 * Runs a command on the storage itself, beside a companion that may be serving from it: the parts are assembled, their
 * loops are not started. Whatever the command changes goes into the outbox, and the serving companion delivers it.
 *
 * @throws CommandError if there is no database yet
 */
export async function withStorage<Result>(work: (context: HttpContext) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env);
  requireDatabase(settings.databaseUrl);
  const log = createLog('error', pino.destination({ dest: 2, sync: true }));
  const store = await openStore(settings.databaseUrl);
  try {
    const { context } = assemble({ settings, log }, log, store, true);
    try {
      return await work(context);
    } finally {
      context.engine.operator.close();
    }
  } finally {
    await store.close();
  }
}

/** The path of a SQLite database; undefined for another one. */
export function sqlitePath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith('file:') ? resolve(databaseUrl.slice('file:'.length)) : undefined;
}

/** A command in the wrong folder must not make an empty storage there and call it yours. */
export function requireDatabase(databaseUrl: string): void {
  const path = sqlitePath(databaseUrl);
  if (path === undefined || existsSync(path)) return;
  throw new CommandError(
    `There is no database at ${path}. Run this in the companion’s folder, with its .env or the same DATABASE_URL; \`tsena serve\` makes the database at its first start.`,
  );
}
