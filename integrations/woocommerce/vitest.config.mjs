import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { name: 'woocommerce', include: ['tests/**/*.test.mjs'], testTimeout: 30_000 } });
