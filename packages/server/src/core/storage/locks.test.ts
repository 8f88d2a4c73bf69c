import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const LOCKS =
  /for(?:No)?(?:Key)?(?:Update|Share)\(|skipLocked\(|noWait\(|\bfor (?:no key |key )?(?:update|share)\b|skip locked|advisory_(?:xact_)?lock|lock table/i;
const COMMENT = /^\s*(?:\/?\*|\/\/).*$/gm;

it('locks are taken in locks.ts, and by what opens the database: a reader finds each of them, and their order', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'));
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const locking = sources.filter((file) => LOCKS.test(readFileSync(join(SOURCES, file), 'utf8').replace(COMMENT, '')));
  expect(locking.toSorted()).toEqual(['core/storage/locks.ts', 'database/store.ts']);
});
