import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration, type UserWorkspaceConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Begins with the files of `packages/server/test`, which take up to a minute each. Without times of an earlier run, as
 * on a fresh clone, vitest begins with the largest files: the stress tests, of a few lines each, would come last and
 * leave one worker idle.
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

/**
 * The tests of a package, which run on the sources of the others. Loading the modules once for each worker halves the
 * time, so no test mocks a module.
 */
function project(folder: string, test: UserWorkspaceConfig['test'] = {}): TestProjectInlineConfiguration {
  return {
    root: join(import.meta.dirname, folder),
    resolve: { conditions: ['tsena:source'] },
    ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
    test: {
      name: basename(folder),
      isolate: false,
      include: ['src/**/*.test.ts'],
      setupFiles: [join(import.meta.dirname, 'packages/testkit/src/waitTimeout.ts')],
      // Longer than the waits of a test, which end as soon as they may.
      testTimeout: 90_000,
      hookTimeout: 120_000,
      ...test,
    },
  };
}

export default defineConfig({
  test: {
    // Most tests wait for other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongTestsFirst },
    projects: [
      project('packages/shared'),
      project('packages/server', {
        include: ['{src,test}/**/*.test.ts'],
        globalSetup: [
          '@tsena/testkit/postgresSetup',
          join(import.meta.dirname, 'packages/server/test/support/buildPrograms.ts'),
        ],
        expect: { poll: { timeout: 30_000 } },
      }),
      project('packages/node', { include: ['test/**/*.test.ts'] }),
      project('packages/sandbox'),
      project('packages/dashboard', {
        isolate: true,
        environment: 'happy-dom',
        include: ['src/**/*.test.{ts,tsx}'],
        restoreMocks: true,
        unstubGlobals: true,
      }),
      'packages/widget/vitest.config.ts',
      'packages/widget/vitest.preact.config.ts',
      project('examples/shop'),
      { test: { name: 'scripts', include: ['scripts/**/*.test.ts', 'tools/*.test.ts'], testTimeout: 30_000 } },
    ],
  },
});
