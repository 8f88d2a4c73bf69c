import { formatMsisdn } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { findTypingFault, placeCaret } from './phoneInput.ts';

describe('findTypingFault', () => {
  it.each([
    '',
    '0',
    '03',
    '034',
    '+',
    '+2',
    '+26',
    '+261',
    '00',
    '0026',
    '2',
    '26',
    '261',
    '3',
    '34',
    '034 35 00',
    '0343500003',
    '\u2011',
  ])('returns null for %j, which can become valid', (text) => expect(findTypingFault(text)).toBeNull());

  it.each([
    ['032', 'other-operator'],
    ['+26132', 'other-operator'],
    ['+33', 'foreign'],
    ['9', 'foreign'],
    ['034x', 'letters'],
    ['3+', 'letters'],
    ['034350000333', 'long'],
  ])('rejects %j: %s', (text, fault) => expect(findTypingFault(text)).toBe(fault));
});

describe('placeCaret', () => {
  it.each([
    ['034|3', '034 |3'],
    ['034 3|5 000 03', '034 3|5 000 03'],
    ['+26134|', '034|'],
    ['|034', '|034'],
  ])('moves the caret from %s to %s', (typed, shown) => {
    const before = typed.replace('|', '');
    const after = formatMsisdn(before);
    const caret = placeCaret(before, typed.indexOf('|'), after);
    // Both sides of a space count as the same position.
    expect(`${after.slice(0, caret)}|${after.slice(caret)}`.replace(/ ?\| ?/, '|')).toBe(shown.replace(/ ?\| ?/, '|'));
  });
});
