import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
  test: {
    name: 'shop',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../../packages/testkit/src/waitTimeout.ts'],
    testTimeout: 60_000,
  },
});
