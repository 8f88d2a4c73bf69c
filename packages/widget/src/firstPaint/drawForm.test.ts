import { userEvent } from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import '../testing/firstTexts.ts';
import { TsenaCheckoutElement } from '../element.ts';
import { apps } from '../testing/apps.ts';
import { someCheckout, somePayment } from '../testing/payments.ts';
import { sendJson, serve, type TestServer } from '../testing/server.ts';

// The test says when the second file has run.
vi.mock('./loadApp.ts', () => ({ loadApp: () => new Promise(() => undefined) }));

const token = (amount: string) => `e30.${btoa(JSON.stringify({ sub: 'TS-1', amount }))}.c2ln`;
const started = somePayment({ nextPollMs: 600_000 });

let server: TestServer;
/** The address and the order token of each form that was sent to a page. */
const sentForms: (readonly [string, string])[] = [];

beforeAll(async () => {
  customElements.define('tsena-checkout', TsenaCheckoutElement);
  server = await serve(({ method, url }, response) => {
    if (url?.includes('/events')) response.writeHead(404).end();
    else sendJson(response, method === 'POST' ? started : someCheckout(null));
  });
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function send(this: HTMLFormElement) {
    sentForms.push([this.action, String(new FormData(this).get('token'))]);
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  server.requests.length = 0;
  sentForms.length = 0;
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  vi.useRealTimers();
  Object.assign(window, { TsenaCheckoutApp: undefined });
});

function addElement({ amount = '25000', locale = 'en', texts = {} } = {}) {
  const element = document.createElement('tsena-checkout');
  element.options = { orderToken: token(amount), companionUrl: server.url, locale: locale as 'en', texts };
  document.body.append(element);
  const find = <T extends Element>(selector: string) => element.shadowRoot?.querySelector<T>(selector) ?? null;
  return { element, find, number: find<HTMLInputElement>('[type=tel]'), button: find<HTMLButtonElement>('button') };
}

/** The second file has run. */
function startApp({ element }: { element: TsenaCheckoutElement }): void {
  Object.assign(window, { TsenaCheckoutApp: apps });
  element.setAttribute('contact', '034');
}

const initiations = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).msisdn);

