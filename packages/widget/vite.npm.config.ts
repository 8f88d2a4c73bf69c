import { defineConfig } from 'vite';
import { common, conditions } from './vite.shared.ts';

/** The npm entry: one file with everything except React, which the page provides. */
export default defineConfig({
  ...common,
  resolve: { conditions },
  build: {
    ...common.build,
    modulePreload: false,
    rolldownOptions: {
      ...common.build.rolldownOptions,
      // Not `build.lib`: it keeps hints for bundlers, which are useless in a file with one export.
      input: 'src/index.ts',
      preserveEntrySignatures: 'strict',
      external: [/^react(-dom)?(\/.*)?$/],
      output: {
        format: 'es',
        entryFileNames: 'index.js',
        // The component keeps its state in the browser, also where a framework renders on the server.
        postBanner: '"use client";',
      },
    },
  },
});
