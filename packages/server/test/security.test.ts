import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const page = readFileSync(fileURLToPath(new URL('../../../docs/security.md', import.meta.url)), 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?!threat|what|---)/.test(line) && line.split('|').length === 5);

/** Each `[name](file) “words”`, with further words of the same file after a dot in the middle. */
function testsIn(row: string): { file: string; words: string }[] {
  return [...row.matchAll(/\]\(\.\.\/packages\/server\/src\/([\w./]+)\) ((?:“[^”]+”(?: · )?)+)/g)].flatMap(([, file = '', quoted = '']) =>
    [...quoted.matchAll(/“([^”]+)”/g)].map(([, words = '']) => ({ file, words })),
  );
}

describe('docs/security.md', () => {
  it('names a test for each threat that can be held off from here', () => {
    expect(rows.length).toBeGreaterThan(20);
    const without = rows.filter((row) => testsIn(row).length === 0 && !row.includes('cannot be helped from here'));
    expect(without).toEqual([]);
  });

  it.each(rows.flatMap(testsIn))('is right that $file has “$words”', ({ file, words }) => {
    expect(readFileSync(fileURLToPath(new URL(file, import.meta.url)), 'utf8')).toContain(words);
  });
});