describe('before the application is there', () => {
  it.each([
    ['mg', '25000'],
    ['fr', '99999999'],
    ['en', '999999999999'],
  ])('the form is as the application draws it: %s, %s Ar', (locale, amount) => {
    localStorage.setItem('tsena:msisdn', '0343500003');
    const early = addElement({ locale, amount });
    expect(early.number?.value).toBe('034 35 000 03');
    Object.assign(window, { TsenaCheckoutApp: apps });
    const late = addElement({ locale, amount });
    for (const { find } of [early, late]) {
      expect(find<HTMLInputElement>('[type=checkbox]')?.checked).toBe(true);
      for (const input of [find('[type=tel]'), find('[type=checkbox]')])
        for (const name of ['value', 'checked']) input?.removeAttribute(name);
    }
    const [drawn, own] = [early, late].map(({ find }) => find('.card')?.outerHTML.replace(/ (data-length="\w+") (class="\w+")/, ' $2 $1'));
    expect(drawn).toBe(own);
  });

  it('a press waits, and is sent once with what was typed, from the same nodes', async () => {
    const user = userEvent.setup();
    const widget = addElement();
    const { number, button, find } = widget;
    await user.type(number ?? expect.unreachable(), '0343500003');
    for (let count = 0; count < 3; count += 1) await user.click(button ?? expect.unreachable());
    expect(button?.textContent).toBe('One moment…');
    startApp(widget);
    expect(find('[type=tel]') === number && find('button') === button).toBe(true);
    await vi.waitFor(() => expect(find('h2')?.textContent).toBe('Confirm on your phone'));
    expect(initiations()).toEqual(['0343500003']);
    expect(sentForms).toEqual([]);
  });

  it.each([
    ['theme', 'dark'],
    ['contact', '034'],
    ['locale', 'fr'],
  ])('a press outlives a new value of the attribute %s', async (name, value) => {
    const user = userEvent.setup();
    const widget = addElement();
    await user.type(widget.number ?? expect.unreachable(), '0343500003');
    await user.click(widget.button ?? expect.unreachable());
    widget.element.setAttribute(name, value);
    expect(widget.find('button')?.textContent).toBe(name === 'locale' ? 'Un instant…' : 'One moment…');
    startApp(widget);
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500003']));
    await vi.waitFor(() => expect(widget.find('[data-view=waiting]')).not.toBeNull());
  });

  it('neither a press nor a number goes to another order', async () => {
    const user = userEvent.setup();
    const widget = addElement();
    await user.type(widget.number ?? expect.unreachable(), '0343500003');
    await user.click(widget.button ?? expect.unreachable());
    widget.element.setAttribute('order-token', token('99999'));
    expect(widget.find('button')?.textContent).toBe('Pay 99,999\u00a0Ar');
    startApp(widget);
    await vi.waitFor(() => expect(widget.find('header')?.textContent).toContain('To Soa'));
    expect(widget.find<HTMLInputElement>('[type=tel]')?.value).toBe('');
    expect(initiations()).toEqual([]);
  });

  it('a form that is drawn stays in place if the shop’s own texts come later', async () => {
    const widget = addElement();
    widget.element.options = { ...widget.element.options, texts: { 'form.title': 'Soa Pay' } };
    expect(widget.find('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))).toBe(false);
    startApp(widget);
    await vi.waitFor(() => expect(widget.find('h2')?.textContent).toBe('Soa Pay'));
  });

  it('a widget in another language stays until the file of the new one has come', async () => {
    const widget = addElement();
    Object.assign(window, { TsenaCheckoutApp: { en: apps.en } });
    widget.element.setAttribute('contact', '034');
    await userEvent.type(widget.number ?? expect.unreachable(), '03435');
    widget.element.setAttribute('locale', 'fr');
    expect(widget.find('h2')?.textContent).toBe('Pay by mobile money');
    startApp(widget);
    await vi.waitFor(() => expect(widget.find('h2')?.textContent).toBe('Payer par mobile money'));
    expect(widget.number?.isConnected && widget.number.value).toBe('034 35');
  });

  it('a press leads to the hosted page after ten seconds, not to the application too', () => {
    vi.useFakeTimers();
    const widget = addElement();
    const presses = vi.fn();
    widget.element.shadowRoot?.addEventListener('submit', presses);
    widget.button?.click();
    vi.advanceTimersByTime(9_900);
    expect(sentForms).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(sentForms).toEqual([[`${server.url}/pay`, token('25000')]]);
    // The application comes while the hosted page is on its way.
    startApp(widget);
    vi.advanceTimersByTime(1_000);
    expect(presses).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['the device knows a payment of this order', {}],
    ['the shop has its own texts', { 'form.title': 'Soa Pay' }],
  ])('there is no form for ten seconds if %s', async (_why, texts) => {
    if (Object.keys(texts).length === 0) await rememberPayment();
    vi.useFakeTimers();
    const { find } = addElement({ texts });
    expect(find('form')).toBeNull();
    vi.advanceTimersByTime(10_000);
    expect(find('form')).not.toBeNull();
  });
});

/** Pays on this device until the payment is stored. */
async function rememberPayment(): Promise<void> {
  const user = userEvent.setup();
  Object.assign(window, { TsenaCheckoutApp: apps });
  const { find } = addElement();
  await user.type(find('[type=tel]') ?? expect.unreachable(), '0343500003{Enter}');
  await vi.waitFor(() => expect(localStorage.getItem('tsena:payment')).toContain(started.id));
  document.body.replaceChildren();
  Object.assign(window, { TsenaCheckoutApp: undefined });
}
