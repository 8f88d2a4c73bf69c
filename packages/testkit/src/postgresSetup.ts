import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the PostgreSQL that all test files share; each makes databases of its own in it. */
    postgres: string;
  }
}

/** Runs one PostgreSQL for a run of the tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgres', postgres.url);
  return () => postgres.stop();
}
