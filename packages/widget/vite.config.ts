import { defineConfig } from 'vite';
import { common, conditions } from './vite.shared.ts';

/** The script-tag file: everything in one, with Preact in React's place. */
export default defineConfig({
  ...common,
  resolve: {
    conditions,
    alias: [
      { find: /^react$/, replacement: 'preact/compat' },
      { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    ...common.build,
    lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'TsenaCheckout', fileName: () => 'checkout.js' },
  },
});
