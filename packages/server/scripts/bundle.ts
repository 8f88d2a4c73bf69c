import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Packages that stay outside: better-sqlite3 has a native part; pg is for PostgreSQL alone, and takes the optional
 * pg-native.
 */
const EXTERNAL = ['better-sqlite3', 'pg'];

/**
 * Requires an external package where the module that imports it begins to run. As an import statement, it would be
 * loaded with the bundle, also by commands that do not use it.
 */
const requireExternal: Plugin = {
  name: 'require-external',
  setup({ onResolve, onLoad }) {
    const filter = new RegExp(`^(${EXTERNAL.join('|')})$`);
    onResolve({ filter }, ({ path, kind }) =>
      kind === 'require-call' ? { path, external: true } : { path, namespace: 'external', sideEffects: false },
    );
    onLoad({ filter: /.*/, namespace: 'external' }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      resolveDir: root,
    }));
  },
};

/**
 * Express loads the one, and axios the other, for bodies that the companion reads by itself, or never sends: a quarter
 * of the text.
 */
const UNUSED = ['body-parser', 'form-data'];

const emptyUnused: Plugin = {
  name: 'empty-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${UNUSED.join('|')})$`) }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** How programs of this package are bundled: the published command line, and the processes of the tests. */
export const BUNDLE_OPTIONS = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  absWorkingDir: root,
  conditions: ['tsena:source'],
  plugins: [requireExternal, emptyUnused],
  // Names stay, and lines are short: a stack trace says which function failed, and where.
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 140,
  legalComments: 'none',
  // Bundled CommonJS packages call it.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
} as const satisfies BuildOptions;

/** Bundles the command line into one file. Returns what went into it, by file. */
export async function bundleCommandLine(outfile: string): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    ...BUNDLE_OPTIONS,
    entryPoints: ['src/cli/tsena.ts'],
    outfile,
    metafile: true,
    write: false,
  });
  mkdirSync(dirname(outfile), { recursive: true });
  for (const { path, text } of outputFiles) writeFileSync(path, escapeNonAscii(text));
  return metafile;
}

/** Node keeps the text of a program. A single character beyond Latin-1 doubles its memory: 3 MB. */
function escapeNonAscii(program: string): string {
  return program.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
