import type { Plugin, UserConfig } from 'vite';

/** Modules of query-core that the widget does not use, and what replaces them. */
const UNUSED: Readonly<Record<string, string>> = {
  infiniteQueryBehavior: 'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined;',
  mutationCache: 'export class MutationCache {}',
};

/**
 * Leaves out the infinite queries and the mutations of query-core. The library has no entry without them, and a bundler cannot remove them:
 * `Query` and `QueryClient` choose them at run time. `pnpm size` measures what this saves.
 */
export const withoutUnusedQueries: Plugin = {
  name: 'without-unused-queries',
  load: {
    filter: { id: /query-core\/build\/modern\/(infiniteQueryBehavior|mutationCache)\.js$/ },
    handler: (id) => UNUSED[id.replace(/^.*\/(\w+)\.js$/, '$1')],
  },
};

/** The settings that all builds share. The npm entry is for bundlers, which compile it for older browsers than Chrome 94 and Safari 15. */
export const common = {
  plugins: [withoutUnusedQueries],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    minify: 'terser',
    cssMinify: 'lightningcss',
    // The stylesheet needs no changes for older browsers; a lower target would add prefixes.
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
