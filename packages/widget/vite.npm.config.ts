import { defineConfig, type Plugin } from 'vite';
import { common, conditions } from './vite.shared.ts';

/** For frameworks that render on the server: its state lives in the browser. */
const useClient: Plugin = {
  name: 'use-client',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = `"use client";${file.code}`;
  },
};

/** The npm entry: everything in one but React, which is the page's own. */
export default defineConfig({
  ...common,
  plugins: [...common.plugins, useClient],
  resolve: { conditions },
  build: {
    ...common.build,
    lib: { entry: 'src/index.ts', formats: ['es'], fileName: () => 'index.js' },
    rolldownOptions: { ...common.build.rolldownOptions, external: [/^react(-dom)?(\/.*)?$/] },
  },
});
