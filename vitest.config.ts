import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the files of `packages/server/test`, which take up to a minute each. Without times of an earlier run, as on a fresh clone,
 * vitest begins with the largest files: the stress tests, of a few lines each, would come last and leave one worker idle.
 */
class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  if (moduleId.includes('/packages/server/test/stress/')) return 0;
  return moduleId.includes('/packages/server/test/') ? 1 : 2;
}

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
