import { formatMsisdn } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { caretAfter, faultText, faultWhileTyping } from './typing.ts';

describe('a number that is being typed', () => {
  it.each(['', '0', '03', '034', '+', '+2', '+26', '+261', '00', '0026', '2', '26', '261', '3', '34', '034 35 00', '0343500003', '\u2011'])(
    '%j is not wrong yet',
    (text) => expect(faultWhileTyping(text)).toBeNull(),
  );

  it.each([
    ['032', 'other-operator'],
    ['+26132', 'other-operator'],
    ['+33', 'foreign'],
    ['9', 'foreign'],
    ['034x', 'letters'],
    ['3+', 'letters'],
    ['034350000333', 'long'],
  ])('%j is wrong for sure: %s', (text, fault) => expect(faultWhileTyping(text)).toBe(fault));

  it('has a text for each fault', () => {
    expect((['empty', 'letters', 'short', 'long', 'foreign', 'other-operator'] as const).map(faultText)).toEqual([
      'msisdn.empty',
      'msisdn.letters',
      'msisdn.digits',
      'msisdn.digits',
      'msisdn.foreign',
      'msisdn.other-operator',
    ]);
  });
});

describe('the caret', () => {
  it.each([
    ['034|3', '034 |3'],
    ['0343|', '034 3|'],
    ['034 3|5 000 03', '034 3|5 000 03'],
    ['034 |35', '034 |35'],
    ['+26134|', '034|'],
    ['|034', '|034'],
    ['|+26134', '|034'],
  ])('in %s is then in %s', (typed, shown) => {
    const before = typed.replace('|', '');
    const after = formatMsisdn(before);
    const caret = caretAfter(before, typed.indexOf('|'), after);
    // Either side of a space is the same place.
    expect(`${after.slice(0, caret)}|${after.slice(caret)}`.replace(/ ?\| ?/, '|')).toBe(shown.replace(/ ?\| ?/, '|'));
  });
});
