import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { common, conditions } from './vite.shared.ts';

const ours = (name: string) => fileURLToPath(new URL(`src/preact/${name}.ts`, import.meta.url));

/** The script-tag file as it goes over the line, so that no server has to compress it at each start. */
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

/** The script-tag file: everything in one, with Preact in React's place. */
export default defineConfig({
  ...common,
  plugins: [...common.plugins, compressed],
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
