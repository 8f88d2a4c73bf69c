import { defineProject } from 'vitest/config';

/** The settings of the unit tests, which run on React here, and on Preact in `vitest.preact.config.ts`. */
export const tests = {
  environment: 'happy-dom',
  include: ['{src,scripts,test-types}/**/*.test.{ts,tsx}'],
  setupFiles: ['../testkit/src/waitTimeout.ts', 'src/testing/patience.ts'],
  testTimeout: 60_000,
  css: { include: /\.css/ },
};

export default defineProject({
  resolve: { conditions: ['tsena:source'] },
  // What the first file draws is Preact's.
  test: { ...tests, name: 'widget', exclude: ['src/firstPaint/**'] },
});
