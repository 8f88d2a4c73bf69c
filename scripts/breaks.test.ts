import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { applyEdit, BREAKS, type Edit } from './breaks.ts';

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8');

describe('BREAKS', () => {
  it.each(BREAKS)('match the sources: $name', ({ edits }) => {
    const sources = new Map(edits.map(({ file }) => [file, read(file)]));
    for (const edit of edits) sources.set(edit.file, applyEdit(sources.get(edit.file) ?? '', edit));
    for (const [file, source] of sources) expect(source).not.toBe(read(file));
  });

  it('have different names', () => {
    expect(new Set(BREAKS.map(({ name }) => name)).size).toBe(BREAKS.length);
  });
});

describe('applyEdit', () => {
  const edit: Edit = { file: 'a.ts', find: /one\((\w)\)/, replace: 'two($1)' };

  it('replaces the match', () => {
    expect(applyEdit('one(x);', edit)).toBe('two(x);');
  });

  it.each([
    ['three(x);', 0],
    ['one(x); one(y);', 2],
  ])('throws unless the pattern matches exactly once: %s', (source, places) => {
    expect(() => applyEdit(source, edit)).toThrow(`a.ts: /one\\((\\w)\\)/ matches ${places} times instead of once`);
  });
});
