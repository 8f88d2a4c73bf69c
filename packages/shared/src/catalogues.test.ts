import { expect, it } from 'vitest';
import reviewReasons from './merchant/reviewReasons.json' with { type: 'json' };
import { REVIEW_REASONS } from './merchant/reviewReasons.ts';
import problemMessages from './problemMessages.json' with { type: 'json' };
import { PROBLEMS } from './problems.ts';

// The types notice a code without a text.
it.each([
  ['problemMessages.json', Object.keys(problemMessages), Object.keys(PROBLEMS)],
  ['reviewReasons.json', Object.keys(reviewReasons), REVIEW_REASONS],
])('%s has texts for codes that exist', (_, keys, codes) => {
  expect(keys.filter((key) => !codes.includes(key))).toEqual([]);
});
