import { describe, expect, it } from 'vitest';
import { somePayment } from '../testing/payments.ts';
import { CompanionError, localFault } from './companionError.ts';

function errorOf(status: number): CompanionError {
  return new CompanionError({ type: 'about:blank', title: 'Title', status, detail: '', code: 'code' });
}

describe('an error of the companion', () => {
  it.each([
    [200, true],
    [299, true],
    [300, false],
    [302, false],
    [400, false],
    [401, false],
    [404, false],
    [407, false],
    [408, true],
    [409, false],
    [422, false],
    [428, false],
    [429, true],
    [499, false],
    [500, true],
    [503, true],
  ])('of status %d is worth another try: %s', (status, transient) => {
    expect(errorOf(status).transient).toBe(transient);
  });

  it.each([
    [200, true],
    [299, true],
    [300, false],
    [408, false],
    [429, false],
    [499, false],
    [500, true],
    [503, true],
  ])('of status %d may hide that the companion acted: %s', (status, lost) => {
    expect(errorOf(status).lost).toBe(lost);
  });

  it('carries neither a time to wait nor a payment unless it came with them', () => {
    expect([errorOf(409).retryAfterMs, errorOf(409).payment]).toEqual([null, null]);
    const problem = { type: 'about:blank', title: 'Title', status: 409, detail: '', code: 'order_changed' };
    const error = new CompanionError(problem, { retryAfterMs: 0, payment: somePayment() });
    expect([error.code, error.message, error.retryAfterMs, error.payment]).toEqual([
      'order_changed',
      'order_changed: Title',
      0,
      somePayment(),
    ]);
  });
});

describe('a fault that arose in the browser', () => {
  it.each(['offline', 'unreachable', 'timeout', 'unreadable'] as const)(
    '%s decides nothing, has no status, and keeps its cause',
    (code) => {
      const cause = new TypeError('Failed to fetch');
      const fault = localFault(code, cause);
      expect([fault.code, fault.problem.status, fault.transient, fault.lost, fault.cause]).toEqual([code, 0, true, true, cause]);
    },
  );
});
