import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const sources = fileURLToPath(new URL('../packages/server/src', import.meta.url));

it('the server exports no type that a reader must infer from a function', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const inferred = files.flatMap((file) =>
    [...readFileSync(`${sources}/${file}`, 'utf8').matchAll(/^export type (\w+) = .*\bReturnType</gm)].map(
      ([, name]) => `${file}: ${name}`,
    ),
  );
  expect(inferred).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
