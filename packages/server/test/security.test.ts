import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const docs = new URL('../../../docs/', import.meta.url);
const page = readFileSync(fileURLToPath(new URL('security.md', docs)), 'utf8');
const rows = page.split('\n').filter((line) => /^\| (?!threat|what|---)/.test(line) && line.split('|').length === 5);

/** Each `[name](file) “part of a title”`; further parts from the same file follow after a middle dot. */
function testsIn(row: string): { file: string; words: string }[] {
  return [...row.matchAll(/\]\((\.\.\/packages\/server\/[\w./]+)\) ((?:“[^”]+”(?: · )?)+)/g)].flatMap(([, file = '', quoted = '']) =>
    [...quoted.matchAll(/“([^”]+)”/g)].map(([, words = '']) => ({ file, words })),
  );
}

describe('docs/security.md', () => {
  it('names a test for each threat that the companion can prevent', () => {
    expect(rows.length).toBeGreaterThan(20);
    const without = rows.filter((row) => testsIn(row).length === 0 && !row.includes('cannot be helped from here'));
    expect(without).toEqual([]);
  });

  it.each(rows.flatMap(testsIn))('quotes a test title that exists: $file “$words”', ({ file, words }) => {
    expect(readFileSync(fileURLToPath(new URL(file, docs)), 'utf8')).toContain(words);
  });
});
