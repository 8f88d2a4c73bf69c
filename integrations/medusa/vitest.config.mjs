import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'medusa', include: ['tests/**/*.test.mjs'], testTimeout: 240_000, hookTimeout: 480_000 },
});
