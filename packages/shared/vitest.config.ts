import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'shared',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: ['../testkit/src/waitTimeout.ts'],
    testTimeout: 60_000,
  },
});
