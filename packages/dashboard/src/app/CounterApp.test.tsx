import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Payment, paymentIdSchema, paymentSchema } from '@tsena/shared/checkout';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { KEY } from '../testing/companionStub.ts';
import { COUNTER, createCheck, createPayment } from '../testing/fixtures.ts';
import { locales } from '../testing/locales.ts';
import { setUpPages, textOf } from '../testing/openPage.tsx';
import { CounterApp } from './CounterApp.tsx';

const world = setUpPages();

function payment(change: Partial<Payment> = {}): Payment {
  return {
    ...z.parse(
      paymentSchema,
      createPayment({ status: 'pending', order: 'CTR-0123456789AB', amount: '25000', nextPollMs: 2000 }),
    ),
    ...change,
  };
}

beforeEach(() => {
  localStorage.clear();
  // The page asks again instead.
  vi.stubGlobal('EventSource', undefined);
  world.companion.isSignedIn = true;
  world.companion.counterPayment = payment();
});

function open() {
  return render(<CounterApp base={world.companion.base} firstLanguage="en" firstTexts={locales.en} />);
}

async function type(amount: string, number: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Amount in Ariary'), amount);
  await user.type(screen.getByLabelText('Customer’s Fanilo number'), number);
  return user;
}

/** Opens the counter, and asks a customer for a payment. */
async function ask(amount = '25000', number = '0343500003') {
  const page = open();
  const user = await type(amount, number);
  await user.click(screen.getByRole('button', { name: /^(Ask|Send)/ }));
  return { page, user };
}

/** The companion reports another state: the page reads it again. */
function report(change: Partial<Payment>): void {
  const serverTime = new Date(Date.now() + 60_000).toISOString();
  world.companion.counterPayment = { ...Object(world.companion.counterPayment), ...change, serverTime };
}

