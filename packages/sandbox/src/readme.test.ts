import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BUSINESS_ERRORS } from './businessErrors.ts';
import { BEHAVIOUR_VALUES, DEFAULT_BEHAVIOUR } from './page/views.ts';

const folder = new URL('../', import.meta.url);
const readme = readFileSync(fileURLToPath(new URL('README.md', folder)), 'utf8');
const [, facts = ''] = readme.split('## Facts about the real service\n');
const rows = facts.split('\n').filter((line) => /^\| (?!fact)/.test(line));

/** Each `[name](file) “part of a title”`; further parts from the same file follow after a middle dot. */
function findTests(row: string): { file: string; title: string }[] {
  return [...row.matchAll(/\]\((src\/[\w./]+)\) ((?:“[^”]+”(?: · )?)+)/g)].flatMap(([, file = '', quoted = '']) =>
    [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
  );
}

describe('the README’s table of facts', () => {
  it('has five cells in each row, a known strength, and a test', () => {
    expect(rows.length).toBeGreaterThan(35);
    for (const row of rows) {
      const [, fact, strength, ...rest] = row.split(' | ').length === 5 ? ['', ...row.split(' | ')] : [];
      expect([fact, rest.length], row).toEqual([expect.any(String), 3]);
      expect(strength, row).toMatch(/^(?:–|(?:doc|cap|prod|guess)(?:, (?:doc|cap|prod|guess))*)$/);
      expect(findTests(row), row).not.toEqual([]);
    }
  });
  it.each(rows.flatMap(findTests))('names a test that exists: $file “$title”', ({ file, title }) => {
    const path = fileURLToPath(new URL(file, folder));
    expect(existsSync(path) && readFileSync(path, 'utf8')).toContain(title);
  });
});

describe('the README', () => {
  it('names each choice of the behaviour with its values', () => {
    for (const [name, values] of Object.entries(BEHAVIOUR_VALUES)) {
      const row = readme.split('\n').find((line) => line.startsWith('| `--') && line.includes(`, \`${name}\``)) ?? '';
      for (const value of values) expect(row).toContain(`\`${value}\``);
    }
  });
  it('names each business error that a fault rule can choose', () => {
    const row = readme.split('\n').find((line) => line.includes('| `business-error` |')) ?? '';
    for (const name of Object.keys(BUSINESS_ERRORS)) expect(row).toContain(`\`${name}\``);
  });
  it('calls the first value of each choice the default', () => {
    expect(Object.fromEntries(Object.entries(BEHAVIOUR_VALUES).map(([name, [first]]) => [name, first]))).toEqual(DEFAULT_BEHAVIOUR);
  });
});
