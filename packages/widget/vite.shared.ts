import type { Plugin, UserConfig } from 'vite';

/**
 * Leaves out the infinite queries of query-core, which the widget does not use. The library has no entry without them, and a bundler
 * cannot remove them: `Query` chooses them by an option at run time. `pnpm size` measures what this saves.
 */
export const withoutInfiniteQueries: Plugin = {
  name: 'without-infinite-queries',
  load: {
    filter: { id: /query-core\/build\/modern\/infiniteQueryBehavior\.js$/ },
    handler: () => 'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined;',
  },
};

/** The settings that all builds share. The oldest browsers that run the output are Chrome 94 and Safari 15. */
export const common = {
  plugins: [withoutInfiniteQueries],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    minify: 'terser',
    cssMinify: 'lightningcss',
    // Chrome 94 supports everything in the stylesheet; a lower target would add prefixes.
    cssTarget: 'chrome123',
    terserOptions: {
      ecma: 2020,
      // `unsafe` breaks pages only if they replace String, Array or Object.
      compress: { passes: 3, unsafe: true, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
      // Pages that are not UTF-8 would break other characters.
      format: { ascii_only: true, comments: false },
    },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
} satisfies UserConfig;

/** Workspace packages are read from their sources, so that unused code is removed. */
export const conditions = ['tsena:source', 'module', 'browser', 'import', 'default'];
