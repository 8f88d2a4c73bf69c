import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'vendure', include: ['tests/**/*.test.mjs'], testTimeout: 240_000, hookTimeout: 240_000 },
});
