import { defineConfig } from 'vitest/config';

const CORE = 'rules,payments,storage,operator,webhooks';

/** The tests beside the code that is mutated. Those that start built programs would not see a mutant. */
export default defineConfig({
  resolve: { conditions: ['tsena:source'] },
  ssr: { resolve: { conditions: ['tsena:source', 'node'] } },
  test: {
    include: [`packages/server/src/core/{${CORE}}/**/*.test.ts`],
    globalSetup: ['packages/testkit/src/postgresSetup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
