import { afterEach, expect, it, vi } from 'vitest';
import { createPayment } from '../testing/fixtures.ts';
import { createCounterApi, type TakeRequest } from './counterApi.ts';
import { sendUntilAnswered } from './useRequest.ts';

const REQUEST: TakeRequest = { key: 'key_1', body: { amount: '25000', msisdn: '0343500003' } };

afterEach(() => void vi.useRealTimers());

it('a request that hangs counts as lost, and is sent again with the same key', async () => {
  vi.useFakeTimers();
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers, signal }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    if (keys.length > 1) return Promise.resolve(new Response(JSON.stringify(createPayment({ status: 'pending' })), { status: 201 }));
    return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))));
  });
  const api = createCounterApi({ language: 'en', base: 'https://pay.example/v1/merchant', onSignedOut: () => undefined });
  const onLost = vi.fn();
  const answer = sendUntilAnswered(api, REQUEST, new AbortController().signal, onLost);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(onLost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onLost).toHaveBeenCalledOnce();
  expect((await answer).status).toBe('pending');
  expect(keys).toEqual(['key_1', 'key_1']);
});
