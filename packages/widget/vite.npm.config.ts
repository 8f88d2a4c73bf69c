import { defineConfig } from 'vite';
import { common, conditions } from './vite.shared.ts';

/** The npm entry: everything in one but React, which is the page's own. */
export default defineConfig({
  ...common,
  resolve: { conditions },
  build: {
    ...common.build,
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.js' },
    rolldownOptions: { ...common.build.rolldownOptions, external: [/^react(-dom)?(\/.*)?$/] },
  },
});
