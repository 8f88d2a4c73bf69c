import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { someCheckout } from '../testing/payments.ts';
import { createApi } from './api.ts';
import { CompanionError } from './companionError.ts';
import { requestOrderEarly } from './earlyOrder.ts';

const answered = vi.fn(async () => Response.json(someCheckout()));

beforeEach(() => {
  vi.useFakeTimers();
  answered.mockClear();
  vi.stubGlobal('fetch', answered);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const request = () => requestOrderEarly({ companionUrl: 'https://pay.example/', language: 'mg', token: 'token' });

describe('an order that is requested early', () => {
  it('is the answer to the first request for it; a second request is sent', async () => {
    const api = createApi('https://pay.example', 'mg', request());
    expect(answered).toHaveBeenCalledTimes(1);
    expect(await api.getCheckout('token')).toEqual(someCheckout());
    expect(answered).toHaveBeenCalledTimes(1);
    await api.getCheckout('token');
    expect(answered).toHaveBeenCalledTimes(2);
  });

  it('is sent like the request that it replaces', async () => {
    request();
    await createApi('https://pay.example', 'mg').getCheckout('token');
    const [early, usual] = answered.mock.calls as unknown as [string, RequestInit][];
    expect([early?.[0], { ...early?.[1], signal: undefined }]).toEqual([usual?.[0], { ...usual?.[1], signal: undefined }]);
  });

  it('is not used after 20 seconds, because it may have been paid', async () => {
    const api = createApi('https://pay.example', 'mg', request());
    vi.advanceTimersByTime(20_000);
    await api.getCheckout('token');
    expect(answered).toHaveBeenCalledTimes(2);
  });

  it('that gets no answer fails like any other request, and the next one is sent', async () => {
    answered.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const api = createApi('https://pay.example', 'mg', request());
    const failure = await api.getCheckout('token').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CompanionError);
    expect(failure).toMatchObject({ code: 'unreachable' });
    expect(await api.getCheckout('token')).toEqual(someCheckout());
  });
});
