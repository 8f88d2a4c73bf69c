import { describe, expect, it } from 'vitest';
import { callbackRow, NOW, paymentRow } from '../../../test/support/paymentState.ts';
import { type CallbackTarget, checkAtAfterCallback } from './callbackChecks.ts';

const checkAt = (
  change: Partial<CallbackTarget>,
  serverCorrelationId = 'SC-1',
  transaction_reference = '',
  status = 'completed',
) =>
  checkAtAfterCallback(
    paymentRow({ server_correlation_id: 'SC-1', ...change }),
    callbackRow({ server_correlation_id: serverCorrelationId, transaction_reference, status }),
    NOW,
  );

describe('a callback', () => {
  it.each(['pending', 'unresolved', 'failed'] as const)(
    'of a payment that is %s makes its status check due now',
    (status) => {
      expect(checkAt({ status })).toBe(NOW);
    },
  );

  it.each(['created', 'sending'] as const)(
    'of a payment that is %s is kept until the operator’s answer is written',
    (status) => {
      expect(checkAt({ status })).toBeUndefined();
    },
  );

  it.each<readonly [string, readonly [string, string?, string?], number | undefined]>([
    ['repeats that it is completed causes no check', ['sc-1'], undefined],
    ['repeats the transaction causes no check', ['SC-1', 'PAID'], undefined],
    ['names the transaction alone causes no check', ['', 'PAID'], undefined],
    ['says failed causes a check', ['SC-1', 'PAID', 'failed'], NOW],
    ['names another serverCorrelationId causes a check', ['SC-2'], NOW],
    ['names another transaction causes a check', ['SC-1', 'OTHER'], NOW],
  ])('of a completed payment that %s', (_what, said, at) => {
    expect(checkAt({ status: 'completed', transaction_id: 'PAID' }, ...said)).toBe(at);
  });

  const withoutId = { status: 'unresolved', server_correlation_id: null } as const;
  it.each<readonly [string, Parameters<typeof checkAt>, number | undefined]>([
    ['without an id, that names nothing, causes no check', [withoutId, ''], undefined],
    ['without an id causes a check if it names one', [withoutId, 'SC-2'], NOW],
    ['without an id causes a check if it names a transaction alone', [withoutId, '', 'MP1'], NOW],
    ['with an id causes a check although it names none', [{}, ''], NOW],
    ['does not wait, though a check has just ended', [{ last_checked_at: NOW }], NOW],
    ['causes no check if one is due now', [{ next_check_at: NOW }], undefined],
    ['causes a check before one that is due later', [{ next_check_at: NOW + 1 }], NOW],
    ['causes a check if none is planned, also while a worker has the payment', [{ lease_until: NOW + 5000 }], NOW],
    ['causes a check although one is in progress', [{ next_check_at: NOW - 1, lease_until: NOW - 1 }], NOW],
  ])('%s', (_what, callback, at) => {
    expect(checkAt(...callback)).toBe(at);
  });

  it.each<readonly [string, Partial<CallbackTarget>, number | undefined]>([
    ['waits for five minutes since the last check', { last_checked_at: NOW - 4000 }, NOW + 296_000],
    ['waits no longer than five minutes', { last_checked_at: NOW - 300_001 }, NOW],
    ['does not wait if there was no check', { last_checked_at: null }, NOW],
    [
      'waits for five minutes only if the last check is still to come',
      { last_checked_at: NOW + 3_600_000 },
      NOW + 300_000,
    ],
    ['causes no check if one is due as early', { last_checked_at: NOW, next_check_at: NOW + 300_000 }, undefined],
  ])('that repeats %s', (_what, change, at) => {
    const payment = paymentRow({ server_correlation_id: 'SC-1', ...change });
    expect(checkAtAfterCallback(payment, callbackRow({ server_correlation_id: 'SC-1', count: 2 }), NOW)).toBe(at);
  });
});
