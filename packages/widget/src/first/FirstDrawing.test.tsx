import { cleanup, render } from '@testing-library/react';
import { LANGUAGES } from '@tsena/shared';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storeNumber, storePaymentId } from '../core/deviceStore.ts';
import { Widget } from '../react/Widget.tsx';
import { paymentId } from '../testing/payments.ts';
import { cleanUp, createLoader, endAttempt, holdScripts, restScripts } from '../testing/restScript.ts';
import type { CheckoutOptions } from '../types.ts';
import { FirstDrawing } from './FirstDrawing.tsx';

const TOKEN = `e30.${Buffer.from('{"sub":"TS-1","amount":"25000"}').toString('base64url')}.c2ln`;
const OPTIONS: CheckoutOptions = { orderToken: TOKEN, companionUrl: 'https://pay.example', locale: 'en' };

const fetched = vi.fn(() => new Promise<Response>(() => undefined));

beforeEach(() => {
  vi.useFakeTimers();
  holdScripts();
  vi.stubGlobal('fetch', fetched);
  fetched.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  cleanUp();
});

function startDrawing(changes: Partial<CheckoutOptions> = {}) {
  const host = document.body.appendChild(document.createElement('div'));
  const root = host.attachShadow({ mode: 'open' });
  const loader = createLoader();
  loader.load();
  const drawing = new FirstDrawing(root, loader);
  const emit = vi.fn();
  const draw = (more: Partial<CheckoutOptions> = {}) => drawing.draw({ host, emit, options: { ...OPTIONS, ...changes, ...more } });
  draw();
  const find = <T extends Element>(selector: string) => {
    const found = root.querySelector<T>(selector);
    if (found === null) throw new Error(`there is no ${selector}`);
    return found;
  };
  return {
    root,
    drawing,
    emit,
    draw,
    find,
    text: (selector: string) => root.querySelector(selector)?.textContent?.replaceAll('\u00a0', ' '),
    press: () => find('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  };
}

/** A tree of nodes, without what no browser shows: the order of attributes, and texts of no length. */
function describeNode(node: Node): unknown {
  if (!(node instanceof Element)) return node.textContent;
  return {
    tag: node.localName,
    attributes: Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value])),
    children: [...node.childNodes].filter((child) => child.textContent !== '' || child instanceof Element).map(describeNode),
  };
}

describe('the first drawing', () => {
  const cases = LANGUAGES.flatMap((locale) => [
    { locale, what: 'the form', options: {} },
    { locale, what: 'the form of a token without an amount', options: { orderToken: 'x' } },
    { locale, what: 'the form with own texts', options: { texts: { 'form.title': 'Soa', operator: 'Soa Money' }, theme: 'dark' as const } },
    { locale, what: 'a form with a remembered number', options: {}, number: true },
    { locale, what: 'the view while a stored payment is loaded', options: {}, payment: true },
  ]);

  it.each(cases)('is what the component renders first, in $locale: $what', ({ locale, options, number, payment }) => {
    if (number) localStorage.setItem('tsena:msisdn', '0343500003');
    if (payment) storePaymentId(TOKEN, paymentId('1'));
    const { root } = startDrawing({ locale, ...options });
    const host = document.createElement('div');
    const { container } = render(<Widget host={host} emit={() => undefined} options={{ ...OPTIONS, locale, ...options }} />);
    expect([...root.childNodes].map(describeNode)).toEqual([...container.childNodes].map(describeNode));
  });

  it('asks for the order at once, with the language of the page', () => {
    document.documentElement.lang = 'mg';
    startDrawing({ locale: undefined });
    document.documentElement.lang = '';
    expect(fetched.mock.calls).toEqual([
      [
        'https://pay.example/v1/checkout',
        expect.objectContaining({ method: 'GET', headers: { 'Accept-Language': 'mg', Authorization: `Bearer ${TOKEN}` } }),
      ],
    ]);
  });

  it('follows the options, keeps what is typed, and asks for the order again only if it needs another answer', () => {
    const { root, draw, find, text } = startDrawing();
    find<HTMLInputElement>('[type=tel]').value = '034 35';
    find<HTMLInputElement>('[type=tel]').focus();
    draw({ theme: 'dark' });
    expect(fetched).toHaveBeenCalledTimes(1);
    draw({ locale: 'fr' });
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(text('h2')).toBe('Payer par mobile money');
    expect(find<HTMLInputElement>('[type=tel]').value).toBe('034 35');
    expect(root.activeElement).toBe(find('[type=tel]'));
    draw({ orderToken: 'another' });
    expect(find<HTMLInputElement>('[type=tel]').value).toBe('');
  });

  it('forgets the number as soon as the shopper wants it', () => {
    storeNumber('0343500003' as Parameters<typeof storeNumber>[0]);
    const { find } = startDrawing();
    find<HTMLInputElement>('[type=checkbox]').click();
    expect(localStorage.getItem('tsena:msisdn')).toBeNull();
  });
});

