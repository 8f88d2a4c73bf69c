import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiWith } from '../testing/api.ts';
import { createToken } from '../testing/orderToken.ts';
import { CompanionError, createLocalError } from './companionError.ts';
import { storePaymentId } from './deviceStore.ts';
import { loadCheckout } from './loadCheckout.ts';

function problemOf(code: string): CompanionError {
  return new CompanionError({ type: 'about:blank', title: '', status: 401, detail: '', code });
}

beforeEach(() => localStorage.clear());

describe('loadCheckout', () => {
  it('returns the companion’s answer for the token', async () => {
    storePaymentId('token', paymentId('1'));
    const api = apiWith({ getCheckout: async () => someCheckout() });
    expect(await loadCheckout(api, 'token')).toEqual(someCheckout());
  });

  it.each([
    ['another amount', { amount: '20000' }, { amount: '20000' }],
    ['another order', { order: 'TS-2' }, { sub: 'TS-2' }],
  ])('refuses an answer with %s than its token, which a cache of the shop has kept', async (_case, changes, claims) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const api = apiWith({ getCheckout: async () => ({ ...someCheckout(), ...changes }) });
    await expect(loadCheckout(api, createToken())).rejects.toMatchObject({ code: 'unreadable' });
    await expect(loadCheckout(api, createToken(claims))).resolves.toMatchObject(changes);
  });

  it('takes the order of a token that names none, as a hosted page’s does', async () => {
    const api = apiWith({ getCheckout: async () => someCheckout() });
    expect(await loadCheckout(api, createToken({ sub: undefined }))).toEqual(someCheckout());
  });

  it('returns the stored payment, with its environment, if the token has expired', async () => {
    storePaymentId('token', paymentId('1'));
    const sandbox = somePayment({ environment: 'sandbox' });
    const getPayment = vi.fn(async () => sandbox);
    const getCheckout = () => Promise.reject(problemOf('order_token_expired'));
    expect(await loadCheckout(apiWith({ getCheckout, getPayment }), 'token')).toEqual({
      ...someCheckout(sandbox),
      description: null,
      environment: 'sandbox',
    });
    expect(getPayment.mock.calls).toEqual([[paymentId('1')]]);
  });

  it.each([
    ['the token has expired and no payment is stored', problemOf('order_token_expired'), false],
    ['the token is rejected for another reason', problemOf('order_token_invalid'), true],
    ['the companion cannot be reached', createLocalError('unreachable'), true],
    [
      'the error is not the companion’s',
      Object.assign(new TypeError('order_token_expired'), { code: 'another' }),
      true,
    ],
  ])('rejects, without reading a payment, if %s', async (_case, error, hasStoredPayment) => {
    if (hasStoredPayment) storePaymentId('token', paymentId('1'));
    await expect(loadCheckout(apiWith({ getCheckout: () => Promise.reject(error) }), 'token')).rejects.toBe(error);
  });
});
