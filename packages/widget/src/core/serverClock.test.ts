import { somePayment } from '@tsena/testkit/payments';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readPayment } from './readAnswers.ts';
import { readServerTime } from './serverClock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('goes on from the last answer, also for a countdown that begins 15 seconds later', () => {
  readPayment(somePayment({ serverTime: '2026-01-01T10:00:00.000Z' }));
  vi.advanceTimersByTime(15_000);
  expect(new Date(readServerTime()).toISOString()).toBe('2026-01-01T10:00:15.000Z');
});
