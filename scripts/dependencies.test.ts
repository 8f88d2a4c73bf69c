import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = join(root, 'packages/server');
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });
const licensed = z.object({ license: z.string() });

it('docs/security.md has each production dependency of the server, with its licence and a reason', () => {
  const page = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const section = page.slice(page.indexOf('| package | licence |'));
  const rows = [...section.matchAll(/^\| (@?[\w./-]+) \| (.+?) \| (.+) \|$/gm)].filter(
    ([, name]) => name !== 'package',
  );
  const { dependencies } = manifest.parse(readJson(join(server, 'package.json')));
  const wanted = Object.keys(dependencies).map((name) => [
    name,
    licensed.parse(readJson(join(server, 'node_modules', name, 'package.json'))).license,
  ]);
  expect(rows.map(([, name, licence]) => [name, licence])).toEqual(wanted);
  expect(rows.every(([, , , reason = '']) => reason.length > 3)).toBe(true);
});
