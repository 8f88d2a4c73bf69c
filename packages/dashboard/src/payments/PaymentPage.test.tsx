import { screen, waitFor, within } from '@testing-library/react';
import type { Delivery } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import { createDelivery, createPayment, OPERATOR_MATCHES } from '../testing/fixtures.ts';
import { getToast, hrefsOf, openPage, openPayment, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

async function readFacts(region: HTMLElement): Promise<Record<string, string>> {
  const names = await within(region).findAllByRole('term');
  return Object.fromEntries(names.map((name) => [textOf(name), textOf(name.nextElementSibling)]));
}

describe('the payment page', () => {
  it('shows the amount, the status and the facts', async () => {
    const { payment } = openPayment(world.companion, {
      order: 'A-1',
      attemptNumber: 2,
      description: 'Two lambas',
      fees: '250.5',
      receiptNumber: '2020-000007',
      createdAt: '2020-03-08T21:05:00.000Z',
      finalAt: '2020-03-08T21:06:00.000Z',
      resolution: { kind: 'closed', reason: 'Refunded', by: 'Hanta', at: '2020-03-08T21:07:00.000Z' },
    });
    expect(textOf(await screen.findByRole('heading', { level: 1 }))).toBe('25,000 Ar');
    const summary = screen.getByRole('region', { name: /25,000/ });
    expect(textOf(summary.querySelector('.badge'))).toBe('Paid');
    expect(await readFacts(summary)).toEqual({
      Order: 'A-1 · Attempt 2',
      Customer: '034 •• ••0 03',
      Description: 'Two lambas',
      Receipt: '2020-000007',
      'Reference (Ref)': '636042511',
      'Operator’s fees': '250.5 Ar',
      Started: '9 March 2020, 00:05',
      Finished: '9 March 2020, 00:06',
      'Verified with the operator': 'Yes, the details match',
      Resolution: 'Closed: Refunded · Hanta',
      'Payment id': payment.id,
    });
  });

  it.each<[Parameters<typeof openPayment>[1], string, string]>([
    [{ view: 'paid' }, 'Paid', 'This payment pays the order.'],
    [{ view: 'paid', status: 'unresolved' }, 'Paid', 'This payment pays the order.'],
    [{ view: 'paid_twice' }, 'Paid twice', 'the extra money that is not yet refunded has to go back to the customer.'],
    [
      { view: 'refunded', amountRefunded: '25000' },
      'Refunded',
      'A payment of this order is recorded as refunded in full.',
    ],
    [{ view: 'review', status: 'failed' }, 'Under review', 'Do not take the money again until then.'],
    [{ view: 'confirming', status: 'pending' }, 'Being confirmed', 'Do not take the money again.'],
    [
      // The operator contradicted its reason.
      {
        view: 'failed',
        status: 'failed',
        failure: { code: 'insufficient_funds', message: 'Not enough money.', reason: null, errorDateTime: null },
        differences: ['createDate'],
        resolution: { kind: 'closed', reason: 'Sent back', by: 'Hanta', at: '2020-03-08T21:07:00.000Z' },
      },
      'Not paid',
      'No payment of this order counts as paid: this one was resolved so.',
    ],
    [{ view: 'waiting', status: 'failed' }, 'Pending', 'A request of this order is open.'],
    [{ view: 'unresolved', status: 'pending' }, 'Unresolved', 'do not take the money again.'],
  ])('of %j says "%s"', async (fields, badge, sentence) => {
    openPayment(world.companion, fields);
    await screen.findByRole('heading', { level: 1 });
    const summary = document.querySelector('.summary');
    expect(textOf(summary?.querySelector('.badge'))).toBe(badge);
    expect(textOf(summary)).toContain(sentence);
  });

  it('leads from a payment to the other one that paid the order', async () => {
    const paid = createPayment({ order: 'A-1' });
    const payment = createPayment({ order: 'A-1', status: 'failed', view: 'paid_by_another' });
    world.companion.addPayment(payment, { attempts: [payment, paid] });
    openPage(world.companion, `#/payments/${payment.id}`);
    await screen.findByText(/Another payment of this order is paid\./);
    expect(screen.getByRole('link', { name: 'Show its payment' }).getAttribute('href')).toBe(`#/payments/${paid.id}`);
  });

  it('leaves out facts without a value, and shows why the payment failed', async () => {
    openPayment(world.companion, {
      order: 'A-1',
      status: 'failed',
      failure: {
        code: 'payment_declined',
        message: 'The payment was declined on the phone. Nothing was debited.',
        reason: '402 requestDeclined',
        errorDateTime: '2020-11-20T12:00:00',
      },
    });
    const summary = await screen.findByRole('region', { name: /25,000/ });
    const facts = await readFacts(summary);
    expect(Object.keys(facts)).toEqual([
      'Order',
      'Customer',
      'Started',
      'The operator’s reason',
      'The operator’s time',
      'Payment id',
    ]);
    expect(facts).toMatchObject({
      'The operator’s reason': '402 requestDeclined',
      'The operator’s time': '20 November 2020, 15:00',
    });
    expect(within(summary).getByText('The payment was declined on the phone. Nothing was debited.')).toBeTruthy();
    expect(within(summary).getAllByRole('button').map(textOf)).toEqual(['Enter a reference']);
  });

  it('lists every attempt of the order', async () => {
    const first = createPayment({ order: 'A-1' });
    const second = createPayment({ order: 'A-1', attemptNumber: 2, reviewReasons: ['overpaid'] });
    world.companion.addPayment(second, { attempts: [first, second] });
    openPage(world.companion, `#/payments/${second.id}`);
    const attempts = await screen.findByRole('region', { name: 'All attempts of this order' });
    expect(hrefsOf(attempts)).toEqual([`#/payments/${first.id}`, `#/payments/${second.id}`]);
    screen.getByText(
      'This order was paid more than once: the extra money has to go back. Send it back yourself, then record the refund here. The full refund of one payment ends this review.',
    );
  });

  it('of an unknown payment shows the companion’s sentence and a link back', async () => {
    openPage(world.companion, '#/payments/pay_none');
    expect((await screen.findByRole('alert')).textContent).toBe('This payment was not found.Try again');
    expect(screen.getByRole('link', { name: 'Back to the payments' }).getAttribute('href')).toBe('#/payments');
  });
});

describe('what the operator reports', () => {
  const open = async () => {
    await screen.findByRole('heading', { level: 1 });
    return screen.getByRole('region', { name: 'What the operator reports now' });
  };

  it('is shown field by field, and matches the payment', async () => {
    openPayment(world.companion, { operator: OPERATOR_MATCHES });
    const region = await open();
    expect(await readFacts(region)).toEqual({
      Status: 'completed',
      Amount: '25,000 Ar',
      Payer: '034 •• ••0 03',
      Recipient: '034 •• ••0 04',
      'Reference (Ref)': '636042511',
    });
    expect(within(region).getByText('These details match the payment.')).toBeTruthy();
    expect(textOf(region)).toContain('Read from the operator: 9 March 2020, 00:16');
  });

  it.each([
    [
      { amount: '20.50', currency: 'USD', differences: ['amount', 'currency'] },
      'These details differ from the payment: amount, currency.',
      '20.50 USD',
    ],
    [{ debitParty: null, differences: null }, 'These details are not enough to verify the payment.', '25,000 Ar'],
  ])('is compared with the payment: %j', async (fields, sentence, amount) => {
    const details = OPERATOR_MATCHES.details && { ...OPERATOR_MATCHES.details, ...fields };
    openPayment(world.companion, { status: 'pending', operator: { ...OPERATOR_MATCHES, details } });
    const region = await open();
    expect(await within(region).findByText(sentence)).toBeTruthy();
    expect((await readFacts(region)).Amount).toBe(amount);
  });

  it('when the operator is unavailable says why, and asks again with "Try again"', async () => {
    const { payment, user } = openPayment(world.companion, {
      status: 'pending',
      operator: {
        ...OPERATOR_MATCHES,
        state: 'unavailable',
        reason: 'no answer within 5 s',
        status: null,
        details: null,
      },
    });
    const region = await open();
    expect((await within(region).findByRole('alert')).querySelector('p')?.textContent).toBe(
      'The companion could not ask the operator. The operator did not answer in time. The payment has not changed. Try again in a few minutes.',
    );
    world.companion.addPayment(payment, { operator: OPERATOR_MATCHES });
    await user.click(within(region).getByRole('button', { name: 'Try again' }));
    expect(await within(region).findByText('These details match the payment.')).toBeTruthy();
    expect(within(region).queryByRole('alert')).toBeNull();
  });

  it('is read once when the page opens, and once more after "Check status"', async () => {
    const { payment, user } = openPayment(world.companion, {
      status: 'pending',
      polling: true,
      operator: OPERATOR_MATCHES,
    });
    await screen.findByText('These details match the payment.');
    const paths = () =>
      world.companion.requests.map(({ path }) => path).filter((path) => path.startsWith('/payments/'));
    expect(paths()).toEqual([`/payments/${payment.id}`, `/payments/${payment.id}?operator=1`]);
    world.companion.act = () => payment;
    await user.click(screen.getByRole('button', { name: 'Check status' }));
    await waitFor(() => expect(paths().filter((path) => path.endsWith('?operator=1'))).toHaveLength(2));
    expect(getToast()).toBe('The companion checked the status. The payment is now: Pending.');
  });
});

describe('the webhooks of a payment', () => {
  const FAILED = 'The shop’s server has a fault.Technical detailsthe endpoint answered 500';

  it.each<[Partial<Delivery>, string, string | null]>([
    [
      { status: 'pending', deliveryAttempts: 2, type: 'payment.failed' },
      'not paid · Pending, next attempt: 9 March 2020, 00:05',
      FAILED,
    ],
    [{ status: 'delivered', type: 'payment.unresolved' }, 'unresolved · Delivered: 9 March 2020, 00:06', null],
    [{ deliveryAttempts: 8, type: 'order.overpaid' }, 'paid more than once · Failed after 8 attempts', FAILED],
  ])('%j is shown with what became of it, and can be sent again', async (fields, text, error) => {
    openPayment(world.companion, {
      webhooks: [
        createDelivery({
          nextAttemptAt: '2020-03-08T21:05:00.000Z',
          deliveredAt: '2020-03-08T21:06:00.000Z',
          ...fields,
        }),
      ],
    });
    const region = await screen.findByRole('region', { name: 'Webhooks to your shop' });
    expect([...region.querySelectorAll('li p')].map(textOf)).toEqual([text]);
    expect(region.querySelector('li .hint')?.textContent ?? null).toBe(error);
    expect(within(region).getByRole('button').textContent).toBe('Send again');
  });

  it('show what the shop’s server answered to failed attempts, newest first, also once one is delivered', async () => {
    openPayment(world.companion, {
      webhooks: [
        createDelivery({
          status: 'delivered',
          lastError: null,
          deliveredAt: '2020-03-08T21:06:00.000Z',
          failedAttempts: [
            { at: '2020-03-08T21:00:00.000Z', ms: 15_003, status: null, body: null, error: 'no answer within 15 s' },
            {
              at: '2020-03-08T21:00:05.000Z',
              ms: 120,
              status: 500,
              body: '<b>Fatal</b>',
              error: 'the endpoint answered 500',
            },
          ],
        }),
      ],
    });
    const region = await screen.findByRole('region', { name: 'Webhooks to your shop' });
    expect([...region.querySelectorAll('.answers li')].map(textOf)).toEqual([
      '9 March 2020, 00:00:05 · answer 500 · 120 ms<b>Fatal</b>',
      '9 March 2020, 00:00:00 · no answer within 15 s · 15003 ms',
    ]);
  });

  it('of a merchant without WEBHOOK_URL are off', async () => {
    world.companion.merchant = { webhooksEnabled: false };
    openPayment(world.companion);
    await screen.findByText(
      'Webhooks are off because WEBHOOK_URL is not set. Your shop does not hear about this payment.',
    );
  });
});
