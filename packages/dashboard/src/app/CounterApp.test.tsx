import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Payment, paymentSchema } from '@tsena/shared/checkout';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createPayment } from '../testing/fixtures.ts';
import { locales } from '../testing/locales.ts';
import { textOf } from '../testing/openPage.tsx';
import { CounterApp } from './CounterApp.tsx';

const BASE = 'https://pay.example/v1/merchant';

interface Sent {
  readonly key: string | null;
  readonly body: unknown;
}

/** What the companion knows, and how it answers. */
let companion: {
  isSignedIn: boolean;
  /** Whether it does not say yet what the counter shows. */
  isSlow: boolean;
  scope: string;
  payment: Payment;
  /** How many answers to the next requests are lost after they arrived. */
  lost: number;
  refusal: { readonly code: string; readonly detail: string } | null;
  readonly taken: Sent[];
};

const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const problem = (status: number, code: string, detail = code) => json({ type: 'x', title: code, status, detail, code }, status);

async function answer(input: string, init: RequestInit = {}): Promise<Response> {
  const path = String(input).slice('https://pay.example/v1'.length);
  if (path === '/merchant/session') {
    companion.isSignedIn = init.method !== 'DELETE';
    return new Response(null, { status: 204 });
  }
  if (path.startsWith('/payments/')) return json(companion.payment);
  if (!companion.isSignedIn) return problem(401, 'merchant_key_invalid');
  if (companion.scope === 'read') return problem(403, 'scope_insufficient', 'This key may not do this.');
  if (path === '/merchant/counter') {
    if (companion.isSlow) return new Promise(() => undefined);
    const key = { name: 'Hanta', scope: companion.scope };
    return json({ partnerName: 'Tsena Boutique', operatorName: 'Fanilo', environment: 'sandbox', nif: '4000123456', stat: null, key });
  }
  companion.taken.push({ key: new Headers(init.headers).get('idempotency-key'), body: JSON.parse(String(init.body)) });
  if (companion.lost > 0) {
    companion.lost -= 1;
    throw new TypeError('Failed to fetch');
  }
  return companion.refusal === null ? json(companion.payment, 201) : problem(429, companion.refusal.code, companion.refusal.detail);
}

function payment(change: Partial<Payment> = {}): Payment {
  return { ...z.parse(paymentSchema, createPayment({ status: 'pending', order: 'CTR-0123456789AB', amount: '25000' })), ...change };
}

beforeEach(() => {
  localStorage.clear();
  companion = {
    isSignedIn: true,
    isSlow: false,
    scope: 'counter',
    payment: payment(),
    lost: 0,
    refusal: null,
    taken: [],
  };
  vi.stubGlobal('fetch', answer);
});
afterEach(cleanup);

function open() {
  return render(<CounterApp base={BASE} firstLanguage="en" firstTexts={locales.en} />);
}

async function type(amount: string, number: string) {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Amount in Ariary'), amount);
  await user.type(screen.getByLabelText('Customer’s Fanilo number'), number);
  return user;
}

/** The companion reports another state: the page reads it again. */
function report(change: Partial<Payment>): void {
  companion.payment = { ...companion.payment, ...change, serverTime: new Date(Date.now() + 60_000).toISOString() };
}

