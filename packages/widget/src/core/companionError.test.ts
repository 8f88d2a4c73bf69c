import { describe, expect, it } from 'vitest';
import { CompanionError } from './companionError.ts';

function errorOf(status: number): CompanionError {
  return new CompanionError({ type: 'about:blank', title: 'Title', status, detail: '', code: 'code' });
}

describe('CompanionError', () => {
  it.each([
    [200, true, true],
    [300, false, false],
    [400, false, false],
    [408, true, false],
    [409, false, false],
    [429, true, false],
    [499, false, false],
    [500, true, true],
  ])('with status %d: isTransient is %s, isOutcomeUnknown is %s', (status, isTransient, isOutcomeUnknown) => {
    const error = errorOf(status);
    expect([error.isTransient, error.isOutcomeUnknown]).toEqual([isTransient, isOutcomeUnknown]);
  });
});
