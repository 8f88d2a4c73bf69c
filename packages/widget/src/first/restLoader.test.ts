import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cleanUp, endAttempt, firstScript, holdScripts, REST_FILE, restScripts } from '../testing/restScript.ts';
import { type Rest, RestLoader } from './restLoader.ts';

const BESIDE = 'https://static.example/files/checkout-rest-0123456789abcdef.js';
const AT_COMPANION = 'https://pay.example/v1/checkout-rest-0123456789abcdef.js';
const REST: Rest = { render: () => undefined, takeOver: () => undefined, remove: () => undefined };

const addresses = () => restScripts().map(({ src }) => src);

function loadFrom(src: string | undefined, nonce?: string): RestLoader {
  const loader = new RestLoader(REST_FILE, src === undefined ? undefined : firstScript({ src, ...(nonce !== undefined && { nonce }) }));
  loader.load();
  return loader;
}

beforeEach(() => {
  vi.useFakeTimers();
  holdScripts();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanUp();
});

describe('the second file', () => {
  it('is loaded from beside the first one, with its integrity value and the first script’s nonce', () => {
    loadFrom('https://static.example/files/checkout.js?v=2', 'abc');
    const [script] = restScripts();
    expect(script).toMatchObject({ src: BESIDE, integrity: 'sha384-abc', crossOrigin: 'anonymous', async: true, nonce: 'abc' });
  });

  it('is loaded from the companion if the address of the first one is not known', () => {
    const loader = loadFrom(undefined);
    expect(addresses()).toEqual([]);
    loader.addCompanion('https://pay.example/');
    loader.load();
    expect(addresses()).toEqual([AT_COMPANION]);
  });

  it('is requested once, however many widgets need it', () => {
    const loader = loadFrom('https://pay.example/v1/checkout.js');
    for (let count = 0; count < 3; count += 1) {
      loader.addCompanion('https://pay.example');
      loader.load();
    }
    expect(addresses()).toEqual([AT_COMPANION]);
    endAttempt(REST);
    loader.load();
    vi.advanceTimersByTime(600_000);
    expect(addresses()).toEqual([AT_COMPANION]);
    expect(loader.rest).toBe(REST);
  });

  it('is asked for at each address, and again after growing pauses, until it is there', () => {
    const loader = loadFrom('https://static.example/files/checkout.js');
    loader.addCompanion('https://pay.example');
    const requested = addresses();
    for (const pauseMs of [0, 1_000, 0, 2_000, 0, 4_000]) {
      endAttempt();
      if (pauseMs > 0) vi.advanceTimersByTime(pauseMs - 1);
      const tooEarly = pauseMs === 0 ? [] : addresses();
      expect(tooEarly).toEqual([]);
      vi.advanceTimersByTime(1);
      requested.push(...addresses());
    }
    expect(requested).toEqual([
      BESIDE,
      AT_COMPANION,
      `${BESIDE}?2`,
      `${AT_COMPANION}?3`,
      `${BESIDE}?4`,
      `${AT_COMPANION}?5`,
      `${BESIDE}?6`,
    ]);
    expect(loader.failures).toBe(6);
    endAttempt(REST);
    expect(loader.rest).toBe(REST);
  });

  it('is asked for at once when the browser goes online', () => {
    loadFrom('https://pay.example/v1/checkout.js');
    endAttempt();
    expect(addresses()).toEqual([]);
    window.dispatchEvent(new Event('online'));
    expect(addresses()).toEqual([`${AT_COMPANION}?1`]);
    vi.advanceTimersByTime(5_000);
    expect(addresses()).toEqual([`${AT_COMPANION}?1`]);
  });

  it('counts as not loaded if the answer is another script', () => {
    const loader = loadFrom('https://pay.example/v1/checkout.js');
    restScripts()[0]?.dispatchEvent(new Event('load'));
    expect(loader).toMatchObject({ rest: undefined, failures: 1 });
  });

  it('is asked for again if no answer arrives, and may then come from the first request', () => {
    const loader = loadFrom('https://pay.example/v1/checkout.js');
    const onChange = vi.fn();
    loader.subscribe(onChange);
    const [slow] = restScripts();
    vi.advanceTimersByTime(21_000);
    expect(addresses()).toEqual([`${AT_COMPANION}?1`]);
    expect(onChange).toHaveBeenCalledTimes(1);
    Object.assign(window, { TsenaCheckoutRest: REST });
    slow?.dispatchEvent(new Event('load'));
    expect(loader.rest).toBe(REST);
    endAttempt();
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(loader.failures).toBe(1);
  });
});

describe('Trusted Types', () => {
  it('receive the address from the policy “tsena”, which is created once', () => {
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(address: string): string }) => rules);
    vi.stubGlobal('trustedTypes', { createPolicy });
    loadFrom('https://pay.example/v1/checkout.js');
    endAttempt();
    vi.advanceTimersByTime(1_000);
    expect(addresses()).toEqual([`${AT_COMPANION}?1`]);
    expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['tsena']);
  });

  it('that allow no such policy leave the plain address', () => {
    vi.stubGlobal('trustedTypes', {
      createPolicy: () => {
        throw new TypeError('not allowed');
      },
    });
    loadFrom('https://pay.example/v1/checkout.js');
    expect(addresses()).toEqual([AT_COMPANION]);
  });
});
