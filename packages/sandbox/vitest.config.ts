import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
  test: {
    name: 'sandbox',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../testkit/src/waitTimeout.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
