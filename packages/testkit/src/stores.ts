import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase } from './postgres.ts';

/** The stores that the companion knows. */
export const STORES = ['sqlite', 'postgres'] as const;

/** An empty database of a test's own. */
export interface TestDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  remove(): void;
}

/** Makes an empty database: a SQLite file, or one in the PostgreSQL that the test run shares. */
export async function emptyDatabase(kind: (typeof STORES)[number]): Promise<TestDatabase> {
  // The shared server takes its databases with it when the run ends.
  if (kind === 'postgres') return { url: await createDatabase(inject('postgres')), remove: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'tsena-'));
  return { url: `file:${join(folder, 'tsena.db')}`, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
