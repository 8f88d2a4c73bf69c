import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase } from './postgres.ts';

/** The kinds of database that the companion supports. */
export const STORES = ['sqlite', 'postgres'] as const;

/** An empty database for one test. */
export interface TestDatabase {
  /** A value for DATABASE_URL. */
  readonly url: string;
  remove(): void;
}

/** Creates an empty database: a SQLite file, or a database in the test run's PostgreSQL server. */
export async function emptyDatabase(kind: (typeof STORES)[number]): Promise<TestDatabase> {
  // The server's databases are deleted with it when the run ends.
  if (kind === 'postgres') return { url: await createDatabase(inject('postgres')), remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  return { url: `file:${join(folder, 'tsena.db')}`, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
