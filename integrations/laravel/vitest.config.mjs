import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'laravel', include: ['tests/**/*.test.mjs'], testTimeout: 60_000, hookTimeout: 60_000 },
});
