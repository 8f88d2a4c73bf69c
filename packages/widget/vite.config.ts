import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { withoutPrivateNames } from './scripts/privateNames.ts';
import { shortSyntax } from './scripts/shortSyntax.ts';
import { common, conditions } from './vite.shared.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`src/${path}.ts`, import.meta.url));

/** Writes the script-tag file compressed too, so that the companion does not compress it at each start. */
const compressed: Plugin = {
  name: 'compressed',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const code = Buffer.from(file.code);
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(code, { level: 9 }) });
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(code) });
      }
    },
  },
};

/** The script-tag file: one file with everything, and Preact instead of React. It runs in Chrome 61 and Safari 12, see scripts/oldBrowsers.ts. */
export default defineConfig({
  ...common,
  define: { ...common.define, globalThis: 'window' },
  plugins: [...common.plugins, withoutPrivateNames, shortSyntax, compressed],
  resolve: {
    conditions,
    alias: [
      { find: /^react$/, replacement: fileOf('preact/react') },
      { find: /^react-dom\/client$/, replacement: fileOf('preact/client') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    ...common.build,
    // Of both files: index.js contains less.
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    target: 'es2017',
    cssTarget: ['chrome61', 'safari12'],
    rolldownOptions: {
      ...common.build.rolldownOptions,
      transform: {
        assumptions: { setPublicClassFields: true, noDocumentAll: true, pureGetters: true },
        helpers: { mode: 'External' },
        // In the libraries too.
        inject: {
          AbortController: [fileOf('fallbacks/abortController'), 'AbortController'],
          queueMicrotask: [fileOf('fallbacks/queueMicrotask'), 'queueMicrotask'],
        },
      },
    },
    terserOptions: { ...common.build.terserOptions, ecma: 2017 },
    lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'TsenaCheckout', fileName: () => 'checkout.js' },
  },
});
