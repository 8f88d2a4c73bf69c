import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { projects: ['packages/*', 'examples/*', { test: { name: 'scripts', include: ['scripts/**/*.test.ts'], testTimeout: 30_000 } }] },
});
