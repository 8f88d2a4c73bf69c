/** Mutates what decides about money. docs/mutation-testing.md says how to run it. */
export default {
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner'), './mutation/sample.mjs'],
  vitest: { configFile: 'mutation/vitest.config.ts' },
  mutate: [
    'packages/server/src/core/{rules,payments,storage,operator,webhooks}/**/*.ts',
    '!**/*.test.ts',
    '!**/testing/**',
  ],
  // Texts for people are no promise.
  mutator: { excludedMutations: ['StringLiteral'] },
  checkers: ['sample'],
  ignorePatterns: ['bench', 'docs', 'e2e', 'integrations', 'site', 'sdks', 'model', 'deploy', 'mutation/reports'],
  incrementalFile: 'mutation/reports/incremental.json',
  reporters: ['clear-text', 'progress', 'json', 'html'],
  jsonReporter: { fileName: 'mutation/reports/mutation.json' },
  htmlReporter: { fileName: 'mutation/reports/mutation.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  tempDirName: 'mutation/.stryker-tmp',
  concurrency: 2,
  timeoutMS: 10_000,
  disableTypeChecks: false,
  // It reads only what TypeScript 6 can.
  tsconfigFile: 'none',
  allowEmpty: true,
};
