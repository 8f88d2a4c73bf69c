import { readMsisdn } from '@tsena/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentId } from '../testing/payments.ts';
import { keepNumber, keepPayment, recallNumber, recallPayment } from './memory.ts';

function numberOf(text: string) {
  const reading = readMsisdn(text);
  if (!reading.ok) throw new Error(reading.fault);
  return reading.msisdn;
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe('this device remembers', () => {
  it('an order’s payment, without keeping the order token', () => {
    keepPayment('secret.order.token', paymentId('1'));
    keepPayment('secret.order.token', paymentId('2'));
    expect(recallPayment('secret.order.token')).toBe(paymentId('2'));
    expect(recallPayment('another')).toBeNull();
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  });

  it('the last order alone', () => {
    keepPayment('first', paymentId('1'));
    keepPayment('second', paymentId('2'));
    expect(recallPayment('first')).toBeNull();
    expect(Object.keys({ ...localStorage })).toEqual(['tsena:payment']);
  });

  it('a payment under the fingerprint of its order token, FNV-1a, which tells apart tokens of one length', () => {
    keepPayment('a', paymentId('1'));
    expect({ ...localStorage }).toEqual({ 'tsena:payment': `3826002220 ${paymentId('1')}` });
    expect(recallPayment('b')).toBeNull();
  });

  it('a number, until it is to be forgotten', () => {
    expect(recallNumber()).toBeNull();
    keepNumber(numberOf('034 35 000 03'));
    expect(recallNumber()).toBe('0343500003');
    expect({ ...localStorage }).toEqual({ 'tsena:msisdn': '0343500003' });
    keepNumber(null);
    expect({ ...localStorage }).toEqual({});
  });

  it('nothing that somebody else wrote there', () => {
    localStorage.setItem('tsena:msisdn', '<script>');
    localStorage.setItem('tsena:payment', 'x y');
    expect(recallNumber()).toBeNull();
    expect(recallPayment('order')).toBeNull();
  });

  it('nothing where the browser forbids it', () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    keepPayment('order', paymentId('1'));
    keepNumber(numberOf('0343500003'));
    expect(recallPayment('order')).toBeNull();
    expect(recallNumber()).toBeNull();
  });
});
