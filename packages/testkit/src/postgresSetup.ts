import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL server that all test files share. Each file creates its own databases. */
    postgres: string;
  }
}

/** Starts one PostgreSQL server for a test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  project.provide('postgres', postgres.url);
  return () => postgres.stop();
}
