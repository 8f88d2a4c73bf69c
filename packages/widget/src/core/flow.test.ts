import type { Payment } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { paymentId, someCheckout, somePayment } from '../testing/payments.ts';
import { type FlowState, laterPayment, viewOf } from './flow.ts';

const start: FlowState = { checkout: undefined, blocked: false, remembered: false, retryOf: null };

function viewWith(changes: Partial<Payment>, state: Partial<FlowState> = {}) {
  return viewOf({ ...start, checkout: someCheckout(somePayment(changes)), ...state });
}

describe('the view', () => {
  it('is the form while the order loads, unless this device remembers a payment', () => {
    expect(viewOf(start)).toBe('form');
    expect(viewOf({ ...start, remembered: true })).toBe('loading');
    expect(viewOf({ ...start, blocked: true, remembered: true })).toBe('blocked');
    expect(viewOf({ ...start, checkout: someCheckout(), blocked: true })).toBe('form');
  });

  it.each([
    ['created', 'waiting'],
    ['sending', 'waiting'],
    ['pending', 'waiting'],
    ['unresolved', 'unresolved'],
    ['completed', 'paid'],
    ['failed', 'failed'],
  ] as const)('of a payment that is %s is %s', (status, view) => {
    expect(viewWith({ status })).toBe(view);
  });

  it('of a payment that differs is a person’s check, whatever may be retried', () => {
    const failure = { code: 'details_mismatch', message: '' };
    expect(viewWith({ failure, retryable: true }, { retryOf: paymentId('1') })).toBe('checked');
    expect(viewWith({ failure, status: 'completed' })).toBe('paid');
  });

  it('is the form again only for the payment that is tried again, and only while the companion allows it', () => {
    const retryOf = paymentId('1');
    expect(viewWith({ status: 'failed', retryable: true }, { retryOf })).toBe('form');
    expect(viewWith({ status: 'failed' }, { retryOf })).toBe('failed');
    expect(viewWith({ retryable: true }, { retryOf: paymentId('2') })).toBe('waiting');
    // The old request was approved after all.
    expect(viewWith({ status: 'completed', retryable: true }, { retryOf })).toBe('paid');
  });
});

describe('of two readings of a payment', () => {
  const early = somePayment();
  const late = somePayment({ updatedAt: '2026-01-01T10:00:05.5Z', serverTime: '2026-01-01T10:00:06Z' });

  it('the later stands, in whatever order they arrive', () => {
    expect(laterPayment(early, late)).toBe(late);
    expect(laterPayment(late, early)).toBe(late);
    const asked = somePayment({ retryable: true, serverTime: '2026-01-01T10:02:00Z' });
    expect(laterPayment(early, asked)).toBe(asked);
    expect(laterPayment(asked, early)).toBe(asked);
  });

  it('the final one stands, whatever the clocks say', () => {
    const paid = somePayment({ status: 'completed' });
    expect(laterPayment(paid, late)).toBe(paid);
    expect(laterPayment(late, { ...late, status: 'completed' })).toMatchObject({ status: 'completed' });
  });

  it('the later of two final ones stands: fees come after the payment', () => {
    const paid = somePayment({ status: 'completed' });
    const withFees = { ...late, status: 'completed' as const, fees: '250' };
    expect(laterPayment(paid, withFees)).toBe(withFees);
    expect(laterPayment(withFees, paid)).toBe(withFees);
  });

  it('the one that is read stands where both attempts began at the same time', () => {
    const second = somePayment({ id: paymentId('2') });
    expect(laterPayment(early, second)).toBe(second);
  });

  it('the one that is there stands', () => {
    expect(laterPayment(null, early)).toBe(early);
    expect(laterPayment(early, null)).toBe(early);
    expect(laterPayment(null, null)).toBeNull();
  });

  it('the newer attempt stands, whatever is heard of the older one that was followed before', () => {
    const second = somePayment({ id: paymentId('2'), createdAt: '2026-01-01T10:02:00Z' });
    expect(laterPayment({ ...early, status: 'failed' }, second)).toBe(second);
    expect(laterPayment(second, late, true)).toBe(second);
  });

  it('the one that the companion has just named stands for the order, also where it began earlier', () => {
    const second = somePayment({ id: paymentId('2'), createdAt: '2026-01-01T10:02:00Z', serverTime: '2026-01-01T10:02:00Z' });
    const named = somePayment({ serverTime: '2026-01-01T10:03:00Z' });
    expect(laterPayment(second, named)).toBe(named);
    expect(laterPayment(second, early)).toBe(second);
    expect(laterPayment(named, second)).toBe(second);
    expect(laterPayment({ ...second, status: 'completed' }, named)).toMatchObject({ id: paymentId('2') });
  });

  it('the attempt that paid the order stands, whichever began later', () => {
    const second = somePayment({ id: paymentId('2'), createdAt: '2026-01-01T10:02:00Z' });
    const paid = { ...early, status: 'completed' as const };
    expect(laterPayment(second, paid)).toBe(paid);
    expect(laterPayment(paid, second)).toBe(paid);
  });
});
