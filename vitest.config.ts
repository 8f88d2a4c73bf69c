import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Most tests wait for other processes; vitest would leave one core of two idle.
    maxWorkers: '100%',
    projects: ['packages/*', 'examples/*', { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 30_000 } }],
  },
});
