import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../core/apiError.ts';
import { createPayment } from '../testing/fixtures.ts';
import { createCounterApi, type TakeRequest } from './counterApi.ts';
import { sendUntilAnswered } from './useRequest.ts';

const request = (at = Date.now()): TakeRequest => ({
  key: 'key_1',
  body: { amount: '25000', msisdn: '0343500003' },
  at,
});

afterEach(() => void vi.useRealTimers());

it('a request that hangs counts as lost, and is sent again with the same key', async () => {
  vi.useFakeTimers();
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_url: string, { headers, signal }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    if (keys.length > 1)
      return Promise.resolve(new Response(JSON.stringify(createPayment({ status: 'pending' })), { status: 201 }));
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    );
  });
  const api = createCounterApi({
    language: 'en',
    base: 'https://pay.example/v1/merchant',
    onSignedOut: () => undefined,
  });
  const onLost = vi.fn();
  const answer = sendUntilAnswered(api, request(), new AbortController().signal, onLost);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(onLost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(onLost).toHaveBeenCalledOnce();
  expect((await answer)?.status).toBe('pending');
  expect(keys).toEqual(['key_1', 'key_1']);
});

describe('a request that nobody answers', () => {
  function count() {
    let sent = 0;
    const take = () => {
      sent += 1;
      return Promise.reject(new ApiError('unreachable'));
    };
    return { api: { take }, sent: () => sent };
  }

  it('is sent for three minutes, and then a person decides', async () => {
    vi.useFakeTimers();
    const { api, sent } = count();
    const answer = sendUntilAnswered(api, request(), new AbortController().signal, () => undefined);
    await vi.advanceTimersByTimeAsync(170_000);
    expect(sent()).toBeGreaterThan(50);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBeNull();
  });

  it('is sent once if a person sends it again later, and never after six days', async () => {
    vi.useFakeTimers();
    const { api, sent } = count();
    const send = async (ageMs: number) => {
      const answer = sendUntilAnswered(api, request(Date.now() - ageMs), new AbortController().signal, () => undefined);
      await vi.advanceTimersByTimeAsync(10_000);
      return answer;
    };
    expect([await send(180_000), sent()]).toEqual([null, 1]);
    expect([await send(6 * 86_400_000 - 1), sent()]).toEqual([null, 2]);
    expect([await send(6 * 86_400_000), sent()]).toEqual([null, 2]);
    // The device's clock went back by a day: the request may be eight days old.
    expect([await send(-86_400_000), sent()]).toEqual([null, 2]);
  });
});
