import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig, type UserConfig } from 'vite';
import { onPreact } from '../../scripts/onPreact.ts';
import { compiledParsers } from './scripts/compiledParsers.ts';

/** Workspace packages are read from their sources, so that unused code is removed. */
const conditions = ['tsena:source', 'module', 'browser', 'import', 'default'];

const HARMLESS = [
  // react-query marks its modules for React's server components, which a bundle has no use for.
  'MODULE_LEVEL_DIRECTIVE',
  // The shared amounts have BigInts that no page's file contains: `size` reads its syntax.
  'TOLERATED_TRANSFORM',
];

const rolldownOptions = {
  checks: { pluginTimings: false },
  onLog: (level, log, handle) => {
    if (log.code === undefined || !HARMLESS.includes(log.code)) handle(level, log);
  },
} satisfies NonNullable<UserConfig['build']>['rolldownOptions'];

const common = {
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  plugins: [compiledParsers()],
  resolve: { conditions },
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    reportCompressedSize: false,
    minify: 'terser',
    cssMinify: 'lightningcss',
    cssTarget: ['chrome61', 'safari12'],
    terserOptions: {
      ecma: 2017,
      // `unsafe` breaks pages only if they replace String, Array or Object.
      compress: { passes: 3, unsafe: true, unsafe_arrows: true, unsafe_methods: true, pure_getters: true },
      // Pages that are not UTF-8 would break other characters.
      format: { ascii_only: true, comments: false },
    },
    rolldownOptions,
  },
} satisfies UserConfig;

/** A file that pages load. What its browsers can do: see scripts/oldBrowsers.ts. */
const pageScript = (
  year: 2017 | 2020,
  entry: string,
  name: string,
  file: string,
  define: Record<string, unknown> = {},
): UserConfig => ({
  ...common,
  define: { ...common.define, globalThis: 'window', ...define },
  resolve: { conditions, alias: onPreact },
  build: {
    ...common.build,
    target: `es${year}`,
    terserOptions: { ...common.build.terserOptions, ecma: year },
    lib: { entry, formats: ['iife'], name, fileName: () => file },
    rolldownOptions: {
      ...rolldownOptions,
      transform: { assumptions: { setPublicClassFields: true, noDocumentAll: true, pureGetters: true } },
    },
  },
});

const dist = new URL('dist/', import.meta.url);

const APP = 'checkout-app.js';

/** The application: the script tag's second file, and the hosted page's only one. */
const app = pageScript(2020, 'src/app.ts', 'TsenaCheckoutApp', APP);

function describeApp() {
  const code = readFileSync(new URL(APP, dist));
  const hash = (algorithm: string) => createHash(algorithm).update(code);
  return {
    name: `${APP}?${hash('sha256').digest('hex').slice(0, 16)}`,
    integrity: `sha384-${hash('sha384').digest('base64')}`,
  };
}

/**
 * The script tag's file. It has the form, as the build `server` renders it, and loads exactly what the build of {@link
 * app} wrote. Older browsers must run it too, for its plain form.
 */
async function script(): Promise<UserConfig> {
  const { renderFirstTexts }: typeof import('./src/server.tsx') = await import(
    // A build that watches reads it anew.
    `${new URL('server.js', dist).href}?${Date.now()}`
  );
  return pageScript(2017, 'src/embed.ts', 'TsenaCheckout', 'checkout.js', {
    FIRST_TEXTS: renderFirstTexts(),
    APP_FILE: describeApp(),
  });
}

/**
 * The npm entry: everything except React, which the page provides. Bundlers compile it for older browsers than Chrome
 * 94 and Safari 15.
 */
const npm: UserConfig = {
  ...common,
  build: {
    ...common.build,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      ...rolldownOptions,
      // Not `build.lib`: it keeps hints for bundlers, which are useless in a file with one export.
      input: 'src/index.ts',
      preserveEntrySignatures: 'strict',
      external: [/^react(-dom)?(\/.*)?$/],
      // The component keeps its state in the browser, also where a framework renders on the server.
      output: { format: 'es', entryFileNames: 'index.js', postBanner: '"use client";' },
    },
  },
};

/** The hosted page's components for the companion, which renders them. */
const server: UserConfig = {
  ...common,
  resolve: { conditions: conditions.filter((one) => one !== 'browser'), alias: onPreact },
  build: {
    ...common.build,
    target: 'node20',
    // Of all files: the others contain less.
    license: { fileName: 'THIRD-PARTY-NOTICES.md' },
    lib: { entry: 'src/server.tsx', formats: ['es'], fileName: () => 'server.js' },
  },
};

/** The stub that queues calls of `Tsena.mount`. It is small enough to paste into a page. */
const stub: UserConfig = {
  ...common,
  build: {
    ...common.build,
    target: 'es2017',
    lib: { entry: 'src/stub.ts', formats: ['iife'], name: 'TsenaStub', fileName: () => 'stub.js' },
  },
};

const builds: Readonly<Record<string, UserConfig>> = { app, npm, server, stub };

/** `vite build --mode npm`, and so on: the files of the package. Without a mode, the application. */
export default defineConfig(({ mode }) => (mode === 'script' ? script() : (builds[mode] ?? app)));
