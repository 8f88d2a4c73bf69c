import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import './firstTexts.ts';
import type { Payment } from '@tsena/shared/checkout';
import { someCheckout, somePayment } from '@tsena/testkit/payments';
import * as app from '../app.ts';
import { readOrderToken } from '../core/readOrderToken.ts';
import { TsenaCheckoutElement } from '../element.ts';
import { createToken } from './orderToken.ts';
import { sendJson, serve, type TestServer } from './server.ts';

/** The payment that a press starts. */
export const started = somePayment({ nextPollMs: 600_000 });

/** Says whether the second file has run. */
export function setApp(hasRun = true): void {
  Object.assign(window, { TsenaCheckoutApp: hasRun ? app : undefined });
}

/**
 * Serves an order to the elements of one test file, and removes them after each test.
 *
 * @param readPayment - the order's payment. Default: none
 */
export function serveElements(readPayment: () => Promise<Payment | null> = async () => null) {
  let server: TestServer;
  beforeAll(async () => {
    customElements.define('tsena-checkout', TsenaCheckoutElement);
    server = await serve(async ({ method, url, headers }, response) => {
      const checkout = someCheckout(await readPayment());
      const { order = checkout.order, amount = checkout.amount } = readOrderToken(headers.authorization ?? '');
      if (url?.includes('/events')) response.writeHead(404).end();
      else sendJson(response, method === 'POST' ? started : { ...checkout, order, amount });
    });
    TsenaCheckoutElement.companionUrl = server.url;
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => {
    server.requests.length = 0;
  });
  afterEach(() => {
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
  });
  return {
    addElement(attributes: Readonly<Record<string, string>> = {}, texts?: Readonly<Record<string, string>>) {
      const element = document.createElement('tsena-checkout');
      element.options = { texts };
      for (const [name, value] of Object.entries({ 'order-token': createToken(), locale: 'en', ...attributes })) {
        element.setAttribute(name, value);
      }
      document.body.append(element);
      return {
        element,
        find: <T extends Element>(selector: string) => element.shadowRoot?.querySelector<T>(selector) ?? null,
      };
    },
    /** The numbers of the payments that were started. */
    initiations: () =>
      server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).msisdn),
  };
}