describe('the counter', () => {
  it('takes a payment before the names of merchant and operator have arrived', async () => {
    world.companion.counter = () => new Promise(() => undefined);
    open();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Amount in Ariary'), '25000');
    await user.type(screen.getByLabelText('Customer’s mobile money number'), '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for 25,000/ }));
    expect(await screen.findByRole('heading', { name: 'Waiting for the customer' })).toBeTruthy();
  });

  it.each([
    ['99', '0343500003', 'Enter at least 100 Ar.'],
    ['25000', '03435', 'Enter the 10 digits of the number.'],
    ['25000', '034 35 000 031', 'Enter the 10 digits of the number.'],
    ['25000', '034 35 000 03 x', 'Use the digits of the number only.'],
    ['25000', '0321122233', 'This is a number of Orange. Use one that begins with 034, 037 or 038.'],
    ['2 x 12 500 Ar', '0343500003', 'Use digits only, for example 25000.'],
    ['1e5', '0343500003', 'Use digits only, for example 25000.'],
    ['-500', '0343500003', 'Use digits only, for example 25000.'],
    ['250,50', '0343500003', 'Enter whole Ariary, without decimals.'],
    ['1.2500', '0343500003', 'It is not clear how much this is. Write the digits only, for example 1250000.'],
    ['1000000000000', '0343500003', 'Enter at most 999,999,999,999 Ar.'],
  ])('sends nothing for %s and %s, and says why', async (amount, number, sentence) => {
    await ask(amount, number);
    expect(textOf(screen.getByRole('alert'))).toBe(sentence);
    expect(world.companion.posts).toEqual([]);
  });

  it.each([
    ['25000,00', '25000'],
    ['25.000', '25000'],
    ['25 000', '25000'],
    ['1,250,000.00', '1250000'],
  ])('asks for a typed and for a pasted %s as %s Ar', async (text, amount) => {
    open();
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Amount in Ariary');
    await user.type(field, text);
    const button = textOf(screen.getByRole('button', { name: /^Ask for/ }));
    // What stands there is replaced.
    await user.paste(text);
    expect(textOf(screen.getByRole('button', { name: /^Ask for/ }))).toBe(button);
    await user.type(screen.getByLabelText('Customer’s Fanilo number'), '+261 34 35 000 03');
    await user.click(screen.getByRole('button', { name: /^Ask for/ }));
    await waitFor(() => expect(world.companion.posts).toMatchObject([{ body: { amount, msisdn: '0343500003' } }]));
  });

  it.each(['12 50', '12\u00a050', '2 x 12\u00a0500\u00a0Ar', '25\u00a0000,50'])(
    'judges a pasted %j as a whole',
    async (text) => {
      open();
      const user = userEvent.setup();
      await user.click(await screen.findByLabelText('Amount in Ariary'));
      await user.paste(text);
      await user.type(screen.getByLabelText('Customer’s Fanilo number'), '0343500003');
      await user.click(screen.getByRole('button', { name: 'Send the request' }));
      expect(screen.getByLabelText('Amount in Ariary')).toHaveProperty('value', text);
      expect(screen.getByRole('alert')).toBeTruthy();
      expect(world.companion.posts).toEqual([]);
    },
  );

  it('has keys that write groups of three, and one that deletes a digit at a time', async () => {
    open();
    const user = userEvent.setup();
    const amount = await screen.findByLabelText('Amount in Ariary');
    const number = await screen.findByLabelText('Customer’s Fanilo number');
    const press = async (names: string) => {
      for (const name of names.split(' ')) await user.click(screen.getByRole('button', { name }));
    };
    await user.click(amount);
    await press('2 5 000');
    expect(amount).toHaveProperty('value', '25\u00a0000');
    await user.click(number);
    await press('0 3 4 3');
    expect(number).toHaveProperty('value', '034 3');
    const erase = () => user.click(screen.getByRole('button', { name: 'Delete the last digit' }));
    await erase();
    expect(number).toHaveProperty('value', '034');
    await erase();
    expect(number).toHaveProperty('value', '03');
  });

  it('says "paid" only when the companion says so, with the receipt and its number', async () => {
    const { user } = await ask();
    await screen.findByText('Waiting for the customer');
    expect(screen.queryByText('Paid')).toBeNull();
    report({ status: 'completed', view: 'paid', receiptNumber: '2026-000123', transactionReference: '636042511' });
    expect(await screen.findByRole('heading', { name: 'Paid' })).toBeTruthy();
    const receipt = textOf(screen.getByRole('region', { name: 'Receipt' }));
    for (const part of ['Tsena Boutique', '4000123456', '2026-000123', '25,000 Ar', '034 •• ••0 03', '636042511']) {
      expect(receipt).toContain(part);
    }
    expect(receipt).not.toContain('STAT');
    await user.click(screen.getByRole('button', { name: 'Next customer' }));
    expect(screen.getByLabelText('Amount in Ariary')).toHaveProperty('value', '');
    expect(textOf(screen.getByRole('region', { name: 'Last payments' }))).toContain('25,000 Ar 034 •• ••0 03');
  });

  it.each([
    [{ view: 'waiting' }, 'Waiting for the customer', 'Keep the goods until this page says “Paid”.'],
    [
      { view: 'waiting', attemptNumber: 2 },
      'Waiting for the customer',
      'approve only one of the two, or the customer pays twice.',
    ],
    [
      { view: 'waiting', retryableAt: null },
      'Waiting for the customer',
      'approve only one of the two, or the customer pays twice.',
    ],
    [
      { view: 'confirming', failure: { code: 'details_unavailable', message: 'x' } },
      'Being confirmed',
      'do not take the money again',
    ],
    [{ view: 'unresolved', status: 'unresolved' }, 'Not certain yet', 'money may have left the phone'],
    [
      { view: 'review', failure: { code: 'details_mismatch', message: 'x' } },
      'Under review',
      'do not take the money again',
    ],
    // The operator refused this one, or reported it as failed, and what it says since then differs.
    [
      { view: 'review', status: 'failed', failure: { code: 'details_mismatch', message: 'x' } },
      'Under review',
      'Keep the goods until then',
    ],
    [
      { view: 'refunded', status: 'completed', amountRefunded: '25000' },
      'Refunded',
      'Hand over the goods only if another one says “Paid”.',
    ],
    [
      { view: 'paid_twice', status: 'completed' },
      'Paid twice',
      'The shop owes the customer the extra money that is not yet refunded',
    ],
    [
      { view: 'paid_by_another', status: 'failed' },
      'Already paid',
      'Do not take the money again, and hand over the goods once.',
    ],
    // A second request is open: what became of this one says nothing of the order.
    [
      // The open request may be on another phone.
      { view: 'waiting', status: 'failed', failure: { code: 'payment_declined', message: 'x' } },
      'Another request is still open',
      '“If your phone shows a request for 25,000 Ar, type your secret code there.”',
    ],
    [
      { view: 'failed', status: 'failed', failure: { code: 'insufficient_funds', message: 'x' } },
      'Not paid',
      'the money may still come: do not take it a second time',
    ],
    [
      { view: 'failed', status: 'failed', failure: { code: 'not_sent', message: 'x' } },
      'Not paid',
      'so it debits nothing',
    ],
    [
      { view: 'failed', status: 'unresolved' },
      'Not paid',
      'The owner of the shop has recorded that this payment counts as not paid.',
    ],
  ] as const)('for %j shows "%s"', async (change, heading, sentence) => {
    world.companion.counterPayment = payment(change);
    await ask();
    await screen.findByRole('heading', { name: heading });
    const shown = textOf(document.querySelector('.outcome'));
    expect(shown).toContain(sentence);
    expect(shown).not.toMatch(/No money came in|Nothing was debited/);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Paid' })).toBeNull();
  });

  it.each([
    ['cannot be tried again', false],
    ['can be tried again', true],
  ])('has the seller say of a payment that the owner decided about, and that %s, who decided', async (_, retryable) => {
    world.companion.counterPayment = payment({ view: 'failed', status: 'failed', failure: null, retryable });
    await ask();
    await screen.findByRole('heading', { name: 'Not paid' });
    const shown = textOf(document.querySelector('.outcome'));
    expect(shown).toContain(
      'Say to the customer: “The shop counts this payment as not paid. If an SMS says that you paid, please show it.”',
    );
    expect(shown).not.toContain('did not go through');
  });

  it('shows a payment that was recorded as received as paid, and what was refunded of it', async () => {
    world.companion.counterPayment = payment({
      status: 'unresolved',
      view: 'paid',
      amountRefunded: '5000',
      createdAt: '2020-03-09T10:00:00.000Z',
      paidAt: '2020-03-09T15:00:00.000Z',
    });
    await ask();
    await screen.findByRole('heading', { name: 'Paid' });
    expect(textOf(screen.getByRole('region', { name: 'Receipt' }))).toContain('Date2020-03-09 18:00:00');
    expect(textOf(document.querySelector('.paid'))).toContain('Refunded: 5,000 Ar');
    expect(textOf(screen.getByRole('region', { name: 'Receipt' }))).toContain('Refunded5,000 Ar');
  });

  it.each([
    [true, ['Otherwise, the customer can top up the account', 'would you like to try again?']],
    [false, []],
  ])('says to try again only where the order takes another request (%s)', async (retryable, sentences) => {
    const failure = { code: 'insufficient_funds', message: 'x' };
    world.companion.counterPayment = payment({ status: 'failed', view: 'failed', retryable, failure });
    await ask();
    await screen.findByRole('heading', { name: 'Not paid' });
    const shown = textOf(document.querySelector('.outcome'));
    expect(shown).toContain('the customer does not have enough money');
    expect(shown).toContain('Is there a request or an SMS on your phone?');
    for (const sentence of sentences) expect(shown).toContain(sentence);
    expect(/try again|top up/.test(shown)).toBe(retryable);
  });

  it('shows when a payment was paid, as the hosted page does, not when it began', async () => {
    const ended = { createdAt: '2020-03-09T10:00:00.000Z', paidAt: '2020-03-09T10:02:07.000Z' };
    world.companion.counterPayment = payment({ status: 'completed', view: 'paid', nextPollMs: null, ...ended });
    await ask();
    await screen.findByRole('heading', { name: 'Paid' });
    expect(textOf(screen.getByRole('region', { name: 'Receipt' }))).toContain('Date2020-03-09 13:02:07');
    expect(textOf(document.querySelector('.paid'))).toContain('13:02:07');
    expect(textOf(document.querySelector('.paid'))).not.toContain('13:00:00');
  });

  it('keeps asking after "not paid", and shows the payment if it arrives after all', async () => {
    world.companion.counterPayment = payment({
      status: 'failed',
      view: 'failed',
      nextPollMs: 2000,
      failure: { code: 'insufficient_funds', message: 'x' },
    });
    await ask();
    await screen.findByRole('heading', { name: 'Not paid' });
    report({ status: 'completed', view: 'paid', failure: null, nextPollMs: null });
    expect(await screen.findByRole('heading', { name: 'Paid' })).toBeTruthy();
  });

  it('leads from a request to the other one that paid the order', async () => {
    const paid = payment({
      id: z.parse(paymentIdSchema, 'pay_paid000000000000000000'),
      status: 'completed',
      view: 'paid',
      nextPollMs: null,
    });
    world.companion.devicePayments.set(paid.id, paid);
    world.companion.counterPayment = payment({ status: 'failed', view: 'paid_by_another', paidBy: paid.id });
    const { user } = await ask();
    await user.click(await screen.findByRole('button', { name: 'Show the paid one' }));
    expect(await screen.findByRole('heading', { name: 'Paid' })).toBeTruthy();
  });

  it.each([
    [true, 'Not certain yet', false],
    [false, 'Not certain yet', true],
  ])('does not forbid what its button offers (may ask again: %s)', async (retryable, heading, forbids) => {
    world.companion.counterPayment = payment({ view: 'unresolved', status: 'unresolved', retryable });
    await ask();
    await screen.findByRole('heading', { name: heading });
    expect(textOf(document.querySelector('.outcome')).includes('Do not take the money a second time.')).toBe(forbids);
    expect(screen.queryByRole('button', { name: 'No: ask again' }) !== null).toBe(retryable);
  });

  it('asks before a second request whether the secret code was typed, and warns beside it', async () => {
    world.companion.counterPayment = payment({ view: 'waiting', retryable: true });
    const { user } = await ask();
    await screen.findByText('Has the customer already typed the secret code?');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'No: ask again' }));
    expect(textOf(screen.getByRole('alert'))).toBe(
      'The first request may still be open on the customer’s phone. The customer must approve only one of the two, or pays twice.',
    );
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await waitFor(() => expect(world.companion.posts).toHaveLength(2));
    expect(world.companion.posts[1]?.body).toMatchObject({ order: 'CTR-0123456789AB' });
  });

  it('no longer asks for a secret code that was typed, and lets the seller undo a wrong press', async () => {
    world.companion.counterPayment = payment({ view: 'waiting', retryable: true });
    const { user } = await ask();
    await user.click(await screen.findByRole('button', { name: 'Yes: wait for the result' }));
    expect(screen.getByRole('heading', { name: 'Waiting for the result' })).toBeTruthy();
    const shown = textOf(document.querySelector('.outcome'));
    expect(shown).toContain('“Please wait. Did you get an SMS about 25,000 Ar?”');
    expect(shown).toContain('Do not take the money again.');
    expect(shown).not.toMatch(/Type your secret code|Waiting for the customer/);
    await user.click(screen.getByRole('button', { name: 'The code was not typed' }));
    expect(screen.getByRole('heading', { name: 'Waiting for the customer' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'No: ask again' })).toBeTruthy();
  });

  it('sends no second request where the secret code was typed', async () => {
    world.companion.counterPayment = payment({ view: 'unresolved', status: 'unresolved', retryable: true });
    const { user } = await ask();
    await user.click(await screen.findByRole('button', { name: 'Yes: wait for the result' }));
    expect(screen.getByText(/Keep this page open/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'No: ask again' })).toBeNull();
    expect(world.companion.posts).toHaveLength(1);
  });

  it('asks again for the payments of its list when the list is opened, and while it is shown', async () => {
    const at = { createdAt: '2020-03-09T10:00:00.000Z', serverTime: '2020-03-09T10:00:00.000Z' };
    const ids = ['pay_one0000000000000000000', 'pay_two0000000000000000000'].map((id) => z.parse(paymentIdSchema, id));
    const [one, two] = ids.map((id) => payment({ id, status: 'failed', view: 'failed', nextPollMs: 2000, ...at }));
    localStorage.setItem(
      'tsena-counter',
      JSON.stringify({ counter: null, request: null, openId: null, payments: [one, two] }),
    );
    const now = { serverTime: new Date().toISOString() };
    world.companion.devicePayments.set(ids[0] ?? '', {
      ...one,
      status: 'completed',
      view: 'paid',
      nextPollMs: null,
      ...now,
    });
    world.companion.devicePayments.set(ids[1] ?? '', { ...two, ...now });
    open();
    const list = await screen.findByRole('region', { name: 'Last payments' });
    const badges = () => [...list.querySelectorAll('.badge')].map(textOf);
    await waitFor(() => expect(badges()).toEqual(['Paid', 'Not paid']));
    world.companion.devicePayments.set(ids[1] ?? '', {
      ...two,
      view: 'paid_twice',
      serverTime: new Date(Date.now() + 60_000).toISOString(),
    });
    await waitFor(() => expect(badges()).toEqual(['Paid', 'Paid twice']));
  });

  it('lists what the same key took on another device today, and keeps it without a connection', async () => {
    const older = payment({ id: z.parse(paymentIdSchema, `pay_${'a'.repeat(22)}`), createdAt: '2026-11-29T05:00:00Z' });
    const newer = {
      ...older,
      id: z.parse(paymentIdSchema, `pay_${'b'.repeat(22)}`),
      createdAt: '2026-11-29T06:00:00Z',
    };
    localStorage.setItem(
      'tsena-counter',
      JSON.stringify({ counter: null, request: null, openId: null, payments: [older] }),
    );
    const now = { serverTime: new Date().toISOString(), nextPollMs: null };
    const today = [
      { ...newer, ...now, status: 'completed', view: 'paid' },
      { ...older, ...now, status: 'failed', view: 'failed' },
    ] as const;
    for (const one of today) world.companion.devicePayments.set(one.id, one);
    world.companion.counter = () => ({ ...COUNTER, payments: [...today] });
    const page = open();
    const badges = async () => {
      const list = await screen.findByRole('region', { name: 'Last payments' });
      return [...list.querySelectorAll('.badge')].map(textOf);
    };
    await waitFor(async () => expect(await badges()).toEqual(['Paid', 'Not paid']));
    page.unmount();
    world.companion.counter = () => new Promise(() => undefined);
    open();
    expect(await badges()).toEqual(['Paid', 'Not paid']);
  });

  it('tries again with the same order and another key', async () => {
    world.companion.counterPayment = payment({
      status: 'failed',
      view: 'failed',
      retryable: true,
      failure: { code: 'payment_declined', message: 'The payment was declined on the phone.' },
    });
    const { user } = await ask();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await waitFor(() => expect(world.companion.posts).toHaveLength(2));
    const [first, second] = world.companion.posts;
    expect(second?.body).toEqual({ amount: '25000', msisdn: '0343500003', order: 'CTR-0123456789AB' });
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it('a payment that is opened from the list is not tried again with the number typed for another customer', async () => {
    const failed = payment({ status: 'failed', view: 'failed', retryable: true, amount: '9000' });
    localStorage.setItem(
      'tsena-counter',
      JSON.stringify({ counter: null, request: null, openId: null, payments: [failed] }),
    );
    world.companion.devicePayments.set(failed.id, failed);
    world.companion.act = () => ({ problem: 'prompt_open', detail: 'This phone has another request open.' });
    const { user } = await ask('25000', '0343500003');
    await screen.findByText('This phone has another request open.');
    await user.click(screen.getByRole('button', { name: /^9,000/ }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(screen.getByLabelText('Amount in Ariary')).toHaveProperty('value', '9\u00a0000');
    expect(screen.getByLabelText('Customer’s Fanilo number')).toHaveProperty('value', '');
    expect(screen.queryByText('This phone has another request open.')).toBeNull();
  });

  it('shows why a request was refused, and keeps what was typed', async () => {
    world.companion.act = () => ({ problem: 'prompt_open', detail: 'This phone has another request open.' });
    await ask();
    expect((await screen.findByRole('alert')).textContent).toBe('This phone has another request open.');
    expect(screen.getByLabelText('Customer’s Fanilo number')).toHaveProperty('value', '034 35 000 03');
  });
});

it('a lost answer survives a reload; the number is not kept once the answer is here', async () => {
  world.companion.lostAnswers = 1;
  const { page } = await ask();
  await screen.findByRole('heading', { name: 'The answer was lost' });
  page.unmount();
  open();
  await screen.findByRole('heading', { name: 'Waiting for the customer' });
  expect(world.companion.posts[1]).toEqual(world.companion.posts[0]);
  await waitFor(() => expect(localStorage.getItem('tsena-counter')).not.toContain('0343500003'));
});

describe('a request without an answer that the device has kept', () => {
  const NOW = '2026-11-20T12:00:00.000Z';

  /** Opens the counter of a device that has kept a request of so many ms ago. */
  async function openWithRequest(ageMs: number, body: object = { amount: '25000', msisdn: '0343500003' }) {
    world.companion.date = NOW;
    const request = { key: 'kept', body, at: Date.parse(NOW) - ageMs };
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(NOW));
    localStorage.setItem('tsena-counter', JSON.stringify({ counter: null, request, openId: null, payments: [] }));
    open();
    await screen.findByRole('heading', { name: 'The answer was lost' });
    return userEvent.setup();
  }

  it('is sent again after three minutes only if the seller chooses it, with the same key', async () => {
    const user = await openWithRequest(180_000);
    expect(textOf(document.querySelector('.outcome'))).toContain('25,000 Ar');
    expect(textOf(document.querySelector('.outcome'))).toContain('The customer may have paid.');
    await screen.findByText('Tsena Boutique');
    expect(world.companion.posts).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    await screen.findByRole('heading', { name: 'Waiting for the customer' });
    expect(world.companion.posts).toMatchObject([
      { idempotencyKey: 'kept', body: { amount: '25000', msisdn: '0343500003' } },
    ]);
  });

  it.each([
    [
      180_000,
      ['It is not known whether this sale was recorded.', '“Record again” records it once, however often you press.'],
    ],
    [6 * 86_400_000, ['It is not known whether this sale was recorded.', 'It is too old to be recorded here']],
  ])('of a sale that was paid by hand, %s ms old, speaks of the sale and of no request', async (ageMs, sentences) => {
    const body = { amount: '25000', transactionReference: '636042511' };
    const user = await openWithRequest(ageMs, body);
    const shown = textOf(document.querySelector('.outcome'));
    for (const sentence of ['25,000 Ar', '636042511', ...sentences]) expect(shown).toContain(sentence);
    expect(shown).not.toMatch(/request|send/i);
    const again = screen.queryByRole('button', { name: 'Record again' });
    expect(again === null).toBe(ageMs > 180_000);
    if (again === null) return;
    world.companion.counterPayment = payment({ status: 'completed', view: 'paid', method: 'reference' });
    await user.click(again);
    await screen.findByRole('heading', { name: 'Paid' });
    expect(world.companion.posts).toMatchObject([{ idempotencyKey: 'kept', body }]);
  });

  it('can be forgotten, with the customer’s number', async () => {
    const user = await openWithRequest(86_400_000);
    await user.click(screen.getByRole('button', { name: 'Forget' }));
    await screen.findByLabelText('Amount in Ariary');
    expect(world.companion.posts).toEqual([]);
    await waitFor(() => expect(localStorage.getItem('tsena-counter')).not.toContain('0343500003'));
  });

  it('is never sent after six days, because the companion forgets its key after seven', async () => {
    await openWithRequest(6 * 86_400_000);
    expect(textOf(document.querySelector('.outcome'))).toContain('It is too old to be sent again');
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull();
    await screen.findByText('Tsena Boutique');
    expect(world.companion.posts).toEqual([]);
  });
});

describe('the session at the counter', () => {
  it('begins with the seller’s key, and its end deletes everything that the device kept', async () => {
    world.companion.isSignedIn = false;
    open();
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Merchant key'), KEY);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await type('25000', '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await screen.findByRole('heading', { name: 'Waiting for the customer' });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(localStorage.getItem('tsena-counter')).not.toContain('pay_');
  });

  it('with a key that may only look says so', async () => {
    world.companion.counter = () => ({ problem: 'scope_insufficient', detail: 'This key may not do this.' });
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('This key may not do this.');
    expect(screen.queryByRole('button', { name: 'Send the request' })).toBeNull();
  });
});

describe('an SMS that a customer shows', () => {
  const UNUSED = {
    verdict: 'unused',
    amount: '25000',
    payer: '034 •• ••0 03',
    createdAt: '2026-11-20T12:00:00.000Z',
  } as const;

  /** Two taps and a paste. */
  async function check(text = 'Nahazo 25 000 Ar. Ref: 636042511', amount = '') {
    const page = open();
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Amount in Ariary');
    if (amount !== '') await user.type(field, amount);
    await user.click(screen.getByRole('button', { name: 'Check an SMS' }));
    await user.paste(text);
    await user.click(screen.getByRole('button', { name: 'Check' }));
    return { page, user };
  }
  const asked = (path: string) => world.companion.requests.filter((request) => request.path === path);

  it('that is not used yet is recorded as a sale by a tap on the green verdict', async () => {
    world.companion.check = () => createCheck({ ...UNUSED, amountMatches: true });
    const { user } = await check(undefined, '25000');
    await screen.findByRole('heading', { name: 'Not used yet' });
    expect(screen.getByText('It is the amount of this sale.')).toBeTruthy();
    expect(asked('/references/check').map(({ body }) => body)).toEqual([
      { text: 'Nahazo 25 000 Ar. Ref: 636042511', amount: '25000' },
    ]);
    world.companion.counterPayment = payment({
      status: 'completed',
      view: 'paid',
      method: 'reference',
      nextPollMs: null,
    });
    await user.click(screen.getByRole('button', { name: /^Record the sale of 25,000/ }));
    await screen.findByRole('heading', { name: 'Paid' });
    const [sale] = asked('/payments');
    expect(sale?.body).toEqual({ amount: '25000', transactionReference: '636042511' });
    expect(sale?.idempotencyKey).toMatch(/./);
  });

  it.each([
    ['verdict', 'used', 'Already used. This money belongs to a payment already. Do not deliver for it again.'],
    ['verdict', 'unavailable', /^Not checked. The operator gave no answer that can be read./],
    ['time', 'unused', /^This money was sent more than 24 hours ago, or the operator does not say when./],
    ['order', 'unused', 'Check again.'],
  ] as const)('that is refused as a sale (%s: %s) says why', async (reason, verdict, sentence) => {
    world.companion.check = () => createCheck({ ...UNUSED, amountMatches: null });
    const { user } = await check();
    world.companion.counterPayment = { problem: 'reference_not_matched', detail: 'Check again.', reason, verdict };
    await user.click(await screen.findByRole('button', { name: /^Record the sale of 25,000/ }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    // On the page of the check, with its field.
    const field = screen.getByLabelText('The SMS, or its reference');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('that is not used, and not recent, is not green, and offers no sale', async () => {
    world.companion.check = () => createCheck({ ...UNUSED, canSell: false });
    const { page } = await check();
    await screen.findByRole('heading', { name: 'Not recent' });
    await screen.findByText(/^This money was sent more than 24 hours ago/);
    expect(page.container.querySelector('.verdict[data-tone=doubtful]')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Record the sale/ })).toBeNull();
  });

  it('of another amount than the sale is red, and offers no sale', async () => {
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { vibrate }));
    world.companion.check = () => createCheck({ ...UNUSED, amountMatches: false });
    const { page } = await check(undefined, '30000');
    await screen.findByRole('heading', { name: 'Another amount' });
    expect(screen.getByText('It is not the 30,000 Ar of this sale. Do not deliver for it.')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Not used yet' })).toBeNull();
    expect(page.container.querySelector('.verdict')?.getAttribute('data-tone')).toBe('bad');
    expect(vibrate.mock.calls).toEqual([[[80, 80, 80]]]);
    expect(screen.queryByRole('button', { name: /Record the sale/ })).toBeNull();
  });

  it.each([
    ['25000,50', 'Enter whole Ariary, without decimals.'],
    ['99', 'Enter at least 100 Ar.'],
  ])('is not checked beside the amount %s, which cannot be read', async (amount, sentence) => {
    open();
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Amount in Ariary');
    await user.type(field, amount);
    await user.click(screen.getByRole('button', { name: 'Check an SMS' }));
    expect(textOf(screen.getByRole('alert'))).toBe(sentence);
    expect(document.activeElement).toBe(field);
    expect(screen.queryByLabelText('The SMS, or its reference')).toBeNull();
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Check an SMS' }));
    expect(screen.getByLabelText('The SMS, or its reference')).toBeTruthy();
  });

  it('of a payment that it cannot complete now says to wait for that one, and offers nothing', async () => {
    const paymentId = z.parse(paymentIdSchema, `pay_${'a'.repeat(22)}`);
    world.companion.check = () => createCheck({ verdict: 'used', paymentId, order: 'CTR-0123456789AB' });
    await check();
    await screen.findByRole('heading', { name: 'Belongs to another payment' });
    expect(screen.getByText('Order CTR-0123456789AB')).toBeTruthy();
    expect(
      screen.getByText(
        'A payment that is open or in review has this money. Wait until that payment is paid, and deliver once.',
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Complete that payment' })).toBeNull();
  });

  it('moves the focus to its verdict, which is in view, then to the field, and to "Paid" after the sale', async () => {
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
    world.companion.check = () => createCheck({ ...UNUSED, amountMatches: null });
    const { user } = await check();
    const verdict = () => screen.findByRole('heading', { name: 'Not used yet' });
    const found = await verdict();
    await waitFor(() => expect(document.activeElement).toBe(found));
    expect(scroll.mock.contexts).toEqual([document.querySelector('.verdict')]);
    await user.click(screen.getByRole('button', { name: 'Check another SMS' }));
    expect(document.activeElement).toBe(screen.getByLabelText('The SMS, or its reference'));
    await user.paste('636042511');
    await user.click(screen.getByRole('button', { name: 'Check' }));
    await verdict();
    const method = { method: 'reference', status: 'completed', view: 'paid', nextPollMs: null } as const;
    world.companion.counterPayment = payment(method);
    await user.click(screen.getByRole('button', { name: /^Record the sale of 25,000/ }));
    const paid = await screen.findByRole('heading', { name: 'Paid' });
    await waitFor(() => expect(document.activeElement).toBe(paid));
    await user.click(screen.getByRole('button', { name: 'Next customer' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Amount in Ariary'));
    expect(textOf(screen.getByRole('region', { name: 'Last payments' }))).toContain('Sent by hand');
  });

  it('is listed among the checks of today without the word for money that can be sold for', async () => {
    const at = new Date().toISOString();
    world.companion.checks = [
      { at, reference: '636042511', verdict: 'unused' },
      { at, reference: '636042512', verdict: 'used' },
    ];
    await check();
    const list = await screen.findByRole('region', { name: 'Your checks today' });
    const [unused, used] = [...list.querySelectorAll('li')].map(textOf);
    expect(unused).toMatch(/^\d\d:\d\d · 636042511$/);
    expect(used).toMatch(/^\d\d:\d\d · Already used · 636042512$/);
  });

  it('whose sale has no answer is spoken of as a sale that is recorded once', async () => {
    world.companion.check = () => createCheck({ ...UNUSED, amountMatches: null });
    const { user } = await check();
    world.companion.counterPayment = payment({ status: 'completed', view: 'paid', method: 'reference' });
    world.companion.lostAnswers = 1;
    await user.click(await screen.findByRole('button', { name: /^Record the sale of 25,000/ }));
    await screen.findByRole('heading', { name: 'The answer was lost' });
    const shown = textOf(document.querySelector('.outcome'));
    expect(shown).toContain('This page records it by itself for three minutes, and only once.');
    expect(shown).not.toMatch(/request/i);
  });

  it.each([
    ['used', 'Already used'],
    ['not_completed', 'Money not received'],
    ['outgoing', 'You have sent this money'],
    ['other_account', 'Paid to somebody else'],
    ['unknown', 'Unknown reference'],
    ['unavailable', 'Not checked'],
  ] as const)('with the verdict %s says "%s", and offers no sale', async (verdict, title) => {
    world.companion.check = () => createCheck({ verdict });
    const { page } = await check();
    await screen.findByRole('heading', { name: title });
    expect(page.container.querySelector(`.verdict[data-verdict=${verdict}]`)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Record the sale/ })).toBeNull();
  });

  it('without a reference is not checked, in words', async () => {
    await check('hello there');
    await screen.findByText(/^No reference was found in this text/);
    expect(asked('/references/check')).toEqual([]);
  });

  it('with two references is not checked: somebody says which one is meant', async () => {
    await check('Ref: 636042511. Ref: 636042512.');
    await screen.findByText('This text has several references. Type the one that you mean.');
    expect(asked('/references/check')).toEqual([]);
  });
});

it('an earlier payment that is opened from the list does not look like the present one', async () => {
  const paidAt = new Date(Date.now() - 12 * 60_000).toISOString();
  world.companion.counterPayment = payment({ status: 'completed', view: 'paid', paidAt, nextPollMs: null });
  const { page } = await ask();
  expect(await screen.findByText('Earlier payment, 12 minutes ago')).toBeTruthy();
  expect(page.container.querySelector('.paid')?.getAttribute('data-earlier')).toBe('true');
});
