import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './language.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { sentenceFor } from './sentences.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

describe('the table of errors', () => {
  it.each(codes)('%s has a sentence in each language, and each its own', (code) => {
    const said = LANGUAGES.map((language) => sentenceFor(code, language));
    for (const sentence of said) expect(sentence).toMatch(/[.?!]$/);
    expect(new Set(said).size).toBe(LANGUAGES.length);
  });

  it.each(codes)('%s has a cause that is a sentence', (code) => {
    expect(PROBLEMS[code].cause).toMatch(/^\p{Lu}.+\.$/u);
  });
});
