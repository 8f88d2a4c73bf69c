import { expect, it } from 'vitest';
import reviewReasons from './merchant/reviewReasons.json' with { type: 'json' };
import { REVIEW_REASONS } from './merchant/reviewReasons.ts';
import problemMessages from './problemMessages.json' with { type: 'json' };
import { PROBLEMS } from './problems.ts';

const CATALOGUES: readonly (readonly [name: string, texts: object, codes: readonly string[]])[] = [
  ['problemMessages.json', problemMessages, Object.keys(PROBLEMS)],
  ['reviewReasons.json', reviewReasons, REVIEW_REASONS],
];

// The types notice a code without a text.
it.each(CATALOGUES)('%s has texts for codes that exist', (_, texts, codes) => {
  expect(Object.keys(texts).filter((key) => !codes.includes(key))).toEqual([]);
});