describe('the counter', () => {
  it('takes a payment before the companion has said its names', async () => {
    companion.isSlow = true;
    open();
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('Amount in Ariary'), '25000');
    await user.type(screen.getByLabelText('Customer’s mobile money number'), '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for 25,000/ }));
    expect(await screen.findByRole('heading', { name: 'Waiting for the customer' })).toBeTruthy();
  });

  it.each([
    ['99', '0343500003', 'Enter an amount of at least 100 Ar.'],
    ['25000', '03435', 'Enter the 10 digits of the number.'],
    ['25000', '0321122233', 'This is a number of Orange. Use one that begins with 034, 037 or 038.'],
  ])('sends nothing for %s and %s, and says why', async (amount, number, sentence) => {
    open();
    const user = await type(amount, number);
    await user.click(screen.getByRole('button', { name: /^(Ask|Send)/ }));
    expect(textOf(screen.getByRole('alert'))).toBe(sentence);
    expect(companion.taken).toEqual([]);
  });

  it('says "paid" only when the companion says so, with the receipt and its number', async () => {
    open();
    const user = await type('25000', '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await screen.findByText('Waiting for the customer');
    expect(screen.queryByText('Paid')).toBeNull();
    report({ status: 'completed', receiptNumber: '2026-000123', transactionReference: '636042511' });
    expect(await screen.findByRole('heading', { name: 'Paid' })).toBeTruthy();
    const receipt = textOf(screen.getByRole('region', { name: 'Receipt' }));
    for (const part of ['Tsena Boutique', '4000123456', '2026-000123', '25,000 Ar', '034 •• ••0 03', '636042511']) {
      expect(receipt).toContain(part);
    }
    expect(receipt).not.toContain('STAT');
    await user.click(screen.getByRole('button', { name: 'Next customer' }));
    expect(screen.getByLabelText('Amount in Ariary')).toHaveProperty('value', '');
    expect(textOf(screen.getByRole('region', { name: 'Last payments on this device' }))).toContain('25,000 Ar 034 •• ••0 03');
  });

  it.each([
    [{ status: 'unresolved' }, 'Not certain yet', 'Do not take it a second time yet'],
    [{ status: 'pending', failure: { code: 'details_mismatch', message: 'It differs.' } }, 'Under review', 'Call the owner of the shop'],
    [{ status: 'pending', failure: { code: 'details_unavailable', message: 'It is made.' } }, 'Under review', 'It is made.Keep the goods'],
  ] as const)('for %j shows "%s"', async (change, heading, sentence) => {
    companion.payment = payment(change);
    open();
    const user = await type('25000', '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await screen.findByRole('heading', { name: heading });
    expect(textOf(document.querySelector('.outcome'))).toContain(sentence);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('tries again with the same order and another key', async () => {
    companion.payment = payment({
      status: 'failed',
      retryable: true,
      failure: { code: 'payment_declined', message: 'The payment was declined on the phone.' },
    });
    open();
    const user = await type('25000', '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await waitFor(() => expect(companion.taken).toHaveLength(2));
    const [first, second] = companion.taken;
    expect(second?.body).toEqual({ amount: '25000', msisdn: '0343500003', order: 'CTR-0123456789AB' });
    expect(second?.key).not.toBe(first?.key);
  });

  it('shows why a request was refused, and keeps what was typed', async () => {
    companion.refusal = { code: 'prompt_open', detail: 'This phone has another request open.' };
    open();
    const user = await type('25000', '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    expect((await screen.findByRole('alert')).textContent).toBe('This phone has another request open.');
    expect(screen.getByLabelText('Customer’s Fanilo number')).toHaveProperty('value', '034 35 000 03');
  });
});

it('a lost answer survives a reload; the number is not kept once the answer is here', async () => {
  companion.lost = 1;
  const page = open();
  const user = await type('25000', '0343500003');
  await user.click(screen.getByRole('button', { name: /Ask for/ }));
  await screen.findByRole('heading', { name: 'The answer was lost' });
  page.unmount();
  open();
  await screen.findByRole('heading', { name: 'Waiting for the customer' });
  expect(companion.taken[1]).toEqual(companion.taken[0]);
  expect(localStorage.getItem('tsena-counter')).not.toContain('0343500003');
});

describe('the session at the counter', () => {
  it('begins with the seller’s key, and ends with everything that the device kept', async () => {
    companion.isSignedIn = false;
    open();
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('Merchant key'), 'tsena_test_1');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await type('25000', '0343500003');
    await user.click(screen.getByRole('button', { name: /Ask for/ }));
    await screen.findByRole('heading', { name: 'Waiting for the customer' });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(localStorage.getItem('tsena-counter')).not.toContain('pay_');
  });

  it('with a key that may only look says so', async () => {
    companion.scope = 'read';
    open();
    expect((await screen.findByRole('alert')).textContent).toBe('This key may not do this.');
    expect(screen.queryByRole('button', { name: 'Send the request' })).toBeNull();
  });
});
