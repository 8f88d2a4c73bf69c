import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const report = readFileSync(join(root, 'docs/accessibility.md'), 'utf8');

/** The criteria of levels A and AA of WCAG 2.2, by their guideline. 4.1.1 is no longer one. */
const CRITERIA =
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3';

/** The rows below a heading, without those that begin a table. */
const rowsOf = (heading: string): string[][] => {
  const section = report.split(/^## /m).find((one) => one.startsWith(heading)) ?? '';
  const lines = section.split('\n').filter((line) => line.startsWith('| ') && !/^\| (criterion|name) /.test(line));
  return lines.map((line) => line.slice(2, -2).split(' | '));
};

const tests = rowsOf('Tests');
const walked = new Set(rowsOf('Walk of 20').flatMap(([criteria = '']) => criteria.split(', ')));
const rows = rowsOf('Criteria').map(
  ([criterion = '', evidence = '']) => [criterion.split(' ')[0] ?? '', evidence] as const,
);
/** The evidence of a row: `axe, walk` for all products, or `form: keys; hosted page and dashboard: focus`. */
const namesIn = (evidence: string): string[] =>
  evidence.split('; ').flatMap((part) => part.replace(/^.*: /, '').split(', '));
const productsIn = (evidence: string): string =>
  evidence
    .split('; ')
    .flatMap((part) =>
      part.includes(': ') ? part.replace(/: .*$/, '').split(' and ') : ['form', 'hosted page', 'dashboard'],
    )
    .toSorted()
    .join(', ');

describe('the accessibility conformance report', () => {
  it('has each criterion of WCAG 2.2 A and AA once', () => {
    expect(rows.map(([criterion]) => criterion).toSorted()).toEqual(CRITERIA.split(' ').toSorted());
  });

  it('names only tests that exist', () => {
    const missing = tests.filter(([, link = '']) => {
      const [, title = '', file = ''] = /^\[(.*)\]\(\.\.\/(.*)\)$/.exec(link) ?? [];
      return !readFileSync(join(root, file), 'utf8').includes(title);
    });
    expect(missing).toEqual([]);
  });

  it('has a test or a dated walk for each criterion and product', () => {
    const names = new Set(tests.map(([name]) => name));
    const without = rows.filter(([criterion, evidence]) =>
      namesIn(evidence).some((name) => (name === 'walk' ? !walked.has(criterion) : !names.has(name))),
    );
    expect(without).toEqual([]);
    expect(new Set(rows.map(([, evidence]) => productsIn(evidence)))).toEqual(
      new Set(['dashboard, form, hosted page']),
    );
  });
});

const files = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');

it('each picture of the manual is on a page, with a text for those who do not see it', () => {
  const shown = files('*.md').flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/!\[[^\]]{20,}\]\(([^)\s]+)\)/g)].map(([, target = '']) =>
      posix.join(posix.dirname(page), target),
    ),
  );
  expect(files('docs/*.webp', 'docs/*.png').filter((file) => !shown.includes(file))).toEqual([]);
});
