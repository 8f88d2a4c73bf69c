import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { sentenceFor } from './problemMessages.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

describe('PROBLEMS', () => {
  it('has no code with status 429 for which a retry never helps, because 429 carries Retry-After', () => {
    expect(codes.filter((code) => PROBLEMS[code].status === 429 && PROBLEMS[code].retry === 'never')).toEqual([]);
  });

  it.each(codes)('%s has a different sentence in each language', (code) => {
    const texts = LANGUAGES.map((language) => sentenceFor(code, language));
    for (const sentence of texts) expect(sentence).toMatch(/[.?!]$/);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
  });

  it.each(codes)('%s has a cause in full sentences', (code) => {
    expect(PROBLEMS[code].cause).toMatch(/^\p{Lu}.+\.$/u);
  });
});
