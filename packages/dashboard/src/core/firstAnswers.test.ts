import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askFirst } from './firstAnswers.ts';

const BASE = 'https://pay.example/v1/merchant';
const sent = vi.fn<(address: string, options: RequestInit) => Promise<Response>>();

beforeEach(() => {
  sent.mockImplementation((address) => Promise.resolve(Response.json({ path: address.slice(BASE.length) })));
  vi.stubGlobal('fetch', sent);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  sent.mockReset();
});

const addresses = () => sent.mock.calls.map(([address]) => address);

describe('the first answers', () => {
  it('are the merchant and today’s totals, in the language, with the session’s cookie', async () => {
    const answers = askFirst(BASE, 'mg', true);
    expect(await (await answers.take(''))?.json()).toEqual({ path: '' });
    expect(await (await answers.take('/totals?days=2'))?.json()).toEqual({ path: '/totals?days=2' });
    expect(addresses()).toEqual([BASE, `${BASE}/totals?days=2`]);
    expect(sent.mock.calls[1]?.[1]).toEqual({
      headers: { 'Accept-Language': 'mg' },
      mode: 'cors',
      credentials: 'same-origin',
      cache: 'no-store',
    });
  });

  it('are the merchant alone on another page', async () => {
    const answers = askFirst(BASE, 'fr', false);
    expect(await answers.take('')).toBeInstanceOf(Response);
    expect(await answers.take('/totals?days=2')).toBeUndefined();
    expect(addresses()).toEqual([BASE]);
  });

  it('ask nothing more for a visitor who is not signed in', async () => {
    sent.mockResolvedValue(new Response('{}', { status: 401 }));
    const answers = askFirst(BASE, 'fr', true);
    expect((await answers.take(''))?.status).toBe(401);
    expect(await answers.take('/totals?days=2')).toBeUndefined();
    expect(addresses()).toEqual([BASE]);
  });

  it('are given once', async () => {
    const answers = askFirst(BASE, 'fr', true);
    expect(await answers.take('')).toBeInstanceOf(Response);
    expect(await answers.take('')).toBeUndefined();
  });

  it('are not given once they are five seconds old', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1000);
    const answers = askFirst(BASE, 'fr', true);
    await vi.waitFor(() => expect(addresses()).toEqual([BASE, `${BASE}/totals?days=2`]));
    now.mockReturnValue(5999);
    expect(await answers.take('')).toBeInstanceOf(Response);
    now.mockReturnValue(6000);
    expect(await answers.take('/totals?days=2')).toBeUndefined();
  });

  it('are missing without a connection, and nothing is thrown', async () => {
    sent.mockRejectedValue(new TypeError('Failed to fetch'));
    const answers = askFirst(BASE, 'fr', true);
    expect(await answers.take('')).toBeUndefined();
    expect(await answers.take('/totals?days=2')).toBeUndefined();
  });
});
