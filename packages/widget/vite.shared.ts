import type { BuildEnvironmentOptions, Plugin, UserConfig } from 'vite';

/** Characters that a page without UTF-8 would break; all of ours stand in strings, templates or regular expressions. */
const NON_ASCII = /[^\0-\x7f]/g;

/** Hints for bundlers, which have nothing to leave out of a file that is used as a whole. */
const HINTS = /\/\* @__PURE__ \*\/ ?/g;
/** The minifier puts them on lines of their own. */
const BREAKS = /(?<=[;,{[(])\n/g;

const plain: Plugin = {
  name: 'plain',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code
        .replace(HINTS, '')
        .replace(BREAKS, '')
        .replace(NON_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

/** Leaves out react-query's queries in pages, which are reached by a `type` that nobody here asks for. */
const withoutInfiniteQueries: Plugin = {
  name: 'without-infinite-queries',
  load: {
    filter: { id: /query-core\/build\/modern\/infiniteQueryBehavior\.js$/ },
    handler: () => 'export const infiniteQueryBehavior = undefined, hasNextPage = undefined, hasPreviousPage = undefined;',
  },
};

/** react-query marks its modules for React's server components, which a bundle has no use for. */
const onLog: NonNullable<NonNullable<BuildEnvironmentOptions['rolldownOptions']>['onLog']> = (level, log, handle) => {
  if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log);
};

/** What both builds share. Chrome 94 and Safari 15 are the oldest browsers that read the output. */
export const common = {
  plugins: [plain, withoutInfiniteQueries],
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    minify: 'terser',
    cssMinify: 'lightningcss',
    // The styles use nothing newer than Chrome 94 has, and need no help for what came later.
    cssTarget: 'chrome123',
    // Unsafe only where a page has replaced String, Array or Object themselves.
    terserOptions: {
      ecma: 2020,
      compress: { passes: 3, unsafe: true, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
      format: { comments: false, preserve_annotations: false },
    },
    rolldownOptions: { onLog, checks: { pluginTimings: false } },
  },
} satisfies UserConfig;

/** Workspace packages from their sources, so that what is not used falls away. */
export const conditions = ['tsena:source', 'module', 'browser', 'import', 'default'];
