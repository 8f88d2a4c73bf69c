import { describe, expect, it, vi } from 'vitest';
import { paymentId, someCheckout, somePayment } from '../testing/payments.ts';
import type { Api } from './api.ts';
import { CompanionError, localFault } from './companionError.ts';
import { initiate } from './initiate.ts';

function apiWith(answers: Partial<Api>): Api {
  const missing = () => Promise.reject(new Error('not expected'));
  return { checkout: missing, initiate: missing, payment: missing, submitReference: missing, eventsUrl: () => '', ...answers };
}

const refusal = new CompanionError({ type: '', title: '', status: 429, detail: '', code: 'prompt_open' });

describe('asking for a payment', () => {
  it('gives the payment', async () => {
    const api = apiWith({ initiate: async () => somePayment() });
    expect(await initiate(api, 'token', '0343500003', undefined)).toEqual(somePayment());
  });

  it('a refusal is a refusal: nothing is looked for', async () => {
    const checkout = vi.fn<Api['checkout']>();
    await expect(initiate(apiWith({ initiate: () => Promise.reject(refusal), checkout }), 'token', '0343500003', undefined)).rejects.toBe(
      refusal,
    );
    expect(checkout).not.toHaveBeenCalled();
  });

  it('where the answer is lost, the payment that has begun is found', async () => {
    const api = apiWith({ initiate: () => Promise.reject(localFault('timeout')), checkout: async () => someCheckout(somePayment()) });
    expect(await initiate(api, 'token', '0343500003', undefined)).toEqual(somePayment());
  });

  it.each([
    ['none has begun', someCheckout()],
    ['only the attempt before is there', someCheckout(somePayment({ id: paymentId('9') }))],
  ])('where the answer is lost and %s, that is told', async (_case, checkout) => {
    const lost = localFault('unreachable');
    const api = apiWith({ initiate: () => Promise.reject(lost), checkout: async () => checkout });
    await expect(initiate(api, 'token', '0343500003', paymentId('9'))).rejects.toBe(lost);
  });
});
