import { defineConfig } from 'vite';
import { REST_GLOBAL } from './src/first/restLoader.ts';
import { fromFirstFile, hashedName, script, sourceFile } from './vite.script.ts';
import { conditions } from './vite.shared.ts';

/** The second script-tag file: everything that the first one has not, with Preact instead of React. */
export default defineConfig({
  ...script,
  plugins: [fromFirstFile, ...script.plugins, hashedName],
  resolve: {
    conditions,
    alias: [
      { find: /^react$/, replacement: sourceFile('preact/react.ts') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    ...script.build,
    // Of all files: the others contain less.
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    lib: { entry: 'src/rest.ts', formats: ['iife'], name: REST_GLOBAL, fileName: () => 'checkout-rest.js' },
  },
});
