import { describe, expect, it } from 'vitest';
import { type CallbackTarget, checkAtAfterCallback, checkIntervalMs } from './callbackChecks.ts';

const NOW = 1_000_000;
const pending: CallbackTarget = {
  status: 'pending',
  server_correlation_id: 'SC-1',
  callback_checks: 0,
  last_checked_at: null,
  next_check_at: null,
  lease_until: null,
};
const checkAt = (change: Partial<CallbackTarget>, serverCorrelationId = 'SC-1') =>
  checkAtAfterCallback({ ...pending, ...change }, serverCorrelationId, NOW);

it.each([
  [0, 0],
  [4, 0],
  [5, 10_000],
  [24, 10_000],
  [25, 300_000],
  [1000, 300_000],
])('after %s status checks for callbacks, the next waits at least %s ms', (callback_checks, ms) => {
  expect(checkIntervalMs({ callback_checks })).toBe(ms);
});

describe('a callback', () => {
  it.each(['pending', 'unresolved', 'failed'] as const)('of a payment that is %s makes its status check due now', (status) => {
    expect(checkAt({ status })).toBe(NOW);
  });

  it.each(['completed', 'created', 'sending'] as const)('of a payment that is %s causes no status check', (status) => {
    expect(checkAt({ status })).toBeUndefined();
  });

  it('causes a check of a payment without an id only if it names one', () => {
    expect(checkAt({ status: 'unresolved', server_correlation_id: null }, '')).toBeUndefined();
    expect(checkAt({ status: 'unresolved', server_correlation_id: null }, 'SC-2')).toBe(NOW);
    expect(checkAt({}, '')).toBe(NOW);
  });

  it('waits for the interval since the last check', () => {
    expect(checkAt({ callback_checks: 5, last_checked_at: NOW - 4000 })).toBe(NOW + 6000);
    expect(checkAt({ callback_checks: 25, last_checked_at: NOW - 4000 })).toBe(NOW + 296_000);
    expect(checkAt({ callback_checks: 5, last_checked_at: NOW - 10_001 })).toBe(NOW);
    expect(checkAt({ callback_checks: 5, last_checked_at: null })).toBe(NOW);
  });

  it('waits for one interval only, if the last check has a time that is still to come', () => {
    expect(checkAt({ callback_checks: 5, last_checked_at: NOW + 3_600_000 })).toBe(NOW + 10_000);
  });

  it('causes no check if one is due as early', () => {
    expect(checkAt({ next_check_at: NOW })).toBeUndefined();
    expect(checkAt({ next_check_at: NOW + 1 })).toBe(NOW);
    expect(checkAt({ callback_checks: 5, last_checked_at: NOW, next_check_at: NOW + 10_000 })).toBeUndefined();
  });

  it('causes a check if none is planned, also while a worker has the payment', () => {
    expect(checkAt({ next_check_at: null, lease_until: NOW + 5000 })).toBe(NOW);
  });

  it('causes a check although one is in progress', () => {
    expect(checkAt({ next_check_at: NOW - 1, lease_until: NOW - 1 })).toBe(NOW);
  });
});
