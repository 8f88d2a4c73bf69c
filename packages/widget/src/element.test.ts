import { userEvent } from '@testing-library/user-event';
import type { Payment } from '@tsena/shared/checkout';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import './testing/firstTexts.ts';
import { TsenaCheckoutElement } from './element.ts';
import { apps } from './testing/apps.ts';
import { someCheckout, somePayment } from './testing/payments.ts';
import { sendJson, serve, type TestServer } from './testing/server.ts';

const token = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub, amount: '25000' })).toString('base64url')}.c2ln`;
const started = somePayment({ nextPollMs: 600_000 });

let server: TestServer;
/** Lets the order wait. */
let held: Promise<void> = Promise.resolve();
/** The order's payment. */
let existing: Payment | null = null;

beforeAll(async () => {
  Object.assign(window, { TsenaCheckoutApp: apps });
  customElements.define('tsena-checkout', TsenaCheckoutElement);
  server = await serve(async ({ method, url }, response) => {
    await held;
    if (url?.includes('/events')) response.writeHead(404).end();
    else sendJson(response, method === 'POST' ? started : someCheckout(existing));
  });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  held = Promise.resolve();
  existing = null;
  server.requests.length = 0;
  TsenaCheckoutElement.companionUrl = server.url;
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

async function addElement(attributes: Record<string, string> = {}) {
  const element = document.createElement('tsena-checkout');
  for (const [name, value] of Object.entries({ 'order-token': token('TS-1'), locale: 'en', ...attributes })) {
    element.setAttribute(name, value);
  }
  document.body.append(element);
  const find = <T extends Element>(selector: string) =>
    vi.waitFor(() => element.shadowRoot?.querySelector<T>(selector) ?? expect.unreachable(`there is no ${selector}`));
  const see = (text: string) => vi.waitFor(() => expect((element.shadowRoot?.textContent ?? '').replaceAll('\u00a0', ' ')).toContain(text));
  return { element, see, number: await find<HTMLInputElement>('[type=tel]'), button: await find<HTMLButtonElement>('[part=button]') };
}

const initiations = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).msisdn);

describe('<tsena-checkout>', () => {
  it('shows the form with the amount before the order is there, and sends an early press once', async () => {
    let answer: () => void = () => undefined;
    held = new Promise((resolve) => {
      answer = resolve;
    });
    const user = userEvent.setup();
    const { number, button, see } = await addElement();
    expect(button.textContent).toBe('Pay 25,000\u00a0Ar');
    await user.type(number, '0343500003');
    for (let count = 0; count < 3; count += 1) await user.click(button);
    expect(initiations()).toEqual([]);
    answer();
    await see('Confirm on your phone');
    await see('The request goes to 034 35 000 03.');
    expect(initiations()).toEqual(['0343500003']);
  });

  it.each([
    ['pending', 'Confirm on your phone'],
    ['unresolved', 'Not confirmed yet'],
    ['completed', 'Paid'],
    ['failed', 'Not paid'],
  ] as const)('sends nothing for an early press if the order has a payment that is %s', async (status, heading) => {
    existing = { ...started, status };
    let answer: () => void = () => undefined;
    held = new Promise((resolve) => {
      answer = resolve;
    });
    const user = userEvent.setup();
    const { number, button, see } = await addElement();
    await user.type(number, '0343500003');
    await user.click(button);
    answer();
    await see(heading);
    expect(initiations()).toEqual([]);
  });

  it('follows its attributes and options, keeps what is typed, also if it moves', async () => {
    const user = userEvent.setup();
    const { element, number, see } = await addElement();
    await see('To Soa');
    await user.type(number, '03435');
    element.setAttribute('locale', 'fr');
    await see('Payer par mobile money');
    element.options = { texts: { 'form.title': 'Soa Pay' } };
    await see('Soa Pay');
    document.body.prepend(element);
    expect(number.isConnected).toBe(true);
    expect(number.value).toBe('034 35');
  });

  it('starts another checkout for another order token, without what was typed', async () => {
    const user = userEvent.setup();
    const { element, number } = await addElement();
    await user.type(number, '03435');
    element.setAttribute('order-token', token('TS-2'));
    await vi.waitFor(() => expect(element.shadowRoot?.querySelector<HTMLInputElement>('[type=tel]')?.value).toBe(''));
  });

  it('that is removed shows nothing, and works when it is added again', async () => {
    const { element, see } = await addElement();
    await see('To Soa');
    element.remove();
    await vi.waitFor(() => expect(element.shadowRoot?.textContent).toBe(''));
    document.body.append(element);
    await see('To Soa');
  });

  it('beside another one sends only what was pressed in it', async () => {
    const user = userEvent.setup();
    const [one, two] = [await addElement(), await addElement({ 'order-token': token('TS-2') })];
    await user.type(one.number, '0343500003');
    await user.type(two.number, '0343500004');
    await user.dblClick(two.button);
    await vi.waitFor(() => expect(initiations()).toEqual(['0343500004']));
    await one.see('To Soa');
    expect(one.number.value).toBe('034 35 000 03');
  });
});
