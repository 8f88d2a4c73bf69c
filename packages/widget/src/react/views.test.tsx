import { cleanup, fireEvent, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { sentenceFor } from '@tsena/shared';
import type { Checkout as Order, Payment } from '@tsena/shared/checkout';
import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { locales } from '../locales/index.ts';
import { sendJson, serve, type TestServer } from '../testing/server.ts';
import { Checkout, type CheckoutProps } from './Checkout.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

// Prevents polling in these tests.
const NO_POLLING = { nextPollMs: 600_000 };

function textOf(element: Element): string {
  return (element.textContent ?? '').replaceAll('\u00a0', ' ').trim();
}

function textsOf(root: Element, selector: string): string[] {
  return [...root.querySelectorAll(selector)].map(textOf);
}

/** The headings, without what only decorates them. */
function titlesOf(root: Element): string[] {
  return [...root.querySelectorAll('h2')].map((heading) =>
    textOf(heading).slice(heading.querySelector('[aria-hidden]')?.textContent?.length ?? 0),
  );
}

/** Renders an order in English, and waits for a heading. */
async function show(server: TestServer, title: string, options: Partial<CheckoutProps> = {}) {
  const { container } = render(<Checkout orderToken="token" companionUrl={server.url} locale="en" {...options} />);
  const card = await vi.waitFor(() => {
    const found = container.firstElementChild?.shadowRoot?.querySelector<HTMLElement>('.card');
    if (!found || !titlesOf(found).includes(title)) throw new Error(`no heading ${title}`);
    return found;
  });
  return {
    card,
    press: (name: string) => userEvent.click(within(card).getByRole('button', { name })),
    /**
     * Puts a text in the place of what is in a field. user-event does so only where the document itself has the focus.
     */
    fill(label: string, text: string) {
      const field = within(card).getByLabelText<HTMLInputElement>(label);
      fireEvent.input(field, { target: { value: text } });
      return field;
    },
    see: (name: string) => vi.waitFor(() => expect(titlesOf(card)).toEqual([name])),
    get buttons() {
      return textsOf(card, 'button');
    },
    get links() {
      return [...card.querySelectorAll('a')].map((link) => [textOf(link), link.getAttribute('href'), link.className]);
    },
    get receipt() {
      return textsOf(card, 'dt').map((name, index) => [name, textsOf(card, 'dd')[index]]);
    },
    get text() {
      return textOf(card);
    },
  };
}

/** Serves an order with a payment, if one is given, and renders it. */
async function showOrder(
  title: string,
  changes: Partial<Payment> | null,
  order: Partial<Order> = {},
  options?: Partial<CheckoutProps>,
) {
  const payment = changes === null ? null : somePayment({ ...NO_POLLING, ...changes });
  const server = await serve((_request, response) => sendJson(response, { ...someCheckout(payment), ...order }));
  return Object.assign(await show(server, title, options), server);
}

const failure = { code: 'insufficient_funds', message: 'There is not enough money on this account.' };
const returnUrl = 'https://shop.example/thanks';

describe('the summary', () => {
  it.each<[Partial<Order>, string[]]>([
    [{}, ['To Soa', '25,000 Ar', 'Lamba']],
    [{ description: null }, ['To Soa', '25,000 Ar', 'TS-1']],
    [{ environment: 'sandbox' }, ['Test, no real money', 'To Soa', '25,000 Ar', 'Lamba']],
  ])('shows for an order with %j: %j', async (order, lines) => {
    await using shown = await showOrder('Pay by mobile money', null, order);
    await vi.waitFor(() => expect(textsOf(shown.card, 'header p')).toEqual(lines));
  });

  it('shows the payment’s amount if the order’s amount has changed', async () => {
    await using shown = await showOrder('Paid', { status: 'completed', amount: '20000' });
    expect(textsOf(shown.card, 'header .amount')).toEqual(['20,000 Ar']);
  });
});

describe('a payment that waits for the payer', () => {
  it.each([
    ['pending', 'Waiting for your confirmation'],
    ['sending', 'Sending the request…'],
  ] as const)('with status %s shows “%s” and offers no second payment', async (status, line) => {
    await using shown = await showOrder('Confirm on your phone', { status });
    expect(shown.text).toContain('The request goes to 034 •• ••0 03.');
    expect(shown.text).toContain(line);
    expect([shown.buttons, shown.links]).toEqual([[], []]);
  });

  it('shows the elapsed time by the companion’s clock', async () => {
    await using shown = await showOrder('Confirm on your phone', {
      createdAt: '2026-01-01T10:00:00Z',
      serverTime: '2026-01-01T10:02:05Z',
    });
    expect(textsOf(shown.card, '[part=status] span')).toEqual(['2:05']);
  });

  it('names the amount and the merchant as the prompt does', async () => {
    await using shown = await showOrder('Confirm on your phone', { amount: '20000', partnerName: 'Tsena Boutique' });
    expect(textsOf(shown.card, 'ol li')[0]).toBe('A request for 20,000 Ar from Tsena Boutique opens on that phone.');
    expect(shown.text).not.toContain('pay twice');
  });

  it.each([
    ['an earlier', { attemptNumber: 2 }],
    ['a later', { retryableAt: null }],
  ])('warns of %s request that may be on the phone too', async (_which, values) => {
    await using shown = await showOrder('Confirm on your phone', values);
    expect(shown.text).toContain(
      'If your phone shows another request too, approve only one of the two, or you pay twice.',
    );
  });

  it('does not warn of another request while the first one is not sent', async () => {
    await using shown = await showOrder('Confirm on your phone', { status: 'created', retryableAt: null });
    expect(shown.text).not.toContain('pay twice');
  });

  it('asks before a new request whether the secret code was typed: without it, the form warns of paying twice', async () => {
    await using shown = await showOrder('Confirm on your phone', { retryable: true });
    expect(textsOf(shown.card, 'h3')).toEqual(['Have you already typed your secret code?']);
    expect(shown.buttons).toEqual(['Yes, I typed it', 'No']);
    await shown.press('No');
    await shown.see('Send a new request');
    expect(shown.text).toContain('If you send another one, approve only one of them, or you pay twice.');
    expect(shown.text).toContain('If an SMS says that you paid, do not pay again: the result can still come.');
    // The button to pay stands below.
    expect(shown.text).not.toMatch(/Do not pay again yet|Wait:/);
    expect(shown.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    await shown.press('Keep waiting');
    await shown.see('Confirm on your phone');
  });

  it('goes on following when the secret code was typed, and takes the reference of the SMS', async () => {
    const cooledDown = { retryable: true, retryableAt: '2026-01-01T10:00:00.000Z' };
    await using shown = await showOrder('Confirm on your phone', cooledDown);
    await shown.press('Yes, I typed it');
    expect(titlesOf(shown.card)).toEqual(['Not confirmed yet']);
    expect(shown.text).toContain('Do not pay again: the result can take some minutes.');
    // Nothing is to be typed on the phone any more.
    expect(shown.text).not.toMatch(/Type your secret code|Waiting for your confirmation/);
    expect(shown.buttons).toEqual(['Check the reference', 'I have not typed it']);
    shown.fill('Reference in the SMS', '636042511');
    await shown.press('Check the reference');
    const sent = () => shown.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
    await vi.waitFor(() =>
      expect(sent()).toEqual([[`/v1/payments/${paymentId('1')}/reference`, '{"transactionReference":"636042511"}']]),
    );
  });

  it('asks again after a mistaken press on “Yes”', async () => {
    await using shown = await showOrder('Confirm on your phone', { retryable: true });
    await shown.press('Yes, I typed it');
    await shown.press('I have not typed it');
    await shown.see('Confirm on your phone');
    expect(shown.buttons).toEqual(['Yes, I typed it', 'No']);
  });

  it.each([
    [true, ['Yes, I typed it', 'No'], ''],
    [false, [], 'Do not pay again. Ask the shop.'],
  ])(
    'that has failed beside an open one says “do not pay again” only where it asks nothing (may retry: %s)',
    async (retryable, buttons, text) => {
      const failed = { status: 'failed', view: 'waiting', failure, retryable } as const;
      await using shown = await showOrder('Another request is still open', failed);
      expect(shown.text).toContain('This request failed. If your phone shows the other one, confirm it there.');
      expect(shown.buttons).toEqual(buttons);
      expect(/Do not pay again.*$/.exec(textsOf(shown.card, '.view').join())?.[0] ?? '').toBe(text);
    },
  );

  it('that has failed itself says that another request is open', async () => {
    await using shown = await showOrder('Another request is still open', {
      status: 'failed',
      view: 'waiting',
      failure,
      retryable: true,
    });
    expect(shown.text).not.toContain(failure.message);
    expect(shown.buttons).toEqual(['Yes, I typed it', 'No']);
  });

  it('asks after 15 s whether the number is wrong, and says when another request may be sent', async () => {
    const times = {
      createdAt: '2026-01-01T10:00:00.000Z',
      retryableAt: '2026-01-01T10:01:30.000Z',
      serverTime: '2026-01-01T10:00:15.000Z',
    };
    await using shown = await showOrder('Confirm on your phone', times);
    expect(textsOf(shown.card, 'h3')).toEqual(['Wrong number?']);
    expect(shown.text).toContain('You can send another request in 1:15.');
    expect(shown.buttons).toEqual([]);
  });
});

describe('the form', () => {
  it('names the operator, or speaks of mobile money', async () => {
    await using shown = await showOrder('Pay by MVola', null, { operatorName: 'MVola' });
    expect(textsOf(shown.card, 'label')[0]).toBe('MVola number');
    expect(textsOf(shown.card, '[part=operator]')).toEqual(['M']);
    expect(within(shown.card.parentElement as HTMLElement).getByRole('region', { name: 'Pay by MVola' })).toBe(
      shown.card,
    );
    await userEvent.click(within(shown.card).getByRole('button', { name: /^Pay/ }));
    expect(shown.text).toContain('Enter your MVola number.');
    cleanup();

    await using unnamed = await showOrder('Pay by mobile money', null);
    expect(textsOf(unnamed.card, 'label')[0]).toBe('Mobile money number');
  });

  it('says whose number it is, and the shop’s text about another way to pay', async () => {
    await using shown = await showOrder(
      'Pay by mobile money',
      null,
      {},
      { otherWayText: 'You can pay in cash on delivery.' },
    );
    expect(shown.text).not.toContain('in cash');
    const fill = (number: string) => shown.fill('Mobile money number', number);
    fill('032 11 222 33');
    const orange = 'This is an Orange number. Use a number that starts with 034, 037 or 038.';
    expect([textsOf(shown.card, '#note'), textsOf(shown.card, '[role=status]')]).toEqual([
      [orange],
      [`${orange} You can pay in cash on delivery.`],
    ]);
    expect(textsOf(shown.card, '.notice')).toEqual(['You can pay in cash on delivery.']);
    fill('039 11 222 33');
    expect(textsOf(shown.card, '#note')).toEqual(['Use a number that starts with 034, 037 or 038.']);
    fill('034 11 222 33');
    expect(textsOf(shown.card, '.notice')).toEqual([]);
  });

  it.each([
    ['034 35 000 03 Rakoto', 'Use digits only.'],
    ['034 35 O00 030', 'Use digits only.'],
    ['034 35 000 0²', 'Use digits only.'],
    ['034 35 000 031', 'This number does not have 10 digits.'],
    ['034 35 000 03 034 35 000 04', 'This number does not have 10 digits.'],
  ])('judges a pasted %j as a whole, and shows all of it', async (pasted, reason) => {
    await using shown = await showOrder('Pay by mobile money', null);
    const field = shown.fill('Mobile money number', pasted);
    expect(field.value.replaceAll(' ', '')).toBe(pasted.replaceAll(' ', ''));
    await userEvent.click(await within(shown.card).findByRole('button', { name: /^Pay/ }));
    expect(textsOf(shown.card, '#note')).toEqual([reason]);
    expect(shown.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it.each(['\u2068034\u200b35 000 03\u2069', 'tel:+261-34-35-000-03', '034/35/000/03'])(
    'takes a pasted %j',
    async (pasted) => {
      await using shown = await showOrder('Pay by mobile money', null);
      expect(shown.fill('Mobile money number', pasted).value).toBe('034 35 000 03');
    },
  );

  it('offers its button again by itself at the time that a busy operator asks for', async () => {
    const busy = {
      type: 'about:blank',
      title: 'Busy',
      status: 503,
      detail: 'The operator is busy.',
      code: 'operator_busy',
    };
    const payment = somePayment(NO_POLLING);
    let isBusy = true;
    await using server = await serve(({ method }, response) => {
      if (method === 'GET') sendJson(response, someCheckout(null));
      else sendJson(response, isBusy ? busy : payment, isBusy ? 503 : 201, { 'Retry-After': '1' });
    });
    const shown = await show(server, 'Pay by mobile money');
    const button = () => within(shown.card).getByRole('button');
    shown.fill('Mobile money number', '034 35 000 03');
    await vi.waitFor(() => expect(textOf(button())).toBe('Pay 25,000 Ar'));
    await userEvent.click(button());
    await vi.waitFor(() => expect(shown.text).toContain('The operator is busy.'));
    expect([textOf(button()), button().getAttribute('aria-disabled')]).toEqual(['One moment…', 'true']);
    await userEvent.click(button());

    isBusy = false;
    await vi.waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('false'), { timeout: 5000 });
    expect(textsOf(shown.card, '.notice')).toEqual([]);
    await userEvent.click(button());
    await shown.see('Confirm on your phone');
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('takes “You are offline” back as soon as the line is there again', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')));
    const { container } = render(<Checkout orderToken="token" companionUrl="https://pay.example" locale="en" />);
    const text = () => container.firstElementChild?.shadowRoot?.textContent ?? '';
    await vi.waitFor(() => expect(text()).toContain('You are offline.'));
    onLine.mockReturnValue(true);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(text()).not.toContain('You are offline.'));
    onLine.mockRestore();
    vi.unstubAllGlobals();
  });
});

describe('an unresolved payment', () => {
  it('says when another request may be sent, and how to reach the shop', async () => {
    const serverTime = '2026-01-01T10:00:20.000Z';
    await using shown = await showOrder(
      'Not confirmed yet',
      { status: 'unresolved', retryableAt: '2026-01-01T10:01:30.000Z', serverTime },
      {},
      { contact: '+261 34 11 222 33' },
    );
    expect(shown.text).toContain('You can send another request in 1:10.');
    expect(shown.text).toContain('Questions? Contact the shop: +261 34 11 222 33');
    expect(shown.links).toEqual([['+261 34 11 222 33', 'tel:+261341122233', '']]);
  });

  it.each([
    ['soa@shop.mg', [['soa@shop.mg', 'mailto:soa@shop.mg', '']]],
    ['WhatsApp 034 11 222 33', []],
    ['javascript:alert(1)', []],
  ])('shows the contact %j with the links %j', async (contact, links) => {
    await using shown = await showOrder('Not confirmed yet', { status: 'unresolved' }, {}, { contact });
    expect(shown.text).toContain(contact);
    expect(shown.links).toEqual(links);
  });

  it('keeps the phone number of the contact on one line, and dials it without spaces', async () => {
    const contact = '034 11 222 33';
    await using shown = await showOrder('Not confirmed yet', { status: 'unresolved' }, {}, { contact });
    const link = shown.card.querySelector('[part=contact] a');
    expect(link?.textContent).toBe('034\u00a011\u00a0222\u00a033');
    expect(link?.getAttribute('href')).toBe('tel:0341122233');
  });

  it('says after “Yes, I typed it” what to do, and asks for no second payment', async () => {
    await using shown = await showOrder('Not confirmed yet', { status: 'unresolved', retryable: true });
    await shown.press('Yes, I typed it');
    expect(shown.text).toContain('Do not pay again. Ask the shop.');
    // Nobody asks for the result.
    expect(shown.text).not.toContain('the result can take some minutes');
    expect(shown.buttons).toEqual(['Check the reference', 'I have not typed it']);
  });

  it.each<[Partial<Payment>, string[], string]>([
    [{ retryable: true }, ['Check the reference', 'Yes, I typed it', 'No'], 'Have you already typed your secret code?'],
    [{}, ['Check the reference'], 'No SMS, and no money taken? Wait: the result can still come. Do not pay again yet.'],
    [{ retryableAt: null }, ['Check the reference'], 'No SMS, and no money taken? Do not pay again. Ask the shop.'],
  ])('with %j offers %j', async (changes, buttons, text) => {
    await using shown = await showOrder('Not confirmed yet', { status: 'unresolved', ...changes });
    expect(shown.text).toContain(
      'The operator has not said whether you paid. If an SMS says so, type its reference. If not, ask the shop.',
    );
    expect(shown.buttons).toEqual(buttons);
    expect(textsOf(shown.card, '.late > :not(button)').join(' ')).toContain(text);
    // The companion has nothing to ask with.
    expect(shown.text).not.toMatch(/keep (?:checking|trying)/);
  });

  it('that another payment of the order causes has no field, which would be this one’s', async () => {
    await using shown = await showOrder('Not confirmed yet', {
      status: 'failed',
      view: 'unresolved',
      failure,
      retryableAt: null,
    });
    expect(shown.text).toContain('If an SMS says so, keep it and show it to the shop.');
    expect(shown.text).toContain('Do not pay again. Ask the shop.');
    expect(shown.buttons).toEqual([]);
  });

  it('submits the reference from the SMS, but not an invalid one', async () => {
    const unresolved = somePayment({ ...NO_POLLING, status: 'unresolved' });
    const later = '2026-01-01T10:05:00.000Z';
    await using server = await serve(({ method }, response) =>
      sendJson(
        response,
        method === 'POST'
          ? { ...unresolved, status: 'completed', view: 'paid', updatedAt: later }
          : someCheckout(unresolved),
      ),
    );
    const shown = await show(server, 'Not confirmed yet');
    const field = shown.fill('Reference in the SMS', '###');
    await shown.press('Check the reference');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    shown.fill('Reference in the SMS', '636042511');
    await shown.press('Check the reference');
    await shown.see('Paid');
    expect(server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      '{"transactionReference":"636042511"}',
    ]);
  });
});

describe('a payment with an outcome', () => {
  it('shows the receipt, without the fees that the merchant pays, and the link back when it is paid', async () => {
    await using shown = await showOrder(
      'Paid',
      { status: 'completed', fees: '5.05', receiptNumber: '2026-000123', transactionReference: '636042511' },
      { returnUrl },
    );
    expect(shown.text).toContain('Soa has received your payment. Thank you!');
    expect(shown.receipt).toEqual([
      ['From', '034 •• ••0 03'],
      ['Order', 'TS-1'],
      ['Receipt', '2026-000123'],
      ['Reference', '636042511'],
    ]);
    expect([shown.buttons, shown.links]).toEqual([[], [['Back to the shop', returnUrl, 'button']]]);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '//shop.example', ' https://shop.example'])(
    'shows no link for the returnUrl %j',
    async (url) => {
      await using shown = await showOrder('Paid', { status: 'completed' }, { returnUrl: url });
      expect(shown.links).toEqual([]);
    },
  );

  it('shows why it failed, and offers a retry if the companion allows it', async () => {
    await using shown = await showOrder('Not paid', { status: 'failed', failure, retryable: true }, { returnUrl });
    expect(shown.text).toContain('There is not enough money on this account.');
    expect([shown.buttons, shown.links]).toEqual([['Try again'], [['Back to the shop', returnUrl, 'link']]]);
    await shown.press('Try again');
    await shown.see('Try again');
    expect(shown.text).toContain(failure.message);
    expect(shown.text).not.toContain('pay twice');
  });

  it('that takes no further attempt promises none, and says how to reach the shop', async () => {
    const last = { code: 'request_refused', message: sentenceFor('request_refused', 'en') };
    await using shown = await showOrder(
      'Not paid',
      { status: 'failed', failure: last, retryable: false },
      {},
      { contact: '034 12 345 67' },
    );
    expect(shown.text).toMatch(
      /The operator refused the payment\. If your phone shows a prompt or an SMS all the same, keep it and do not pay again\. Otherwise, contact the shop\.Questions\? Contact the shop: 034 12 345 67/,
    );
    expect(shown.buttons).toEqual([]);
  });

  it('that the merchant recorded as not received has no reason of the operator', async () => {
    await using shown = await showOrder('Not paid', { status: 'unresolved', view: 'failed', retryable: true });
    expect(shown.text).toContain(
      'The shop has looked at this payment and counts it as not paid. If an SMS says that you paid, show it to the shop.',
    );
    expect(shown.buttons).toEqual(['Try again']);
  });

  it('shows what was refunded on the receipt', async () => {
    await using shown = await showOrder('Paid', { status: 'completed', amountRefunded: '5000' });
    expect(shown.receipt.at(-1)).toEqual(['Refunded', '5,000 Ar']);
  });

  const unnamed = { code: 'reference_missing', message: 'Do not pay again. Enter the reference from the SMS.' };
  it.each<[string, Partial<Payment>, string, string[], number]>([
    [
      'Refunded',
      { status: 'completed', view: 'refunded', amountRefunded: '25000' },
      'Soa has recorded that a payment of this order was refunded.',
      [],
      3,
    ],
    [
      'Paid twice',
      { status: 'completed', view: 'paid_twice' },
      'This order was paid twice: Soa owes back the extra money not yet refunded. Contact the shop.',
      [],
      2,
    ],
    [
      'Paid twice',
      { status: 'failed', view: 'paid_twice', failure },
      'This order was paid twice: Soa owes back the extra money not yet refunded.',
      [],
      0,
    ],
    [
      'Already paid',
      { status: 'failed', view: 'paid_by_another', failure },
      'Another payment has paid this order. Do not pay again.',
      [],
      0,
    ],
    [
      'Payment under review',
      { view: 'review' },
      'The shop is checking a payment of this order. Do not pay again.',
      [],
      2,
    ],
    [
      'Payment under review',
      { status: 'failed', view: 'review', failure },
      'The shop is checking a payment of this order. Do not pay again.',
      [],
      2,
    ],
    ['Payment under review', { view: 'review', failure: unnamed }, unnamed.message, ['Check the reference'], 2],
    [
      'We are confirming your payment',
      { view: 'confirming' },
      'We are confirming it, which can take some minutes. Do not pay again.',
      [],
      2,
    ],
  ])('%s: %j', async (title, changes, text, buttons, rows) => {
    await using shown = await showOrder(title, { ...changes, retryableAt: null }, {}, { contact: '034 12 345 67' });
    expect(shown.text).toContain(text);
    expect(shown.text).toContain('Contact the shop: 034 12 345 67');
    expect(shown.text).not.toMatch(/Thank you|secret code|not enough money/);
    expect([shown.buttons, shown.receipt.length]).toEqual([buttons, rows]);
  });

  it('says in Malagasy of a payment under review neither that a number paid, nor that one must call', async () => {
    const title = locales.mg['review.title'];
    const changes = { status: 'failed', view: 'review', failure: { code: 'details_mismatch', message: '' } } as const;
    await using shown = await showOrder(title, changes, {}, { locale: 'mg', contact: 'soa@shop.mg' });
    expect(shown.receipt).toEqual([
      ['Avy amin’ny', '034 •• ••0 03'],
      ['Kaomandy', 'TS-1'],
    ]);
    expect(shown.text).toContain('Misy fanontaniana? Mifandraisa amin’ny fivarotana: soa@shop.mg');
  });

  it.each([
    ['paid_twice', 1],
    ['refunded', 1],
    ['review', 0],
    ['confirming', 0],
  ] as const)('leads back to the shop only where nothing is left to do: %s', async (view, links) => {
    await using shown = await showOrder(locales.en[`${view}.title`], { view }, { returnUrl });
    expect(shown.links).toHaveLength(links);
  });

  it('that another one of the same payer has paid becomes that one, with its receipt', async () => {
    const paid = somePayment({
      id: paymentId('2'),
      status: 'completed',
      transactionReference: '636042511',
      nextPollMs: null,
    });
    const other = somePayment({ status: 'failed', view: 'paid_by_another', paidBy: paid.id, nextPollMs: 20 });
    await using server = await serve(({ url }, response) =>
      url?.endsWith('/events')
        ? response.writeHead(404).end()
        : sendJson(response, url?.includes(paid.id) ? paid : someCheckout(other)),
    );
    const shown = await show(server, 'Paid');
    expect(shown.receipt).toContainEqual(['Reference', '636042511']);
  });

  it('answers a press for another amount with what was paid already', async () => {
    const problem = {
      type: 'about:blank',
      title: 'No',
      status: 409,
      detail: 'Contact the shop.',
      code: 'order_changed',
    };
    const paid = somePayment({ status: 'completed', amount: '20000', nextPollMs: null });
    await using server = await serve(({ method }, response) =>
      method === 'POST' ? sendJson(response, { ...problem, payment: paid }, 409) : sendJson(response, someCheckout()),
    );
    const shown = await show(server, 'Pay by mobile money');
    shown.fill('Mobile money number', '034 35 000 03');
    await userEvent.click(await within(shown.card).findByRole('button', { name: /^Pay/ }));
    await shown.see('Paid');
    expect(textsOf(shown.card, '.notice')).toEqual(['Already paid: 20,000 Ar']);
  });
});

describe('a lost answer', () => {
  const say = async (payment: Payment | null) => {
    await using server = await serve(({ method }, response) => {
      if (method === 'POST') response.destroy();
      else sendJson(response, someCheckout(payment));
    });
    const shown = await show(server, payment === null ? 'Pay by mobile money' : 'Confirm on your phone');
    if (payment !== null) await shown.press('No');
    shown.fill('Mobile money number', '034 35 000 03');
    await userEvent.click(await within(shown.card).findByRole('button', { name: /^Pay/ }));
    await vi.waitFor(() =>
      expect(shown.text).toContain('We cannot reach the service. Check your connection, then try again.'),
    );
    return shown.text;
  };

  it('of the first press promises that a second one does not pay twice; beside an open request, it does not', async () => {
    expect(await say(null)).toContain('You will not pay twice.');
    cleanup();
    const second = await say(somePayment({ ...NO_POLLING, retryable: true }));
    expect(second).toContain('approve only one of them, or you pay twice.');
    expect(second).not.toContain('You will not pay twice.');
  });
});

describe('an order that cannot be loaded', () => {
  it('shows the reason, and no button if a retry cannot help', async () => {
    const problem = {
      type: 'about:blank',
      title: 'No',
      status: 401,
      detail: 'This link is no longer valid.',
      code: 'order_token_invalid',
    };
    await using server = await serve((_request, response) => sendJson(response, problem, 401));
    const shown = await show(server, 'We cannot show your order');
    expect(shown.text).toContain('This link is no longer valid.');
    expect([shown.buttons, textsOf(shown.card, 'header')]).toEqual([[], []]);
  });
});
