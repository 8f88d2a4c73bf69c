import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const report = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');

/** The criteria of levels A and AA of WCAG 2.2, by their guideline. 4.1.1 is no longer one. */
const CRITERIA =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3';

const rowsOf = (heading: string): string[][] => {
  const section = report.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => line.slice(2, -2).split(' | '));
};

const tests = rowsOf('Tests');
const walked = new Set(rowsOf('Walk of 20').flatMap(([criteria = '']) => criteria.split(', ')));

describe('the accessibility conformance report', () => {
  it('has each criterion of WCAG 2.2 A and AA once', () => {
    expect(rowsOf('Criteria').map(([criterion]) => criterion)).toEqual(CRITERIA.split(' '));
  });

  it('names only tests that exist', () => {
    const missing = tests.filter(([, link = '', title = '']) => {
      const file = /\]\(\.\.\/([^)]+)\)/.exec(link)?.[1] ?? '';
      return !readFileSync(join(root, file), 'utf8').includes(title);
    });
    expect(missing).toEqual([]);
  });

  it('has a test or a dated walk for each criterion and product', () => {
    const names = new Set(tests.map(([name]) => name));
    const without = rowsOf('Criteria').filter(([criterion = '', , , ...products]) =>
      products.some((evidence) => evidence.split(', ').some((name) => (name === 'walk' ? !walked.has(criterion) : !names.has(name)))),
    );
    expect(without).toEqual([]);
    expect(rowsOf('Criteria').every((row) => row.length === 6)).toBe(true);
  });
});
