import { defineConfig } from 'vite';
import { onPreact } from '../../scripts/onPreact.ts';

/** Builds the portal's page, which the sandbox serves at /portal. */
export default defineConfig({
  base: '/portal/',
  publicDir: false,
  resolve: {
    conditions: ['tsena:source', 'module', 'browser', 'import', 'default'],
    // As in the dashboard, whose parts the page uses.
    alias: onPreact,
  },
  build: {
    outDir: 'dist/page',
    target: 'es2022',
    // Nothing inline: the page's policy allows its own files alone.
    assetsInlineLimit: 0,
    modulePreload: false,
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    reportCompressedSize: false,
  },
});
