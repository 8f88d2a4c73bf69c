import { cleanup, render, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson, serve } from '../testing/server.ts';
import { Checkout, type CheckoutProps } from './Checkout.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

function renderCheckout(props: CheckoutProps) {
  const { container, rerender } = render(<Checkout {...props} />, { wrapper: StrictMode });
  const host = container.firstElementChild;
  return {
    host,
    rerender: (changed: CheckoutProps) => rerender(<Checkout {...changed} />),
    /** Queries for the content of the shadow root. */
    get content() {
      const card = host?.shadowRoot?.querySelector<HTMLElement>('.card');
      if (!card) throw new Error('nothing is rendered yet');
      return within(card);
    },
  };
}

describe('<Checkout>', () => {
  it('shows the order and calls each handler once', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, someCheckout(somePayment({ status: 'completed', nextPollMs: null }))),
    );
    const events: string[] = [];
    const props: CheckoutProps = {
      orderToken: 'token',
      companionUrl: server.url,
      locale: 'en',
      onReady: () => events.push('ready'),
      onChange: ({ payment }) => events.push(`change ${payment.status}`),
      onCompleted: ({ payment }) => events.push(`completed ${payment.id}`),
    };
    const rendered = renderCheckout(props);
    await vi.waitFor(() => expect(rendered.content.getByRole('heading', { name: 'Paid' })).toBeDefined());
    rendered.rerender({ ...props, locale: 'fr' });
    await vi.waitFor(() => expect(rendered.content.getByRole('heading', { name: 'Payé' })).toBeDefined());
    await vi.waitFor(() =>
      expect(server.requests.map(({ headers }) => headers['accept-language'])).toEqual(['en', 'fr']),
    );
    expect(events).toEqual(['ready', 'change completed', `completed ${somePayment().id}`]);
  });

  it('calls onCompleted once in a page session: not again after a reload', async () => {
    await using server = await serve((_request, response) =>
      sendJson(response, someCheckout(somePayment({ status: 'completed', nextPollMs: null }))),
    );
    const events: string[] = [];
    const props: CheckoutProps = {
      orderToken: 'token',
      companionUrl: server.url,
      locale: 'en',
      onReady: ({ payment }) => events.push(`ready ${payment?.status}`),
      onCompleted: () => events.push('completed'),
    };
    for (const expected of [['ready completed', 'completed'], ['ready completed']]) {
      events.length = 0;
      const rendered = renderCheckout(props);
      await vi.waitFor(() => expect(rendered.content.getByRole('heading', { name: 'Paid' })).toBeDefined());
      await vi.waitFor(() => expect(events).toEqual(expected));
      cleanup();
    }
    sessionStorage.clear();
    events.length = 0;
    renderCheckout(props);
    await vi.waitFor(() => expect(events).toEqual(['ready completed', 'completed']));
  });

  it('shows the number in full that the shopper typed on this page, and masked after a reload', async () => {
    const payment = somePayment({ nextPollMs: 600_000 });
    let hasStarted = false;
    await using server = await serve(({ method }, response) => {
      if (method === 'POST') hasStarted = true;
      sendJson(response, method === 'POST' ? payment : someCheckout(hasStarted ? payment : null));
    });
    const props: CheckoutProps = { orderToken: 'token', companionUrl: server.url, locale: 'en' };
    const rendered = renderCheckout(props);
    const number = await vi.waitFor(() => rendered.content.getByLabelText('Mobile money number'));
    await userEvent.type(number, '0343500003');
    await userEvent.click(await vi.waitFor(() => rendered.content.getByRole('button', { name: /^Pay/ })));
    await vi.waitFor(() => expect(rendered.content.getByText('The request goes to 034 35 000 03.')).toBeDefined());
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('3500003');
    cleanup();

    const again = renderCheckout(props);
    await vi.waitFor(() => expect(again.content.getByText('The request goes to 034 •• ••0 03.')).toBeDefined());
  });

  it('shows the earlier attempt that the companion returns instead of a new one', async () => {
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
    const rendered = renderCheckout({ orderToken: 'token', companionUrl: server.url, locale: 'en' });
    await userEvent.click(await vi.waitFor(() => rendered.content.getByRole('button', { name: 'Try again' })));
    const number = await vi.waitFor(() => rendered.content.getByLabelText('Mobile money number'));
    await userEvent.type(number, '034 35 000 03');
    await userEvent.click(rendered.content.getByRole('button', { name: /^Pay/ }));
    await vi.waitFor(() => expect(rendered.content.getByRole('heading', { name: 'Not confirmed yet' })).toBeDefined());
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('restarts for another order token', async () => {
    await using server = await serve((request, response) => {
      const order =
        request.headers.authorization === 'Bearer b' ? { ...someCheckout(), partnerName: 'Bako' } : someCheckout();
      sendJson(response, order);
    });
    const rendered = renderCheckout({ orderToken: 'a', companionUrl: server.url, locale: 'en' });
    await vi.waitFor(() => expect(rendered.content.getByText('To Soa')).toBeDefined());
    rendered.rerender({ orderToken: 'b', companionUrl: server.url, locale: 'en' });
    await vi.waitFor(() => expect(rendered.content.getByText('To Bako')).toBeDefined());
  });
});
