import { cleanup, fireEvent, render, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentId, someCheckout, somePayment } from '../testing/payments.ts';
import { sendJson, serve } from '../testing/server.ts';
import { Checkout, type CheckoutProps } from './Checkout.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function show(props: CheckoutProps) {
  const { container, rerender } = render(<Checkout {...props} />, { wrapper: StrictMode });
  const host = container.firstElementChild;
  return {
    host,
    rerender: (changed: CheckoutProps) => rerender(<Checkout {...changed} />),
    /** What stands inside the shadow root. */
    get inside() {
      const card = host?.shadowRoot?.querySelector<HTMLElement>('.card');
      if (!card) throw new Error('nothing is drawn yet');
      return within(card);
    },
  };
}

describe('the React component', () => {
  it('shows the order and tells the page, each thing once', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, someCheckout(somePayment({ status: 'completed', nextPollMs: null }))),
    );
    const told: string[] = [];
    const props: CheckoutProps = {
      orderToken: 'token',
      companionUrl: server.url,
      locale: 'en',
      onReady: () => told.push('ready'),
      onChange: ({ payment }) => told.push(`change ${payment.status}`),
      onCompleted: ({ payment }) => told.push(`completed ${payment.id}`),
    };
    const shown = show(props);
    await vi.waitFor(() => expect(shown.inside.getByRole('heading', { name: 'Paid' })).toBeDefined());
    shown.rerender({ ...props, locale: 'fr' });
    await vi.waitFor(() => expect(shown.inside.getByRole('heading', { name: 'Payé' })).toBeDefined());
    await vi.waitFor(() => expect(server.asked.map(({ headers }) => headers['accept-language'])).toEqual(['en', 'fr']));
    expect(told).toEqual(['ready', 'change completed', `completed ${somePayment().id}`]);
  });

  it('shows the earlier attempt that the companion names when it lets no other start', async () => {
    const earlier = somePayment({ status: 'unresolved', nextPollMs: 20_000, serverTime: '2026-01-01T10:05:00.000Z' });
    const newest = somePayment({
      id: paymentId('2'),
      createdAt: '2026-01-01T10:02:00.000Z',
      status: 'failed',
      failure: { code: 'payment_failed', message: 'The payment failed.' },
      retryable: true,
      nextPollMs: null,
    });
    await using server = await serve(({ method }, response) => {
      if (method === 'POST') sendJson(response, earlier);
      else sendJson(response, someCheckout(newest));
    });
    const shown = show({ orderToken: 'token', companionUrl: server.url, locale: 'en' });
    fireEvent.click(await vi.waitFor(() => shown.inside.getByRole('button', { name: 'Try again' })));
    const number = await vi.waitFor(() => shown.inside.getByLabelText('Mobile money number'));
    fireEvent.input(number, { target: { value: '034 35 000 03' } });
    fireEvent.click(shown.inside.getByRole('button', { name: /^Pay/ }));
    await vi.waitFor(() => expect(shown.inside.getByRole('heading', { name: 'Not confirmed yet' })).toBeDefined());
    expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('starts anew for another order', async () => {
    await using server = await serve((request, response) => {
      const order = request.headers.authorization === 'Bearer b' ? { ...someCheckout(), partnerName: 'Bako' } : someCheckout();
      sendJson(response, order);
    });
    const shown = show({ orderToken: 'a', companionUrl: server.url, locale: 'en' });
    await vi.waitFor(() => expect(shown.inside.getByText('To Soa')).toBeDefined());
    shown.rerender({ orderToken: 'b', companionUrl: server.url, locale: 'en' });
    await vi.waitFor(() => expect(shown.inside.getByText('To Bako')).toBeDefined());
  });
});
