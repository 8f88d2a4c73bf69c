import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LANGUAGES } from '@tsena/shared';
import { defineConfig, type Plugin } from 'vite';
import { onPreact } from '../../scripts/onPreact.ts';
import { textsIn } from './src/locales/texts.ts';

const DEFAULT_FOLDER = 'dist/app';

/**
 * Writes each language out: the sources have all languages side by side, and a phone loads one. Only the counter has
 * the texts of the counter.
 */
const oneLanguage = (isCounter: boolean): Plugin => ({
  name: 'one-language',
  apply: 'build',
  load(id) {
    const language = LANGUAGES.find((one) => id.endsWith(`/locales/${one}.ts`));
    if (language === undefined) return null;
    const texts = Object.entries(textsIn(language)).filter(([key]) => isCounter || !/^(take|failure)\./.test(key));
    return `export const texts = ${JSON.stringify(Object.fromEntries(texts))};`;
  },
});

/** Compresses each file once, here, so that the companion does not at every start. */
const compress = (): Plugin => {
  let outDir = DEFAULT_FOLDER;
  return {
    name: 'compress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir;
    },
    closeBundle() {
      for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
        const path = join(entry.parentPath, entry.name);
        const file = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${path}.gz`, gzipSync(file, { level: 9 }));
      }
    },
  };
};

/**
 * `--mode counter` builds the page of the counter: with files of its own, so that neither page waits for the code of
 * the other.
 */
export default defineConfig(({ mode }) => ({
  // Relative, for the companion may be mounted under a path of its host's.
  base: './',
  plugins: [oneLanguage(mode === 'counter'), compress()],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    conditions: ['tsena:source', 'module', 'browser', 'import', 'default'],
    // 50 kB less. The tests of the components run on React, the browser tests on this build.
    alias: onPreact,
  },
  build: {
    outDir: DEFAULT_FOLDER,
    emptyOutDir: mode !== 'counter',
    assetsDir: mode === 'counter' ? 'counter-assets' : 'assets',
    // Their licences ask for it. The counter has no other packages.
    license: mode === 'counter' ? false : { fileName: 'THIRD-PARTY-NOTICES.md' },
    target: 'es2022',
    // Nothing inline: the page's policy allows its own files alone.
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: mode === 'counter' ? 'counter.html' : 'index.html',
      // react-query marks its modules for React's server components, which a bundle has no use for.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
      },
    },
  },
}));
