import type { TestProject } from 'vitest/node';
import { isPostgresInstalled, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The address of the PostgreSQL server that all test files share. Each file creates its own databases. Empty if
     * PostgreSQL is not installed: only the tests that need it fail then.
     */
    postgres: string;
  }
}

/** Starts one PostgreSQL server for a test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isPostgresInstalled()) {
    project.provide('postgres', '');
    return async () => undefined;
  }
  const postgres = await startPostgres();
  project.provide('postgres', postgres.url);
  return () => postgres.stop();
}
