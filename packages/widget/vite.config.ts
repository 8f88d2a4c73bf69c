import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { common, conditions } from './vite.shared.ts';

const ours = (name: string) => fileURLToPath(new URL(`src/preact/${name}.ts`, import.meta.url));

/** The script-tag file: everything in one, with Preact in React's place. */
export default defineConfig({
  ...common,
  resolve: {
    conditions,
    alias: [
      { find: /^react$/, replacement: ours('react') },
      { find: /^react-dom\/client$/, replacement: ours('client') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    ...common.build,
    lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'TsenaCheckout', fileName: () => 'checkout.js' },
  },
});
