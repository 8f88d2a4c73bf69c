import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openRecords } from './records.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsena-records-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const killed = { outcome: 'killed', by: 'a.test.ts', hash: 'test' } as const;

it('openRecords keeps the results of two simultaneous runs', () => {
  const path = join(folder, 'results.json');
  const [one, other] = [openRecords(path), openRecords(path)];
  one.open('a.ts', 'first').results['a → b'] = killed;
  other.open('b.ts', 'first').results['c → d'] = killed;
  one.save();
  other.save();
  const later = openRecords(path);
  expect([later.open('a.ts', 'first').results, later.open('b.ts', 'first').results]).toEqual([{ 'a → b': killed }, { 'c → d': killed }]);
});

it('openRecords deletes the results of a changed source, but keeps the tests that do not reach it', () => {
  const path = join(folder, 'results.json');
  const before = openRecords(path);
  const record = before.open('a.ts', 'first');
  record.results['a → b'] = killed;
  record.covers['near.test.ts'] = { hash: '1', outside: [], tests: { 'a test': { hits: [1], ms: 2, repeatable: true } } };
  record.covers['far.test.ts'] = { hash: '2', outside: [], tests: {} };
  before.save();
  const after = openRecords(path).open('a.ts', 'second');
  expect([after.results, Object.keys(after.covers)]).toEqual([{}, ['far.test.ts']]);
});
