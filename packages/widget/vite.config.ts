import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { common, conditions } from './vite.shared.ts';

const preactFile = (name: string) => fileURLToPath(new URL(`src/preact/${name}.ts`, import.meta.url));

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

/** The script-tag file: one file with everything, and Preact instead of React. */
export default defineConfig({
  ...common,
  plugins: [...common.plugins, compressed],
  resolve: {
    conditions,
    alias: [
      { find: /^react$/, replacement: preactFile('react') },
      { find: /^react-dom\/client$/, replacement: preactFile('client') },
      { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    ],
  },
  build: {
    ...common.build,
    lib: { entry: 'src/embed.ts', formats: ['iife'], name: 'TsenaCheckout', fileName: () => 'checkout.js' },
  },
});
