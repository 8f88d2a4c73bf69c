import { describe, expect, it } from 'vitest';
import { maxWithUnsent, type Prompt, periodFullForMs, promptOpenForMs } from './rateLimits.ts';

const NOW = 10_000_000;
const sent: Prompt = { status: 'pending', created_at: NOW - 90_000, sent_at: NOW - 20_000, lease_until: null };
const openFor = (...changes: Partial<Prompt>[]) =>
  promptOpenForMs(
    changes.map((change) => ({ ...sent, ...change })),
    NOW,
  );

describe('the prompt of an earlier payment is open on the phone', () => {
  it('for a minute after it was sent', () => {
    expect(openFor({})).toBe(40_000);
    expect(openFor({ sent_at: NOW - 59_999 })).toBe(1);
    expect(openFor({ sent_at: NOW - 60_000 })).toBe(0);
    expect(openFor({ sent_at: NOW - 3_600_000 })).toBe(0);
  });

  it('for a minute after the payment was created, if it is not known when it was sent', () => {
    expect(openFor({ status: 'sending', sent_at: null, created_at: NOW - 50_000 })).toBe(10_000);
  });

  it('for a minute from now, while a worker is about to send it', () => {
    expect(openFor({ status: 'created', sent_at: null, created_at: NOW - 50_000, lease_until: NOW + 5000 })).toBe(60_000);
  });

  it('no longer, if the worker that was about to send it has gone', () => {
    expect(openFor({ status: 'created', sent_at: null, created_at: NOW - 50_000, lease_until: NOW - 1 })).toBe(10_000);
  });

  it('no longer, while a worker checks the status of a payment that was sent', () => {
    expect(openFor({ lease_until: NOW + 5000 })).toBe(40_000);
  });

  it('as long as the last of several', () => {
    expect(openFor({ sent_at: NOW - 50_000 }, {}, { sent_at: NOW - 55_000 })).toBe(40_000);
  });

  it('never, if there is no earlier payment', () => {
    expect(openFor()).toBe(0);
  });
});

it('a period has room for four times its limit, with payments that were never sent', () => {
  expect(maxWithUnsent({ count: 5, windowMs: 600_000 })).toBe(20);
});

it('a full period has room again once the oldest payment has left it', () => {
  expect(periodFullForMs({ count: 5, windowMs: 600_000 }, NOW - 100_000, NOW)).toBe(500_000);
});
