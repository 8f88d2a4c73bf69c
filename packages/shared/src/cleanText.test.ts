import { expect, it } from 'vitest';
import { cleanText } from './cleanText.ts';

const allCharacters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));

it('drops every character that Unicode calls default-ignorable, and no other', () => {
  const dropped = allCharacters.filter((character) => cleanText(`a${character}b`) === 'ab');
  expect(dropped).toEqual(allCharacters.filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character)));
});

it('takes no character for a digit but the decimal and the full-width ones', () => {
  const digits = allCharacters.filter((character) => /[0-9]/.test(cleanText(character)));
  expect(digits.join('')).toBe('0123456789０１２３４５６７８９');
});

it.each([
  ['2500²', '2500\ufffd'],
  ['½', '\ufffd'],
  ['\u2068676\u200b788307\u2069', '676788307'],
  ['０３４', '034'],
  ['25\u202f000', '25 000'],
  ['à 8h05', 'à 8h05'],
])('cleans %j to %j', (text, cleaned) => {
  expect(cleanText(text)).toBe(cleaned);
});
