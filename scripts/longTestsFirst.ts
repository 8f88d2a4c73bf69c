import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the files of `packages/server/test`, which take up to a minute each. Without times of an earlier run, as on a fresh clone,
 * vitest begins with the largest files: the stress tests, of a few lines each, would come last and leave one worker idle.
 */
export class LongTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ moduleId }: TestSpecification): number {
  if (moduleId.includes('/packages/server/test/stress/')) return 0;
  return moduleId.includes('/packages/server/test/') ? 1 : 2;
}
