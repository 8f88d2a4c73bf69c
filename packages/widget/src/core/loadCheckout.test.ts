import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentId, someCheckout, somePayment } from '../testing/payments.ts';
import type { Api } from './api.ts';
import { CompanionError, localFault } from './companionError.ts';
import { loadCheckout } from './loadCheckout.ts';
import { keepPayment } from './memory.ts';

function problemOf(code: string): CompanionError {
  return new CompanionError({ type: 'about:blank', title: '', status: 401, detail: '', code });
}

function apiWith(checkout: Api['checkout'], payment = vi.fn<Api['payment']>(async () => somePayment())) {
  const missing = () => Promise.reject(new Error('not expected'));
  const api: Api = { checkout, payment, initiate: missing, submitReference: missing, eventsUrl: () => '' };
  return { api, payment };
}

beforeEach(() => localStorage.clear());

describe('loading an order', () => {
  it('gives what the companion says of its token', async () => {
    keepPayment('token', paymentId('1'));
    const { api, payment } = apiWith(async () => someCheckout());
    expect(await loadCheckout(api, 'token')).toEqual(someCheckout());
    expect(payment).not.toHaveBeenCalled();
  });

  it('gives the payment that this device remembers once the token has expired', async () => {
    keepPayment('token', paymentId('1'));
    const { api, payment } = apiWith(() => Promise.reject(problemOf('order_token_expired')));
    expect(await loadCheckout(api, 'token')).toEqual({
      order: 'TS-1',
      amount: '25000',
      currency: 'MGA',
      description: null,
      partnerName: 'Soa',
      environment: 'production',
      returnUrl: null,
      payment: somePayment(),
    });
    expect(payment.mock.calls).toEqual([[paymentId('1')]]);
  });

  it.each([
    ['the token has expired and nothing is remembered', problemOf('order_token_expired'), false],
    ['the token is refused for another reason', problemOf('order_token_invalid'), true],
    ['the companion cannot be reached', localFault('unreachable'), true],
    ['the page itself is at fault', Object.assign(new TypeError('order_token_expired'), { code: 'another' }), true],
  ])('fails, and asks for no payment, where %s', async (_case, error, remembered) => {
    if (remembered) keepPayment('token', paymentId('1'));
    const { api, payment } = apiWith(() => Promise.reject(error));
    await expect(loadCheckout(api, 'token')).rejects.toBe(error);
    expect(payment).not.toHaveBeenCalled();
  });

  it('fails as the request for the remembered payment fails', async () => {
    keepPayment('token', paymentId('1'));
    const lost = localFault('timeout');
    const { api } = apiWith(
      () => Promise.reject(problemOf('order_token_expired')),
      vi.fn(() => Promise.reject(lost)),
    );
    await expect(loadCheckout(api, 'token')).rejects.toBe(lost);
  });
});
