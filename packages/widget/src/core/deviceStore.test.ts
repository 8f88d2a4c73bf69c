import { readMsisdn } from '@tsena/shared';
import { paymentId } from '@tsena/testkit/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadNumber, loadPaymentId, storeNumber, storePaymentId } from './deviceStore.ts';

function numberOf(text: string) {
  const reading = readMsisdn(text);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.msisdn;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('the device store', () => {
  it('keeps an order’s payment id, but not the order token', () => {
    storePaymentId('secret.order.token', paymentId('1'));
    storePaymentId('secret.order.token', paymentId('2'));
    expect(loadPaymentId('secret.order.token')).toBe(paymentId('2'));
    expect(loadPaymentId('another')).toBeNull();
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  });

  it('keeps only the last order', () => {
    storePaymentId('first', paymentId('1'));
    storePaymentId('second', paymentId('2'));
    expect(loadPaymentId('first')).toBeNull();
    expect(Object.keys({ ...localStorage })).toEqual(['tsena:payment']);
  });

  it('ignores values of another format', () => {
    localStorage.setItem('tsena:msisdn', '<script>');
    localStorage.setItem('tsena:payment', 'x y');
    expect(loadNumber()).toBeNull();
    expect(loadPaymentId('order')).toBeNull();
  });

  it('keeps nothing if the browser forbids localStorage', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    storePaymentId('order', paymentId('1'));
    storeNumber(numberOf('0343500003'));
    expect(loadPaymentId('order')).toBeNull();
    expect(loadNumber()).toBeNull();
  });
});
