import { PAYMENT_STATUSES, PAYMENT_VIEWS, type Payment } from '@tsena/shared/checkout';
import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { describe, expect, it } from 'vitest';
import { type FlowState, selectPayment, selectView } from './flow.ts';

const start: FlowState = { checkout: undefined, hasFailed: false, hasStoredPayment: false, answer: null };

function viewWith(changes: Partial<Payment>, state: Partial<FlowState> = {}) {
  return selectView({ ...start, checkout: someCheckout(somePayment(changes)), ...state });
}

describe('selectView', () => {
  it('selects the form while the order loads, unless this device has stored a payment', () => {
    expect(selectView(start)).toBe('form');
    expect(selectView({ ...start, hasStoredPayment: true })).toBe('loading');
    expect(selectView({ ...start, hasFailed: true, hasStoredPayment: true })).toBe('orderError');
    expect(selectView({ ...start, checkout: someCheckout(), hasFailed: true })).toBe('form');
  });

  it.each(PAYMENT_VIEWS)('selects what the companion says of the payment, whatever its status: %s', (view) => {
    for (const status of PAYMENT_STATUSES) expect(viewWith({ status, view })).toBe(view);
  });

  it('selects the form again only for the payment that the shopper retries, and only while the companion allows it', () => {
    const answer = { paymentId: paymentId('1'), hasTyped: false };
    expect(viewWith({ status: 'failed', retryable: true }, { answer })).toBe('form');
    expect(viewWith({ status: 'failed' }, { answer })).toBe('failed');
    expect(viewWith({ retryable: true }, { answer: { ...answer, paymentId: paymentId('2') } })).toBe('waiting');
    // The payer approved the earlier request.
    expect(viewWith({ status: 'completed' }, { answer })).toBe('paid');
  });

  it('selects “typed” for a payment that waits and whose secret code was typed', () => {
    const answer = { paymentId: paymentId('1'), hasTyped: true };
    expect(viewWith({ retryable: true }, { answer })).toBe('typed');
    expect(viewWith({}, { answer })).toBe('waiting');
    expect(viewWith({ status: 'unresolved', retryable: true }, { answer })).toBe('unresolved');
    expect(viewWith({ status: 'failed', retryable: true }, { answer })).toBe('failed');
  });
});

describe('selectPayment', () => {
  const early = somePayment();
  const late = somePayment({ updatedAt: '2026-01-01T10:00:05.5Z', serverTime: '2026-01-01T10:00:06Z' });

  it('selects the newer state, in any order of arrival', () => {
    expect(selectPayment(early, late)).toBe(late);
    expect(selectPayment(late, early)).toBe(late);
    const retryable = somePayment({ retryable: true, serverTime: '2026-01-01T10:02:00Z' });
    expect(selectPayment(early, retryable)).toBe(retryable);
    expect(selectPayment(retryable, early)).toBe(retryable);
  });

  it('selects the final state, also if its timestamps are older', () => {
    const paid = somePayment({ status: 'completed' });
    expect(selectPayment(paid, late)).toBe(paid);
    expect(selectPayment(late, { ...late, status: 'completed' })).toMatchObject({ status: 'completed' });
  });

  it('keeps the newer attempt when following the older one brings news', () => {
    const second = somePayment({ id: paymentId('2'), createdAt: '2026-01-01T10:02:00Z' });
    expect(selectPayment({ ...early, status: 'failed' }, second)).toBe(second);
    expect(selectPayment(second, late, true)).toBe(second);
  });

  it('selects the attempt that the companion named last, also if it started earlier', () => {
    const second = somePayment({
      id: paymentId('2'),
      createdAt: '2026-01-01T10:02:00Z',
      serverTime: '2026-01-01T10:02:00Z',
    });
    const named = somePayment({ serverTime: '2026-01-01T10:03:00Z' });
    expect(selectPayment(second, named)).toBe(named);
    expect(selectPayment(second, early)).toBe(second);
    expect(selectPayment(named, second)).toBe(second);
    expect(selectPayment({ ...second, status: 'completed' }, named)).toMatchObject({ id: paymentId('2') });
  });

  it('selects the attempt that paid the order, whichever started later', () => {
    const second = somePayment({ id: paymentId('2'), createdAt: '2026-01-01T10:02:00Z' });
    const paid = { ...early, status: 'completed' as const };
    expect(selectPayment(second, paid)).toBe(paid);
    expect(selectPayment(paid, second)).toBe(paid);
    // The merchant recorded that the money came.
    const received = { ...early, status: 'unresolved' as const, view: 'paid' as const };
    expect(selectPayment(second, received, true)).toBe(received);
  });
});
