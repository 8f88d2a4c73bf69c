import { defineConfig } from 'vite';
import { compressed, findRestFile, script, sourceFile } from './vite.script.ts';
import { conditions } from './vite.shared.ts';

/** The first script-tag file: draws the form, and loads the second one. It contains no framework. */
export default defineConfig({
  ...script,
  define: { ...script.define, REST_FILE: JSON.stringify(findRestFile()) },
  plugins: [...script.plugins, compressed],
  resolve: { conditions, alias: [{ find: /^react\/jsx-runtime$/, replacement: sourceFile('first/jsxRuntime.ts') }] },
  build: { ...script.build, lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'TsenaCheckout', fileName: () => 'checkout.js' } },
});
