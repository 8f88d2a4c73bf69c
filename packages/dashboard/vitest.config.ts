import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
  test: {
    name: 'dashboard',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['../testkit/src/waitTimeout.ts'],
    testTimeout: 60_000,
  },
});
