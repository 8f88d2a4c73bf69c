// @vitest-environment node
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';

const TIMEOUT_MS = 120_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);
const typescriptPackage = require.resolve('typescript/package.json');
const tscFile = join(dirname(typescriptPackage), (require(typescriptPackage) as { bin: { tsc: string } }).bin.tsc);

/** Runs the TypeScript compiler in the widget's package, and returns what it prints. Rejects if it finds an error. */
async function runTsc(...flags: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [tscFile, ...flags], { cwd: root }).catch(
    (error: { stdout: string }) => Promise.reject(new Error(error.stdout)),
  );
  return stdout;
}

describe('the published types', () => {
  beforeAll(() => runTsc('-b', root), TIMEOUT_MS);

  it.each([
    ['nodenext', 'a strict NodeNext project with React 19'],
    ['bundler', 'a bundler’s project with React 19'],
    ['react18', 'a bundler’s project with React 18'],
    ['page', 'a page with the script tag and without React'],
  ])(
    'check in %s: %s',
    async (name) => {
      const files = (await runTsc('-p', `test-types/tsconfig.${name}.json`, '--listFiles')).replaceAll('\\', '/');
      expect(files).toContain('/widget/dist/types/embed.d.ts');
      expect(files).not.toMatch(/\/packages\/shared\/|\/zod@|query-core|\/widget\/src\//);
      expect(files.includes('@types+react@18')).toBe(name === 'react18');
      if (name === 'page') expect(files).not.toContain('react');
    },
    TIMEOUT_MS,
  );
});
