import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from './run.ts';

const TIMEOUT_MS = 120_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');

/** Where each package that a consumer installs lies here. */
const INSTALLED = {
  '@tsena/node': 'packages/node',
  '@tsena/sandbox': 'packages/sandbox',
  '@tsena/server': 'packages/server',
  '@tsena/widget': 'packages/widget',
  '@types/express': 'packages/server/node_modules/@types/express',
  '@types/node': 'node_modules/@types/node',
  '@types/react': 'packages/widget/node_modules/@types/react',
};

/** What the snippets use of the reader's own program. */
const READERS_PROGRAM = `
declare const app: import('express').Express;
declare const express: typeof import('express');
declare const request: import('express').Request;
declare const rawBody: Buffer;
declare const orderToken: string;
declare const token: string;
declare function markPaid(order: string, amount?: string, event?: string): void;
declare function thank(payment: import('@tsena/widget').Payment): void;
`;
/** Once its script has run, a page has it. */
const TSENA = "import type { TsenaApi } from '@tsena/widget/checkout.js';\ndeclare const Tsena: TsenaApi;\n";

/** The shop platforms are installed in a workspace of their own. */
const pages = execFileSync('git', ['ls-files', '*.md', ':!integrations', ':!docs/platforms', ':!docs/fr/platforms'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

const BEGIN = '\f';
/** The programs of a page: each begins with a snippet that imports something, and the next snippets continue it. */
function programsOf(page: string): string[] {
  const snippets = [...readFileSync(join(root, page), 'utf8').matchAll(/^```[jt]sx?\n([\s\S]*?)^```$/gm)].map(
    ([, code = '']) => code,
  );
  return snippets
    .map((code) => (code.startsWith('import ') ? BEGIN + code : code))
    .join('')
    .split(BEGIN)
    .filter((code) => code !== '');
}

const programs = pages.flatMap((page) =>
  programsOf(page).map((code, index) => ({ file: `${page.replaceAll('/', '-')}.${index + 1}.tsx`, code })),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-snippets-'));
  for (const [name, place] of Object.entries(INSTALLED)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, place), join(folder, 'node_modules', name), 'junction');
  }
  execFileSync(process.execPath, [tsc, '-b', 'packages'], { cwd: root });
}, TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true }));

describe('every snippet of the pages compiles', () => {
  it.each([
    { type: 'module', module: 'NodeNext', moduleResolution: 'NodeNext' },
    { type: 'module', module: 'ESNext', moduleResolution: 'Bundler' },
    { type: 'commonjs', module: 'Node20', moduleResolution: 'Node16' },
  ])(
    'strictly in a $type project with $moduleResolution',
    async ({ type, module, moduleResolution }) => {
      const project = join(folder, module);
      mkdirSync(project);
      // CommonJS has no await outside functions.
      const compiled = programs.filter(({ code }) => type === 'module' || !/^(const .*= )?await /m.test(code));
      expect(compiled.length).toBeGreaterThan(3);
      for (const { file, code } of compiled)
        writeFileSync(join(project, file), code.includes('Tsena.') ? TSENA + code : code);
      writeFileSync(join(project, 'program.d.ts'), READERS_PROGRAM);
      writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
      const options = {
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        types: ['node'],
        jsx: 'react-jsx',
        esModuleInterop: true,
      };
      const compilerOptions = { ...options, module, moduleResolution, strict: true, skipLibCheck: false, noEmit: true };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      expect((await run(process.execPath, [tsc, '-p', project], { directory: project, quiet: true })).output).toBe('');
    },
    TIMEOUT_MS,
  );
});
