import { expect, it } from 'vitest';
import { sentenceFor } from './problemMessages.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { keepTogether } from './typography.ts';

it('keepTogether binds a number and its unit, and the signs of French', () => {
  expect(keepTogether('Payez 100 Ar : « oui » ?', 'fr')).toBe('Payez 100\u00a0Ar\u00a0: «\u00a0oui\u00a0»\u00a0?');
  expect(keepTogether('A backup is {hours} h old: run it', 'en')).toBe('A backup is {hours}\u00a0h old: run it');
  expect(keepTogether('5 Arrivals', 'en')).toBe('5 Arrivals');
});

it('no French sentence of a problem has a sign that can begin a line', () => {
  for (const code of Object.keys(PROBLEMS))
    expect(sentenceFor(code as ProblemCode, 'fr'), code).not.toMatch(/ [:?!;»]|« /);
});
