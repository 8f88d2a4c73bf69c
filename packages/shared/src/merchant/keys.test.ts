import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { keyNameSchema } from './keys.ts';
import { includesScope } from './scopes.ts';

it.each([
  ['read', 'read', true],
  ['read', 'operate', false],
  ['read', 'admin', false],
  ['operate', 'read', true],
  ['operate', 'operate', true],
  ['operate', 'admin', false],
  ['admin', 'read', true],
  ['admin', 'operate', true],
  ['admin', 'admin', true],
  ['counter', 'read', false],
  ['counter', 'admin', false],
] as const)('a key with the scope %s, where %s is needed: %s', (held, needed, expected) => {
  expect(includesScope(held, needed)).toBe(expected);
});

describe('the name of a key', () => {
  it.each([
    ['Hanta', 'Hanta'],
    ['  Caisse 2 ', 'Caisse 2'],
    ['x', 'x'],
    ['é'.repeat(50), 'é'.repeat(50)],
    ['ownership', 'ownership'],
  ])('%j is read as %j', (given, name) => {
    expect(z.parse(keyNameSchema, given)).toBe(name);
  });

  it.each(['', '   ', 'x'.repeat(51), 'a\u0000b', 'a\nb', 'owner', 'Owner', 'command line', 'COMMAND LINE', 'callback', 'payer', 'shop'])(
    'is not %j',
    (name) => {
      expect(z.safeParse(keyNameSchema, name).success).toBe(false);
    },
  );
});
