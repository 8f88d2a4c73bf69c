import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROBLEMS } from '@tsena/shared';
import { pino } from 'pino';
import { openCurrentSettings } from '../../backoffice/settings/currentSettings.ts';
import type { CommandContext } from '../../composition/assemble.ts';
import { assemble } from '../../composition/assemble.ts';
import { readSettings } from '../../config/readSettings.ts';
import { openStoreOf } from '../../database/databaseEnvironment.ts';
import { ProblemError } from '../../input/problemError.ts';
import { createLog, secretsOf } from '../../log/log.ts';
import { optionOf } from './bodyOptions.ts';
import { CommandError, writeMoney } from './output.ts';

/**
 * Runs a command on the storage, while a companion may serve from the same storage. Starts none of the companion's
 * loops. The running companion delivers the webhooks that the command writes to the outbox.
 *
 * @throws CommandError if there is no database yet, or if the work is refused
 * @throws WrongEnvironment if the database belongs to the other environment
 */
export async function withStorage<Result>(work: (context: CommandContext) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env);
  requireDatabase(settings.DATABASE_URL);
  const log = createLog('error', pino.destination({ dest: 2, sync: true }), secretsOf(settings));
  const store = await openStoreOf(settings);
  try {
    const currentSettings = await openCurrentSettings(settings, store);
    const { context, operator } = assemble({ settings, log, store, currentSettings, webhooksEnabled: true });
    try {
      return await work(context);
    } catch (error) {
      throw error instanceof ProblemError ? new CommandError(describeProblem(error)) : error;
    } finally {
      operator.close();
    }
  } finally {
    await store.close();
  }
}

/**
 * The options that are wrong; else the cause, the code and what the problem names: an amount, another link, or a
 * resolution.
 */
function describeProblem({ code, extras: { errors, members = {} } }: ProblemError): string {
  if (errors !== undefined)
    return errors.map(({ pointer, detail }) => `${optionOf(pointer.slice(1))}: ${detail}.`).join('\n');
  const named = Object.entries(members).map(([name, value]) => {
    if (typeof value === 'string') return [`${name}: ${/^\d+$/.test(value) ? writeMoney(value) : value}`];
    if (typeof value !== 'object' || value === null) return [];
    return [`${name}: ${'id' in value ? value.id : Object.values(value).flat().join(', ')}`];
  });
  return `${PROBLEMS[code].cause} (${[code, ...named.flat()].join(', ')})`;
}

/** The path of a SQLite database; undefined for another one. */
export function sqlitePath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith('file:') ? resolve(databaseUrl.slice('file:'.length)) : undefined;
}

/**
 * Keeps a command in the wrong folder from creating an empty database there.
 *
 * @throws CommandError if the SQLite file does not exist
 */
export function requireDatabase(databaseUrl: string): void {
  const path = sqlitePath(databaseUrl);
  if (path === undefined || existsSync(path)) return;
  throw new CommandError(
    `There is no database at ${path}. Run the command in the companion’s folder, with its .env or the same DATABASE_URL. \`tsena serve\` creates the database at its first start.`,
  );
}
