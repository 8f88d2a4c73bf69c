import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, UserConfig } from 'vite';
import { withoutPrivateNames } from './scripts/privateNames.ts';
import { shortSyntax } from './scripts/shortSyntax.ts';
import { common } from './vite.shared.ts';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
const REST_NAME = /^checkout-rest-[\da-f]{16}\.js/;

/** The path of a source file, for an alias. */
export const sourceFile = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** The integrity value of a file. */
export function integrityOf(code: string | Buffer): string {
  return `sha384-${createHash('sha384').update(code).digest('base64')}`;
}

/** Finds the second script-tag file, which must be built before the first one. */
export function findRestFile(): { name: string; integrity: string } {
  const name = readdirSync(dist).find((file) => REST_NAME.test(file) && file.endsWith('.js'));
  if (name === undefined) throw new Error('dist has no checkout-rest-….js. Build it first: vite build --config vite.rest.config.ts');
  return { name, integrity: integrityOf(readFileSync(`${dist}${name}`)) };
}

/** Gives the second file the hash of its content as a part of its name, and removes that of an earlier build. */
export const hashedName: Plugin = {
  name: 'hashed-name',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const [key, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk') continue;
        delete bundle[key];
        const hash = createHash('sha256').update(file.code).digest('hex').slice(0, 16);
        for (const [fileName, source] of withCompressed(`checkout-rest-${hash}.js`, file.code)) {
          this.emitFile({ type: 'asset', fileName, source });
        }
      }
    },
  },
  writeBundle({ dir = dist }, bundle) {
    for (const file of readdirSync(dir)) if (REST_NAME.test(file) && !(file in bundle)) rmSync(join(dir, file));
  },
};

/** The modules that `first/shared.ts` shares. */
const SHARED_MODULES =
  /(widget\/src\/(markup\/\w+|core\/(chooseLanguage|companionRequest|paymentId|readAmount|translator)|first\/jsxRuntime|locales\/form\/(en|fr|mg))|shared\/src\/msisdn)\.tsx?$/;

/** Lets the second file take from the first one what both need. The build fails if the first one lacks something. */
export const fromFirstFile: Plugin = {
  name: 'from-first-file',
  load: {
    filter: { id: SHARED_MODULES },
    handler(id) {
      const names = (file: string, pattern: RegExp) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name);
      const shared = new Set(names(sourceFile('first/shared.ts'), /^ {2}(\w+),$/gm));
      const own = names(id, /^export (?:function|const) (\w+)/gm).filter((name) => shared.has(name));
      return own.map((name) => `export const ${name} = window.TsenaCheckoutFirst.${name};`).join('\n');
    },
  },
};

/** Writes a file compressed too, so that the companion does not compress it at each start. */
export const compressed: Plugin = {
  name: 'compressed',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const [, ...copies] = withCompressed(file.fileName, file.code);
        for (const [fileName, source] of copies) this.emitFile({ type: 'asset', fileName, source });
      }
    },
  },
};

function withCompressed(name: string, text: string): [name: string, content: string | Buffer][] {
  const code = Buffer.from(text);
  return [
    [name, text],
    [`${name}.gz`, gzipSync(code, { level: 9 })],
    [`${name}.br`, brotliCompressSync(code)],
  ];
}

/** The settings of both script-tag files. They run in Chrome 61 and Safari 12, see scripts/oldBrowsers.ts. */
export const script = {
  ...common,
  define: { ...common.define, globalThis: 'window' },
  plugins: [...common.plugins, withoutPrivateNames, shortSyntax],
  build: {
    ...common.build,
    target: 'es2017',
    cssTarget: ['chrome61', 'safari12'],
    rolldownOptions: {
      ...common.build.rolldownOptions,
      transform: {
        assumptions: { setPublicClassFields: true, noDocumentAll: true, pureGetters: true },
        helpers: { mode: 'External' },
        // In the libraries too.
        inject: {
          AbortController: [sourceFile('fallbacks/abortController.ts'), 'AbortController'],
          queueMicrotask: [sourceFile('fallbacks/queueMicrotask.ts'), 'queueMicrotask'],
        },
      },
    },
    terserOptions: { ...common.build.terserOptions, ecma: 2017 },
  },
} satisfies UserConfig;
