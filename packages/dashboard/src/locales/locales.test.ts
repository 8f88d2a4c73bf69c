// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { LANGUAGES } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { locales } from '../testing/locales.ts';
import type { TextKey } from './texts.ts';

const { en } = locales;
const keys = Object.keys(en) as TextKey[];
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(LANGUAGES)('texts in %s', (language) => {
  const texts = locales[language];

  it('have the placeholders of the English texts', () => {
    for (const key of keys) {
      for (const form of texts[key].split('|')) {
        expect(form.trim(), key).not.toBe('');
        expect(placeholders(form), key).toEqual(placeholders(en[key].split('|', 1).join()));
      }
    }
  });

  it('have a form for one and one for several where they are counted, and nowhere else', () => {
    const formsOf = (key: TextKey) => texts[key].split('|').length;
    const counted = keys.filter((key) => key.endsWith('.counted'));
    expect(counted).toContain('today.payments.counted');
    if (language !== 'mg') expect(counted.filter((key) => formsOf(key) !== 2)).toEqual([]);
    expect(keys.filter((key) => formsOf(key) > 1 && !counted.includes(key))).toEqual([]);
  });

  it('have twelve different months', () => {
    for (const key of ['months.long', 'months.short'] as const) expect(new Set(texts[key].split(' ')).size).toBe(12);
  });

  it('have no straight apostrophes or quotation marks', () => {
    for (const key of keys) expect(texts[key], key).not.toMatch(/['"]/);
  });
});

it('only the pattern of a date is the same in all languages', () => {
  const same = keys.filter((key) => new Set(LANGUAGES.map((language) => locales[language][key])).size === 1);
  expect(same).toEqual(['time.at']);
});

it('the texts that only the counter has are used by the counter alone', () => {
  const sources = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const using = files.filter((file) => /['`](take|failure)\.\w/.test(readFileSync(`${sources}/${file}`, 'utf8')));
  expect(using).toContain('counter/Outcome.tsx');
  expect(using.filter((file) => !/^counter\/|^app\/CounterApp|^locales\//.test(file))).toEqual([]);
});
