import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentId, someCheckout, somePayment } from '../testing/payments.ts';
import type { Api } from './api.ts';
import { CompanionError, createLocalError } from './companionError.ts';
import { storePaymentId } from './deviceStore.ts';
import { loadCheckout } from './loadCheckout.ts';

function problemOf(code: string): CompanionError {
  return new CompanionError({ type: 'about:blank', title: '', status: 401, detail: '', code });
}

function apiWith(getCheckout: Api['getCheckout'], getPayment = vi.fn<Api['getPayment']>(async () => somePayment())) {
  const missing = () => Promise.reject(new Error('unexpected request'));
  const api: Api = { getCheckout, getPayment, initiate: missing, submitReference: missing, getEventsUrl: () => '' };
  return { api, getPayment };
}

beforeEach(() => localStorage.clear());

describe('loadCheckout', () => {
  it('returns the companion’s answer for the token', async () => {
    storePaymentId('token', paymentId('1'));
    const { api, getPayment } = apiWith(async () => someCheckout());
    expect(await loadCheckout(api, 'token')).toEqual(someCheckout());
    expect(getPayment).not.toHaveBeenCalled();
  });

  it('returns the stored payment, with its environment, if the token has expired', async () => {
    storePaymentId('token', paymentId('1'));
    const sandbox = somePayment({ environment: 'sandbox' });
    const { api, getPayment } = apiWith(
      () => Promise.reject(problemOf('order_token_expired')),
      vi.fn(async () => sandbox),
    );
    expect(await loadCheckout(api, 'token')).toEqual({
      order: 'TS-1',
      amount: '25000',
      currency: 'MGA',
      description: null,
      partnerName: 'Soa',
      operatorName: null,
      environment: 'sandbox',
      returnUrl: null,
      payment: sandbox,
    });
    expect(getPayment.mock.calls).toEqual([[paymentId('1')]]);
  });

  it.each([
    ['the token has expired and no payment is stored', problemOf('order_token_expired'), false],
    ['the token is rejected for another reason', problemOf('order_token_invalid'), true],
    ['the companion cannot be reached', createLocalError('unreachable'), true],
    ['the error is not the companion’s', Object.assign(new TypeError('order_token_expired'), { code: 'another' }), true],
  ])('rejects, without reading a payment, if %s', async (_case, error, hasStoredPayment) => {
    if (hasStoredPayment) storePaymentId('token', paymentId('1'));
    const { api, getPayment } = apiWith(() => Promise.reject(error));
    await expect(loadCheckout(api, 'token')).rejects.toBe(error);
    expect(getPayment).not.toHaveBeenCalled();
  });
});
