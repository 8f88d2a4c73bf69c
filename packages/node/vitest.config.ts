import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
  test: {
    name: 'node',
    isolate: false,
    include: ['test/**/*.test.ts'],
    setupFiles: ['../testkit/src/waitTimeout.ts'],
    testTimeout: 60_000,
  },
});
