import { LANGUAGES } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { en, type TextKey } from './en.ts';
import { locales } from './index.ts';

const keys = Object.keys(en) as TextKey[];
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = locales[language];

  it('are complete, and nothing more', () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
  });

  it('say the same with the same placeholders', () => {
    for (const key of keys) {
      expect(texts[key].trim(), key).not.toBe('');
      expect(placeholders(texts[key]), key).toEqual(placeholders(en[key]));
    }
  });

  it('name twelve months', () => {
    for (const key of ['months.long', 'months.short'] as const) expect(new Set(texts[key].split(' ')).size).toBe(12);
  });

  it('are typeset: no straight apostrophes or quotation marks', () => {
    for (const key of keys) expect(texts[key], key).not.toMatch(/['"]/);
  });
});

it('each language has its own words', () => {
  const same = keys.filter((key) => new Set(LANGUAGES.map((language) => locales[language][key])).size === 1);
  expect(same).toEqual(['time.at']);
});
