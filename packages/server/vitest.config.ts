import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
  test: {
    name: 'server',
    // Loading the modules once for each worker halves the time. So no test mocks a module.
    isolate: false,
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['../testkit/src/waitTimeout.ts'],
    globalSetup: ['@tsena/testkit/postgresSetup', 'test/support/buildPrograms.ts'],
    // Longer than the waits of a test, which end as soon as they may.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
