import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { describe, expect, it } from 'vitest';
import { apiWith } from '../testing/api.ts';
import { CompanionError, createLocalError } from './companionError.ts';
import { initiate } from './initiate.ts';

const refusal = new CompanionError({ type: '', title: '', status: 429, detail: '', code: 'prompt_open' });

describe('initiate', () => {
  it('rejects with a refusal, without reading the order', async () => {
    const api = apiWith({ initiate: () => Promise.reject(refusal) });
    await expect(initiate(api, 'token', '0343500003', undefined)).rejects.toBe(refusal);
  });

  it('returns the order’s new payment if the answer was lost', async () => {
    const api = apiWith({
      initiate: () => Promise.reject(createLocalError('timeout')),
      getCheckout: async () => someCheckout(somePayment()),
    });
    expect(await initiate(api, 'token', '0343500003', undefined)).toEqual(somePayment());
  });

  it.each([
    ['the order has no payment', someCheckout()],
    ['the order has only the earlier payment', someCheckout(somePayment({ id: paymentId('9') }))],
  ])('rejects if the answer was lost and %s', async (_case, checkout) => {
    const lost = createLocalError('unreachable');
    const api = apiWith({ initiate: () => Promise.reject(lost), getCheckout: async () => checkout });
    await expect(initiate(api, 'token', '0343500003', paymentId('9'))).rejects.toBe(lost);
  });
});
