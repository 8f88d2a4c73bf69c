import { describe, expect, it } from 'vitest';
import { CompanionError, createLocalError } from './companionError.ts';

function errorOf(status: number): CompanionError {
  return new CompanionError({ type: 'about:blank', title: 'Title', status, detail: '', code: 'code' });
}

describe('CompanionError', () => {
  it.each([
    [200, true],
    [300, false],
    [400, false],
    [408, true],
    [409, false],
    [429, true],
    [499, false],
    [500, true],
  ])('with status %d: isTransient is %s', (status, isTransient) => {
    expect(errorOf(status).isTransient).toBe(isTransient);
  });

  it.each([
    [200, true],
    [300, false],
    [408, false],
    [429, false],
    [499, false],
    [500, true],
  ])('with status %d: isOutcomeUnknown is %s', (status, isOutcomeUnknown) => {
    expect(errorOf(status).isOutcomeUnknown).toBe(isOutcomeUnknown);
  });
});

describe('createLocalError', () => {
  it.each(['offline', 'unreachable', 'timeout', 'unreadable'] as const)('%s has status 0, an unknown outcome and its cause', (code) => {
    const cause = new TypeError('Failed to fetch');
    const error = createLocalError(code, cause);
    expect([error.code, error.problem.status, error.isTransient, error.isOutcomeUnknown, error.cause]).toEqual([
      code,
      0,
      true,
      true,
      cause,
    ]);
  });
});
