import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storePaymentId } from './core/deviceStore.ts';
import { TsenaCheckoutElement } from './element.ts';
import { pageLoader } from './first/pageLoader.ts';
import rest from './rest.ts';
import { paymentId, someCheckout, somePayment } from './testing/payments.ts';
import { cleanUp, createLoader, endAttempt, holdScripts, restScripts } from './testing/restScript.ts';
import { sendJson, serve, type TestServer } from './testing/server.ts';

// As the build of the second file does. The first file's own runtime makes elements that are drawn in the same way.
vi.mock('react', () => import('./preact/react.ts'));
vi.mock('react/jsx-dev-runtime', () => import('preact/jsx-runtime'));

const token = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub, amount: '25000' })).toString('base64url')}.c2ln`;
const started = somePayment({ nextPollMs: 600_000 });

let server: TestServer;

beforeAll(async () => {
  customElements.define('tsena-checkout', TsenaCheckoutElement);
  server = await serve(({ method, url }, response) => {
    if (url?.endsWith('/events')) response.writeHead(404).end();
    else sendJson(response, method === 'POST' ? started : someCheckout());
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  holdScripts();
  server.requests.length = 0;
  TsenaCheckoutElement.companionUrl = server.url;
  pageLoader.current = createLoader();
});
afterEach(cleanUp);

function addElement(attributes: Record<string, string> = {}) {
  const element = document.createElement('tsena-checkout');
  for (const [name, value] of Object.entries({ 'order-token': token('TS-1'), locale: 'en', ...attributes })) {
    element.setAttribute(name, value);
  }
  document.body.append(element);
  const find = <T extends Element>(selector: string) => {
    const found = element.shadowRoot?.querySelector<T>(selector);
    if (!found) throw new Error(`there is no ${selector}`);
    return found;
  };
  return {
    element,
    find,
    get number() {
      return find<HTMLInputElement>('[type=tel]');
    },
    get text() {
      return (element.shadowRoot?.textContent ?? '').replaceAll('\u00a0', ' ');
    },
    press: () => find<HTMLFormElement>('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })),
  };
}

const initiations = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).msisdn);
const orders = () => server.requests.filter(({ method, path }) => method === 'GET' && path === '/v1/checkout');

describe('when the second file arrives', () => {
  it('takes over the nodes, what is typed into them, the focus and the caret', async () => {
    const widget = addElement();
    const { number } = widget;
    const card = widget.find('.card');
    number.focus();
    number.value = '0343';
    number.setSelectionRange(2, 2);
    endAttempt(rest);
    expect(widget.find('.card')).toBe(card);
    expect(widget.number).toBe(number);
    expect(widget.element.shadowRoot?.activeElement).toBe(number);
    expect([number.value, number.selectionStart]).toEqual(['034 3', 2]);
    await vi.waitFor(() => expect(widget.text).toContain('To Soa'));
    expect(widget.number).toBe(number);
    expect(orders()).toHaveLength(1);
  });

  it('sends a press that waits, once, however often the shopper pressed', async () => {
    const widget = addElement();
    widget.number.value = '034 35 000 03';
    for (let count = 0; count < 4; count += 1) widget.press();
    endAttempt(rest);
    widget.press();
    await vi.waitFor(() => expect(widget.text).toContain('Confirm on your phone'));
    expect(widget.text).toContain('The request goes to 034 35 000 03.');
    expect(initiations()).toEqual(['0343500003']);
    expect(orders()).toHaveLength(1);
  });

  it('sends nothing for a press with a wrong number: the number is explained', async () => {
    const widget = addElement();
    widget.number.value = '032 12 345 67';
    widget.press();
    endAttempt(rest);
    await vi.waitFor(() => expect(widget.text).toContain('This is an Orange number.'));
    expect(widget.find('[part=button]').textContent).toBe('Pay 25,000\u00a0Ar');
    expect(widget.find('[part=button]').getAttribute('aria-disabled')).toBe('false');
    expect(initiations()).toEqual([]);
  });

  it('sends nothing for a press whose failure was shown', async () => {
    const widget = addElement();
    widget.number.value = '034 35 000 03';
    widget.press();
    endAttempt();
    expect(widget.text).toContain('We cannot reach the service.');
    window.dispatchEvent(new Event('online'));
    endAttempt(rest);
    await vi.waitFor(() => expect(widget.text).toContain('To Soa'));
    expect(widget.text).not.toContain('We cannot reach the service.');
    // Nothing is on its way either.
    expect(widget.find('[part=button]').textContent).toBe('Pay 25,000\u00a0Ar');
    expect(initiations()).toEqual([]);
    widget.press();
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500003']));
  });

  it('shows no form if another tab has stored a payment meanwhile, and sends nothing', async () => {
    const widget = addElement();
    widget.number.value = '034 35 000 03';
    widget.press();
    storePaymentId(token('TS-1'), paymentId('1'));
    endAttempt(rest);
    expect(widget.element.shadowRoot?.querySelector('form')).toBeNull();
    await vi.waitFor(() => expect(widget.text).toContain('To Soa'));
    expect(initiations()).toEqual([]);
  });

  it('uses the options and handlers of that moment', async () => {
    const widget = addElement();
    const ready = vi.fn();
    widget.element.options = { texts: { 'form.title': 'Pay Soa' }, onReady: ready };
    expect(widget.text).toContain('Pay Soa');
    endAttempt(rest);
    await vi.waitFor(() => expect(ready).toHaveBeenCalledTimes(1));
    widget.element.setAttribute('locale', 'fr');
    await vi.waitFor(() => expect(widget.text).toContain('Payer'));
    expect(widget.text).toContain('Pay Soa');
  });
});

describe('two elements', () => {
  it('share one request for the second file, and only the pressed one sends', async () => {
    const [one, two] = [addElement(), addElement({ 'order-token': token('TS-2') })];
    expect(restScripts()).toHaveLength(1);
    one.number.value = '034 35 000 03';
    two.number.value = '034 35 000 04';
    two.press();
    endAttempt(rest);
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500004']));
    await vi.waitFor(() => expect(one.text).toContain('To Soa'));
    expect(orders()).toHaveLength(2);
    expect(initiations()).toEqual(['0343500004']);
  });
});

describe('an element', () => {
  it('that is removed before the second file arrives stays removed, and works when it is added again', async () => {
    const widget = addElement();
    widget.number.value = '034 35 000 03';
    widget.press();
    widget.element.remove();
    await Promise.resolve();
    endAttempt(rest);
    expect(widget.element.shadowRoot?.childElementCount).toBe(0);
    document.body.append(widget.element);
    await vi.waitFor(() => expect(widget.text).toContain('To Soa'));
    expect(initiations()).toEqual([]);
  });
});