describe('a press before the second file is there', () => {
  it('makes the button busy, sends no form, and starts one request for the second file', () => {
    const { press, find, text } = startDrawing();
    for (let count = 0; count < 3; count += 1) expect(press()).toBe(false);
    expect(text('[part=button]')).toBe('One moment…');
    expect(find('[part=button]').getAttribute('aria-disabled')).toBe('true');
    expect(restScripts()).toHaveLength(1);
    expect(fetched).toHaveBeenCalledTimes(1);
  });

  it('says after 5 seconds that the connection is slow', () => {
    const { press, text } = startDrawing();
    press();
    vi.advanceTimersByTime(5_000);
    expect(text('[part=notice]')).toBe('The connection is slow. We keep trying.');
    expect(text('[role=status]')).toBe('The connection is slow. We keep trying.');
  });

  it.each([
    [true, 'We cannot reach the service. Check your connection, then try again. You will not pay twice.', 'unreachable'],
    [false, 'You are offline. Check your connection, then try again. You will not pay twice.', 'offline'],
  ])('is over if the file cannot be loaded (online: %s): the reason is shown, and the button works', (onLine, message, code) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    const { press, find, text, emit } = startDrawing();
    press();
    endAttempt();
    expect(text('[part="notice"]')).toBe(message);
    expect(text('[part=button]')).toBe('Pay 25,000 Ar');
    expect(find('[part=button]').getAttribute('aria-disabled')).toBe('false');
    expect(emit.mock.calls).toEqual([['error', { problem: expect.objectContaining({ status: 0, code }) }]]);
    press();
    expect(text('[part="notice"]')).toBeUndefined();
    expect(text('[part=button]')).toBe('One moment…');
    expect(restScripts()).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('leads to the hosted page too after three failed attempts', () => {
    const { press, find, root } = startDrawing();
    for (let count = 0; count < 3; count += 1) {
      expect(root.querySelector('[name=token]')).toBeNull();
      press();
      endAttempt();
    }
    expect(find<HTMLInputElement>('[name=token]').value).toBe(TOKEN);
    expect(find<HTMLInputElement>('[name=token]').form?.action).toBe('https://pay.example/pay');
    press();
    expect(root.querySelector('[name=token]')).toBeNull();
  });

  it('is not explained before a press: the form can be used while the file is loaded again', () => {
    const { root } = startDrawing();
    endAttempt();
    expect(root.querySelector('[part=notice]')).toBeNull();
  });

  it('does not happen while a stored payment is loaded: the reason is shown at once', () => {
    storePaymentId(TOKEN, paymentId('1'));
    const { text, emit, find } = startDrawing();
    for (let count = 0; count < 4; count += 1) {
      endAttempt();
      vi.advanceTimersByTime(30_000);
    }
    expect(text('h2')).toBe('One moment…');
    expect(text('[part=notice]')).toContain('We cannot reach the service.');
    expect(find('[name=token]')).toBeDefined();
    // At the first failure, and when the hosted page is offered.
    expect(emit).toHaveBeenCalledTimes(2);
  });
});
