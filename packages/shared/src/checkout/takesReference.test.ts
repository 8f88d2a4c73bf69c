import { expect, it } from 'vitest';
import type { Payment } from './payment.ts';
import { takesReference } from './takesReference.ts';

const retryableAt = '2026-01-01T10:03:00.000Z';
const SILENT = {
  status: 'pending',
  view: 'waiting',
  failure: null,
  retryableAt,
  serverTime: '2026-01-01T10:00:02.000Z',
} as const;
const unnamed = { code: 'reference_missing', message: '' };
const differs = { code: 'details_mismatch', message: '' };

it.each<[boolean, Partial<Payment>]>([
  [true, { status: 'unresolved', view: 'unresolved' }],
  [true, { status: 'unresolved', view: 'waiting' }],
  [true, { status: 'pending', view: 'review', failure: unnamed }],
  [false, { status: 'pending', view: 'review', failure: differs }],
  [false, { status: 'pending', retryableAt, serverTime: '2026-01-01T10:02:59.999Z' }],
  [true, { status: 'pending', retryableAt, serverTime: retryableAt }],
  [false, { status: 'pending', retryableAt: null }],
  // Its order has another payment without a result.
  [false, { status: 'failed', view: 'unresolved' }],
  [false, { status: 'failed', view: 'waiting', retryableAt, serverTime: retryableAt }],
  // What the merchant recorded.
  [false, { status: 'unresolved', view: 'paid' }],
  [false, { status: 'unresolved', view: 'failed' }],
  [false, { status: 'pending', view: 'confirming' }],
])('the field for the reference is offered (%s) for %j', (takes, changes) => {
  expect(takesReference({ ...SILENT, ...changes })).toBe(takes);
});
