import { defineConfig } from 'vite';

/** Builds the portal's page, which the sandbox serves at /portal. */
export default defineConfig({
  base: '/portal/',
  publicDir: false,
  resolve: { conditions: ['tsena:source', 'module', 'browser', 'import', 'default'] },
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
