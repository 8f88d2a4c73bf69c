import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { foldKeyName, keyNameSchema } from './keyName.ts';
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
    ['Caisse  nº 2 (Noro & Rivo)', 'Caisse no 2 (Noro & Rivo)'],
    ['Ｈanta', 'Hanta'],
    ['He\u0301ry', 'H\u00e9ry'],
    ["n\u0308Tsoa d'Or, 1/2", "n\u0308Tsoa d'Or, 1/2"],
  ])('%j is read as %j', (given, name) => {
    expect(z.parse(keyNameSchema, given)).toBe(name);
  });

  it.each([
    '',
    '   ',
    'x'.repeat(51),
    'a\u0000b',
    'a\nb',
    'owner',
    'Owner',
    'command line',
    'COMMAND LINE',
    'callback',
    'payer',
    'shop',
    'оwner',
    'Ηanta',
    'Hanta\u200b',
    '\u202eHanta',
    'Hanta\u3164',
    '名前',
    '0wner',
    'owneɾ',
    'öwner',
    'command\u00a0line',
    '=1+1',
  ])('is not %j', (name) => {
    expect(z.safeParse(keyNameSchema, name).success).toBe(false);
  });
});

it.each([
  ['Hanta', 'HANTA'],
  ['Hanta', 'Hánta'],
  ['Caisse 1', 'Caisse I'],
  ['Caisse 1', 'caisse l'],
  ['Caisse 10', 'Caisse lO'],
  ['Caisse 1', 'Caisse1'],
])('the names %j and %j look alike', (one, other) => {
  expect(foldKeyName(one)).toBe(foldKeyName(other));
});

it('the names of different people do not look alike', () => {
  const names = ['Hanta', 'Hary', 'Caisse 1', 'Caisse 2', 'Noro', 'Nora'];
  expect(new Set(names.map(foldKeyName)).size).toBe(names.length);
});
