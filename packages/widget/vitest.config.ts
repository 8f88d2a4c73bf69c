import { defineProject } from 'vitest/config';

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  test: {
    name: 'widget',
    environment: 'happy-dom',
    include: ['{src,scripts,test-types}/**/*.test.{ts,tsx}'],
    setupFiles: ['../../scripts/waitTimeout.ts', 'src/testing/patience.ts'],
    testTimeout: 60_000,
    css: { include: /styles\.css/ },
  },
});
