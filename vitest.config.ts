import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongTestsFirst } from './scripts/longTestsFirst.ts';

export default defineConfig({
  test: {
    // Most tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      'packages/*',
      'packages/widget/vitest.preact.config.ts',
      'examples/*',
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'tools/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
});
