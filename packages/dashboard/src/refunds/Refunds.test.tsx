import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createPayment, createRefund } from '../testing/fixtures.ts';
import { getToast, openPage, openPayment, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();
const refundRequests = () => world.companion.posts.filter(({ path }) => path.endsWith('/refunds'));

/** Opens the form that records a refund of a payment of Ar 25,000. */
async function openForm(fields: Parameters<typeof createPayment>[0] = {}) {
  const { payment, user } = openPayment(world.companion, fields);
  await user.click(await screen.findByRole('button', { name: 'Record a refund' }));
  const fill = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  return { user, payment, fill, submit: () => user.click(screen.getByRole('button', { name: 'Record refund' })) };
}

describe('the form that records a refund', () => {
  it('says that it sends no money, and records a part with its reason, reference and time', async () => {
    const { payment, fill, submit } = await openForm({ createdAt: '2026-03-09T07:00:00Z' });
    expect(screen.getByText(/^This sends no money\. Send it yourself/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Amount refunded, in Ariary'));
    fill('Amount refunded, in Ariary', '5 000');
    fill('Why?', ' One item out of stock ');
    fill(/^Reference \(Ref\) of the refund/, '636042999');
    fill(/^When did you send it/, '2026-03-09T10:30');
    await submit();
    await waitFor(() =>
      expect(getToast().replaceAll('\u00a0', ' ')).toBe('The refund of 5,000 Ar is recorded. This sent no money.'),
    );
    expect(refundRequests()).toMatchObject([
      {
        path: `/payments/${payment.id}/refunds`,
        body: {
          amount: '5000',
          reason: 'One item out of stock',
          transactionReference: '636042999',
          refundedAt: '2026-03-09T10:30:00+03:00',
        },
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
    await waitFor(() =>
      expect(textOf(document.querySelector('.facts'))).toContain('Refunded5,000 ArNot refunded20,000 Ar'),
    );
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
    expect(textOf(screen.getByRole('region', { name: 'Refunds' }))).toContain('5,000 ArRecordedOne item out of stock');
  });

  it('says which refunds the totals count: not those of a payment that is only recorded as received', async () => {
    await openForm({
      status: 'unresolved',
      resolution: { kind: 'received', reason: 'Seen', by: 'Hanta', at: '2026-03-09T07:00:00.000Z' },
    });
    expect(textOf(document.body)).toContain(
      'The totals count neither this payment nor its refunds until the operator confirms the payment.',
    );
    expect(textOf(document.body)).not.toContain('The totals count the refund on this day.');
  });

  it('of a phone with a wrong clock compares with the companion’s time', async () => {
    world.companion.date = '2020-03-10T06:00:00Z';
    const { fill, submit } = await openForm({ createdAt: '2020-03-09T07:00:00Z' });
    fill('Amount refunded, in Ariary', '100');
    fill('Why?', 'Cancelled');
    fill(/^When did you send it/, '2020-03-11T10:30');
    await submit();
    expect(screen.getByRole('alert').textContent).toBe('This time is in the future.');
    fill(/^When did you send it/, '2020-03-10T08:59');
    await submit();
    await waitFor(() =>
      expect(refundRequests()).toMatchObject([{ body: { refundedAt: '2020-03-10T08:59:00+03:00' } }]),
    );
  });

  it('says of a payment with a second transaction that sending that one back is no refund', async () => {
    await openForm({ differences: ['secondTransaction'], reviewReasons: ['details_mismatch'] });
    expect(
      screen.getByText(
        /^This records money of this payment\. If you send the second transaction back, record no refund here/,
      ),
    ).toBeTruthy();
  });

  it('does not mention a second transaction where there is none', async () => {
    await openForm();
    expect(screen.queryByText(/second transaction/)).toBeNull();
  });

  it('offers all that remains', async () => {
    const { user, fill, submit } = await openForm({ amountRefunded: '5000' });
    expect(textOf(document.body)).toContain('At most 20,000 Ar.');
    await user.click(screen.getByRole('button', { name: 'All' }));
    fill('Why?', 'Order cancelled');
    await submit();
    await waitFor(() =>
      expect(refundRequests()).toMatchObject([{ body: { amount: '20000', reason: 'Order cancelled' } }]),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Record a refund' })).toBeNull());
  });

  it.each([
    ['Amount refunded, in Ariary', '', 'Enter the amount in Ariary.'],
    ['Amount refunded, in Ariary', '0', 'Enter at least 1 Ar.'],
    ['Amount refunded, in Ariary', '-5', 'Use digits only, for example 25000.'],
    ['Amount refunded, in Ariary', '50.5', 'Enter whole Ariary, without decimals.'],
    [
      'Amount refunded, in Ariary',
      '25 001',
      'That is too much: 25,000 Ar of this payment can still be refunded. Nothing was recorded.',
    ],
    ['Why?', 'no', 'Write at least three characters.'],
    [
      'Reference (Ref) of the refund (optional)',
      '---',
      'Enter the reference as the SMS or the portal shows it, for example 636042511.',
    ],
    ['When did you send it? (optional)', '2999-01-01T10:00', 'This time is in the future.'],
    ['When did you send it? (optional)', '2019-01-01T10:00', 'This time is before the payment.'],
  ])('with %j as %j sends nothing and says why', async (label, text, sentence) => {
    const { fill, submit } = await openForm();
    fill('Amount refunded, in Ariary', '100');
    fill('Why?', 'Cancelled');
    fill(label, text);
    await submit();
    expect(textOf(screen.getByRole('alert'))).toBe(sentence);
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(refundRequests()).toEqual([]);
  });

  it('reads 5000,00 as 5,000 Ar', async () => {
    const { fill, submit } = await openForm();
    fill('Amount refunded, in Ariary', '5000,00');
    fill('Why?', 'Cancelled');
    await submit();
    await waitFor(() => expect(refundRequests()).toMatchObject([{ body: { amount: '5000' } }]));
  });

  it('says what remains if somebody else has refunded meanwhile', async () => {
    const { fill, submit } = await openForm();
    fill('Amount refunded, in Ariary', '25000');
    fill('Why?', 'Cancelled');
    world.companion.act = () => ({
      problem: 'refund_exceeds_payment',
      detail: 'The refunds would exceed the payment.',
      remaining: '1000',
    });
    await submit();
    expect(textOf(await screen.findByRole('alert'))).toBe(
      'That is too much: 1,000 Ar of this payment can still be refunded. Nothing was recorded.',
    );
  });

  it.each([
    ['was lost', () => Promise.reject(new TypeError('network error'))],
    ['was cut', async () => new Response('{"id":"ref_')],
    [
      'is a page of a proxy',
      async () => new Response('<h1>Checking your browser</h1>', { headers: { 'Content-Type': 'text/html' } }),
    ],
  ])(
    'repeats a request whose answer %s with the same key, and another refund with a new key',
    async (_how, answerOf) => {
      const { fill, submit } = await openForm();
      fill('Amount refunded, in Ariary', '100');
      fill('Why?', 'Cancelled');
      const { fetch } = globalThis;
      vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
        const answer = await fetch(input, init);
        return input.endsWith('/refunds') && init.method === 'POST' ? answerOf() : answer;
      });
      await submit();
      expect((await screen.findByRole('alert')).textContent).toBe(
        'The answer was lost. Press again without a change: the refund is recorded once, not twice.',
      );
      // A space that does not count makes no other refund.
      fill('Why?', 'Cancelled ');
      await submit();
      await waitFor(() => expect(refundRequests()).toHaveLength(2));
      fill('Why?', 'Broken');
      await submit();
      await waitFor(() => expect(refundRequests()).toHaveLength(3));
      const [first, second, third] = refundRequests().map(({ idempotencyKey }) => idempotencyKey);
      expect(second).toBe(first);
      expect(third).not.toBe(first);
    },
  );

  it('repeats a lost request also if what it recorded leaves less than its amount', async () => {
    const { payment, fill, submit } = await openForm();
    fill('Amount refunded, in Ariary', '20000');
    fill('Why?', 'Cancelled');
    world.companion.isReachable = false;
    await submit();
    await screen.findByText(/^The answer was lost\./);
    world.companion.isReachable = true;
    world.companion.addPayment({ ...payment, amountRefunded: '20000' });
    world.companion.streams.change();
    await waitFor(() => expect(textOf(document.body)).toContain('At most 5,000 Ar.'));
    await submit();
    await waitFor(() => expect(refundRequests()).toMatchObject([{ body: { amount: '20000' } }]));
  });

  it('keeps what is typed when the language changes', async () => {
    const { user, fill } = await openForm();
    fill('Amount refunded, in Ariary', '5000');
    await user.selectOptions(screen.getByLabelText('Language'), 'Français');
    expect(await screen.findByLabelText('Montant remboursé, en ariary')).toHaveProperty('value', '5000');
    await waitFor(() => expect(world.companion.requests.some(({ language }) => language === 'fr')).toBe(true));
    expect(screen.getByLabelText('Montant remboursé, en ariary')).toHaveProperty('value', '5000');
  });
});

describe('refunds', () => {
  it('show amount, reason, time, reference, who recorded them, and who voided them', async () => {
    const refunds = [
      createRefund({ transactionReference: '636042999' }),
      createRefund({
        amount: '700',
        createdBy: 'owner',
        status: 'voided',
        voidedAt: '2020-03-09T05:00:00Z',
        voidedBy: 'Rivo',
        voidReason: 'Recorded twice',
      }),
    ];
    openPayment(world.companion, { amountRefunded: '5000', refunds });
    const list = within(await screen.findByRole('region', { name: 'Refunds' })).getAllByRole('article');
    expect(list.map(textOf)).toEqual([
      '5,000 ArRecordedOne item out of stockDate of the refund: 9 March 2020, 00:15 · HantaReference (Ref): 636042999Void this record',
      '700 ArVoidedOne item out of stockDate of the refund: 9 March 2020, 00:15 · the ownerVoided: 9 March 2020, 08:00. Recorded twice · Rivo',
    ]);
    expect(textOf(screen.getByRole('region', { name: 'Refunds' }))).toContain('The money goes back by hand');
  });

  it('are listed for all payments, and voided with a reason', async () => {
    const payment = createPayment();
    world.companion.refunds = [createRefund({ paymentId: payment.id })];
    const { user } = openPage(world.companion, '#/refunds');
    expect((await screen.findByRole('link', { name: /5,000/ })).getAttribute('href')).toBe(`#/payments/${payment.id}`);
    await user.click(screen.getByRole('button', { name: 'Void this record' }));
    expect(screen.getByText('The record stays visible and no longer counts. No money moves.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Void' }));
    expect(screen.getByRole('alert').textContent).toBe('Write at least three characters.');
    await user.type(screen.getByLabelText('Why is the record wrong?'), 'Recorded twice');
    await user.click(screen.getByRole('button', { name: 'Void' }));
    await waitFor(() => expect(getToast()).toContain('is voided. It no longer counts.'));
    expect(world.companion.posts).toMatchObject([
      { path: `/refunds/${world.companion.refunds[0]?.id}/void`, body: { reason: 'Recorded twice' } },
    ]);
    await waitFor(() => expect(textOf(document.querySelector('.record'))).toContain('Voided: today'));
  });
});
