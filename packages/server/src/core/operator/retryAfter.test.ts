import { expect, test } from 'vitest';
import { readBusyFor, readRetryAfter } from './retryAfter.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['0', undefined, 0],
  ['7', undefined, 7_000],
  ['1.5', undefined, 1_500],
  ['99999', undefined, 900_000],
  ['Fri, 20 Nov 2026 12:00:30 GMT', undefined, 30_000],
  ['Fri, 20 Nov 2026 11:00:00 GMT', undefined, 0],
  ['Fri, 20 Nov 2026 23:00:00 GMT', undefined, 900_000],
  [undefined, '2026-Nov-20 12:01:00+0000 UTC', 60_000],
  [undefined, '2026-Nov-20 15:01:00+0300 EAT', 60_000],
  [undefined, '2026-11-20T12:00:10.000Z', 10_000],
  [undefined, String(NOW + 20_000), 20_000],
  ['7', '2026-Nov-20 12:01:00+0000 UTC', 7_000],
  ['soon', '2026-Nov-20 12:01:00+0000 UTC', 60_000],
  ['soon', 'later', null],
  [undefined, '2026-Foo-20 12:01:00+0000 UTC', null],
  ['', '', null],
  ['-5', undefined, null],
  [' 7 ', undefined, 7_000],
  ['Fri, 99 Nov 2026 12:00:30 GMT', undefined, null],
  [undefined, '2026-Nov-20 12:01:00+00:00', 60_000],
  [undefined, '2026-nov-20 09:01:00-0300', 60_000],
  [undefined, '2026-Nov-99 12:01:00+0000 UTC', null],
])('Retry-After %j, nextAccessTime %j: %j ms', (header, nextAccessTime, expected) => {
  expect(readRetryAfter(header, nextAccessTime, NOW)).toBe(expected);
  expect(readBusyFor(header, nextAccessTime, NOW)).toBe(Math.max(expected ?? 5_000, 1_000));
});

test('the gateway’s day has one digit or two', () => {
  expect(readRetryAfter(undefined, '2026-Nov-5 12:01:00+0000 UTC', Date.UTC(2026, 10, 5, 12))).toBe(60_000);
});
