import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createDelivery, createPayment } from '../testing/fixtures.ts';
import { findReview, getToast, openPage, openPayment, setUpPages, textOf } from '../testing/openPage.tsx';

const MEANWHILE =
  'Another resolution was recorded meanwhile, and yours was not saved. Read it below, then decide again.';
const world = setUpPages();
type Fields = Parameters<typeof createPayment>[0];
const UNRESOLVED: Fields = { order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] };
const OVERPAID: Fields = { order: 'A-3', reviewReasons: ['overpaid'] };
const alerts = () => screen.queryAllByRole('alert').map(textOf);

/** Opens the overview with one payment that needs review, and a form of this payment. */
async function openForm(button: string, fields = UNRESOLVED) {
  const payment = createPayment(fields);
  world.companion.needsReview = [payment];
  const { user } = openPage(world.companion);
  const opener = within(await findReview(new RegExp(payment.order))).getByRole('button', { name: button });
  await user.click(opener);
  return { user, payment, opener, press: (name: string) => user.click(screen.getByRole('button', { name })) };
}

describe('"Needs review"', () => {
  it('lists each payment with its status and its actions', async () => {
    world.companion.needsReview = [
      createPayment(UNRESOLVED),
      createPayment({
        order: 'A-2',
        status: 'pending',
        differences: ['amount'],
        reviewReasons: ['details_mismatch'],
        polling: true,
      }),
      createPayment({ order: 'A-3', reviewReasons: ['overpaid', 'unverified'] }),
    ];
    openPage(world.companion);
    const textsOfButtons = async (name: RegExp) =>
      [...(await findReview(name)).querySelectorAll('.actions button')].map(textOf);
    expect(await textsOfButtons(/A-1/)).toEqual(['Enter a reference', 'Record a resolution']);
    expect(await textsOfButtons(/A-2/)).toEqual(['Check status', 'Enter a reference', 'Record a resolution']);
    expect(await textsOfButtons(/A-3/)).toEqual(['Record a refund', 'Check status', 'Close']);
    expect(textOf((await findReview(/A-1/)).querySelector('.badge'))).toBe('Unresolved');
    expect((await findReview(/A-3/)).querySelectorAll('.reason')).toHaveLength(2);
    expect(screen.getByRole('heading', { name: /Needs review/ }).textContent).toBe('Needs review 3');
  });

  it('shows three items first, and all of them on request', async () => {
    world.companion.needsReview = [1, 2].map((index) =>
      createPayment({ order: `A-${index}`, reviewReasons: ['overpaid'] }),
    );
    world.companion.failedWebhooks = [401, 404, 500].map((status) =>
      createDelivery({ id: `msg_${status}`, lastError: `the endpoint answered ${status}` }),
    );
    const { user } = openPage(world.companion);
    const section = await screen.findByRole('region', { name: /Needs review/ });
    expect(await within(section).findAllByRole('article')).toHaveLength(3);
    expect(screen.getByRole('heading', { name: /Needs review/ }).textContent).toBe('Needs review 5');
    await user.click(screen.getByRole('button', { name: 'Show all 5' }));
    expect(within(section).getAllByRole('article')).toHaveLength(5);
    expect(screen.queryByRole('button', { name: 'Show all 5' })).toBeNull();
  });

  it('beyond the first page shows a lower bound, a link to the other payments, and the number of other webhooks', async () => {
    world.companion.needsReview = Array.from({ length: 120 }, () => createPayment({ reviewReasons: ['overpaid'] }));
    world.companion.failedWebhooks = Array.from({ length: 57 }, (_, index) => createDelivery({ id: `msg_${index}` }));
    openPage(world.companion);
    expect((await screen.findByText('177+')).closest('h2')?.textContent).toBe('Needs review 177+');
    expect(screen.getByRole('link', { name: 'Show all payments that need review' }).getAttribute('href')).toBe(
      '#/payments?needsReview=true',
    );
    expect(screen.getByText('More failed webhooks: 7. They appear here after you send these again.')).toBeTruthy();
  });
});

describe('payments of one outage', () => {
  const inOutage = (minute: number) =>
    createPayment({
      order: `OUT-${minute}`,
      amount: '10000',
      status: 'unresolved',
      reviewReasons: ['unresolved'],
      createdAt: new Date(Date.UTC(2020, 2, 9, 17, minute)).toISOString(),
    });

  async function openGroup() {
    world.companion.needsReview = [5, 7, 9].map(inOutage);
    const { user } = openPage(world.companion);
    const group = await findReview(/3 payments while the operator gave no answer/);
    return { user, group, click: (name: string) => user.click(within(group).getByRole('button', { name })) };
  }

  it('are one item with their period and sum, and can be opened one by one', async () => {
    const { group, click } = await openGroup();
    expect(textOf(group.querySelector('.muted'))).toBe('9 March 2020, 20:05 to 9 March 2020, 20:09 · 30,000 Ar in all');
    expect([...group.querySelectorAll('.actions button')].map(textOf)).toEqual([
      'Record a resolution for all',
      'One by one',
    ]);
    await click('One by one');
    expect(within(group).getAllByRole('article')).toHaveLength(3);
    expect(within(group).getAllByRole('button', { name: 'Enter a reference' })).toHaveLength(3);
  });

  async function resolveAll() {
    const { user, click } = await openGroup();
    await click('Record a resolution for all');
    await user.click(screen.getByLabelText('No money was taken'));
    await user.type(screen.getByLabelText('How do you know?'), 'Not in the statement');
    await click('Save');
  }

  it('get one resolution, each in a request of its own', async () => {
    await resolveAll();
    await waitFor(() => expect(getToast()).toBe('Your resolution is saved.'));
    const paths = world.companion.needsReview.map(({ id }) => `/payments/${id}/resolve`);
    expect(world.companion.posts.map(({ path }) => path).sort()).toEqual(paths.sort());
    expect(world.companion.posts[0]?.body).toEqual({
      resolution: 'not_received',
      reason: 'Not in the statement',
      replaces: null,
    });
  });

  it('say how many were refused, and why', async () => {
    world.companion.act = () =>
      world.companion.posts.length === 2
        ? { problem: 'resolve_not_possible', detail: 'This payment is already final.' }
        : undefined;
    await resolveAll();
    await waitFor(() => expect(getToast()).toBe('Done for 2 of 3. This payment is already final.'));
    expect(world.companion.posts).toHaveLength(3);
  });
});

it('what to tell the customer is with each unresolved payment, and with no other', async () => {
  world.companion.needsReview = [createPayment(UNRESOLVED), createPayment(OVERPAID)];
  openPage(world.companion);
  expect((await findReview(/A-1/)).querySelector('blockquote')?.textContent).toMatch(/Please do not pay again/);
  expect((await findReview(/A-3/)).querySelector('blockquote')).toBeNull();
});

describe('the reference form', () => {
  it('completes the payment, announces it, and moves the focus to the heading', async () => {
    const { user, payment, press } = await openForm('Enter a reference');
    const field = screen.getByLabelText('Reference (Ref)');
    expect(document.activeElement).toBe(field);
    await user.type(field, ' 636 042 511 ');
    world.companion.act = () => {
      world.companion.needsReview = [];
      return { ...payment, status: 'completed', reviewReasons: [] };
    };
    await press('Verify');
    await waitFor(() => expect(screen.queryByRole('heading', { name: /A-1/ })).toBeNull());
    expect(getToast()).toBe('The operator’s transaction details match. The payment is paid.');
    expect(document.activeElement?.textContent).toBe('Needs review ');
    expect(world.companion.posts).toMatchObject([
      { path: `/payments/${payment.id}/resolve`, body: { transactionReference: '636042511' } },
    ]);
  });

  it('rejects a text that is no reference without a request', async () => {
    const { user, press } = await openForm('Enter a reference');
    const field = screen.getByLabelText('Reference (Ref)');
    await user.type(field, '---');
    await press('Verify');
    expect(alerts()).toEqual(['Enter the reference as the SMS or the portal shows it, for example 636042511.']);
    expect(document.activeElement).toBe(field);
    expect(world.companion.posts).toEqual([]);
  });
});

describe('the resolution form', () => {
  it('sends nothing without a choice and a reason of three characters; spaces do not count', async () => {
    const { user, press } = await openForm('Record a resolution');
    await press('Save');
    expect(alerts()).toEqual(['Choose one of the two.', 'Write at least three characters.']);
    expect(document.activeElement).toBe(screen.getByLabelText('The money arrived'));
    await user.click(screen.getByLabelText('The money arrived'));
    await user.type(screen.getByLabelText('How do you know?'), '  ab  ');
    await press('Save');
    expect(alerts()).toEqual(['Write at least three characters.']);
    expect(document.activeElement).toBe(screen.getByLabelText('How do you know?'));
    expect(world.companion.posts).toEqual([]);
  });

  it('stays open with the companion’s refusal; "The money arrived" is sent as received with its reason', async () => {
    world.companion.act = () => ({ problem: 'resolve_not_possible', detail: 'This payment is already final.' });
    const { user, payment, press } = await openForm('Record a resolution');
    await user.click(screen.getByLabelText('The money arrived'));
    await user.type(screen.getByLabelText('How do you know?'), ' SMS seen ');
    await press('Save');
    await waitFor(() => expect(alerts()).toEqual(['This payment is already final.']));
    expect(screen.getByLabelText<HTMLTextAreaElement>('How do you know?').value).toBe(' SMS seen ');
    expect(getToast()).toBe('');
    world.companion.act = () => undefined;
    await press('Save');
    await waitFor(() => expect(getToast()).toBe('Your resolution is saved.'));
    expect(world.companion.posts.at(-1)).toMatchObject({
      path: `/payments/${payment.id}/resolve`,
      body: { resolution: 'received', reason: 'SMS seen' },
    });
  });
});

describe('a resolution that somebody else records meanwhile', () => {
  const resolution = { kind: 'received', reason: 'SMS seen', by: 'Hanta', at: '2026-03-08T21:07:00.000Z' } as const;

  /** Opens the form of a payment, which somebody else resolves then. */
  async function openAndMiss() {
    const { payment, user } = openPayment(world.companion, { status: 'unresolved', reviewReasons: ['unresolved'] });
    await user.click(await screen.findByRole('button', { name: 'Record a resolution' }));
    await user.click(screen.getByLabelText('No money was taken'));
    await user.type(screen.getByLabelText('How do you know?'), 'Not in the statement');
    world.companion.addPayment({ ...payment, resolution });
    return { user, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
  }

  it('is pointed out, and replaced only by a new choice', async () => {
    const { user, save } = await openAndMiss();
    world.companion.streams.change();
    await waitFor(() => expect(alerts()).toEqual([MEANWHILE]));
    await save();
    expect(alerts()).toEqual([MEANWHILE]);
    expect(world.companion.posts).toEqual([]);
    await user.click(screen.getByLabelText('No money was taken'));
    await save();
    await waitFor(() =>
      expect(world.companion.posts).toMatchObject([{ body: { resolution: 'not_received', replaces: resolution.at } }]),
    );
  });

  it('and that the page has not read yet is not replaced: the page reads it, and asks for a new choice', async () => {
    const { save } = await openAndMiss();
    world.companion.act = () => ({ problem: 'resolution_changed', detail: 'Nothing was recorded.' });
    await save();
    await waitFor(() => expect(alerts()).toEqual([MEANWHILE]));
    expect(world.companion.posts).toMatchObject([{ body: { resolution: 'not_received', replaces: null } }]);
    expect(screen.getByLabelText<HTMLInputElement>('No money was taken').checked).toBe(false);
  });
});

it.each([
  [
    { kind: 'absent' },
    'The operator knows no transaction with this reference. Check it in the SMS. The payment stays as it was.',
  ],
  [{ kind: 'used', order: 'ZOMA-7' }, 'This transaction already paid the order ZOMA-7. The payment stays as it was.'],
  [
    { kind: 'differs', fields: ['amount'], amount: '31000.00' },
    'This transaction is over 31,000 Ar, but the payment is over 25,000 Ar. The payment stays as it was.',
  ],
  [
    { kind: 'differs', fields: ['debitParty', 'currency'], amount: '25000.00' },
    'This transaction differs from the payment: payer, currency. The payment stays as it was.',
  ],
  [{ kind: 'time' }, 'This transaction was not made at the time of the payment. The payment stays as it was.'],
  [
    { kind: 'inconclusive' },
    'The operator’s transaction details are not enough to verify the payment. Try again in a few minutes. The payment stays as it was.',
  ],
  [undefined, 'This reference does not match this payment.'],
] as const)('a refused reference says why: %j', async (mismatch, sentence) => {
  world.companion.act = () => ({
    problem: 'reference_mismatch',
    detail: 'This reference does not match this payment.',
    mismatch,
  });
  const { user, press } = await openForm('Enter a reference');
  await user.type(screen.getByLabelText('Reference (Ref)'), '636042511');
  await press('Verify');
  expect(textOf(await screen.findByRole('alert'))).toBe(sentence);
});

describe('a failed webhook', () => {
  /** A payment whose webhook has this delivery now. */
  function setDelivery(fields: Parameters<typeof createDelivery>[0]): void {
    const payment = createPayment({ id: createDelivery().paymentId });
    world.companion.addPayment(payment, { webhooks: [createDelivery({ order: 'A-9', ...fields })] });
  }

  async function openFailed() {
    world.companion.failedWebhooks = [createDelivery({ order: 'A-9', type: 'payment.review_required' })];
    world.companion.act = () => {
      world.companion.failedWebhooks = [];
      return undefined;
    };
    const { user } = openPage(world.companion);
    const item = await findReview(/A-9/);
    return { item, sendAgain: () => user.click(within(item).getByRole('button', { name: 'Send again' })) };
  }

  it('shows its type and last error in words, with the raw text under "Technical details"', async () => {
    const { item } = await openFailed();
    expect([...item.querySelectorAll('.reason')].map(textOf)).toEqual([
      'Your shop did not receive this webhook: needs review. The order in your shop may be out of date. Check your shop’s server, then send the webhook again.',
      'The shop’s server has a fault.Technical detailsthe endpoint answered 500',
    ]);
    expect(within(item).getByRole('link').getAttribute('href')).toBe(`#/payments/${createDelivery().paymentId}`);
  });

  it('stays while it is sent again, says that it was delivered, and then leaves', async () => {
    const { item, sendAgain } = await openFailed();
    setDelivery({ status: 'pending', deliveryAttempts: 0, lastError: null });
    await sendAgain();
    expect(world.companion.posts).toMatchObject([{ path: '/webhooks/msg_1/replay', body: {} }]);
    await within(item).findByRole('button', { name: 'Sending…' });
    setDelivery({ status: 'delivered', lastError: null, deliveredAt: '2020-03-08T21:06:00.000Z' });
    expect(await within(item).findByText('Delivered. Your shop accepted it.')).toBeTruthy();
    expect(getToast()).toBe('Delivered. Your shop accepted it.');
    await screen.findByText('Nothing needs review.');
  });

  it('that fails again stays, says why and when the companion tries again', async () => {
    const { item, sendAgain } = await openFailed();
    setDelivery({
      status: 'pending',
      deliveryAttempts: 1,
      lastError: 'no answer within 15 s',
      nextAttemptAt: '2020-03-08T21:06:00.000Z',
    });
    await sendAgain();
    const alert = await within(item).findByRole('alert');
    expect(textOf(alert)).toContain('Failed. The shop does not answer.');
    expect(textOf(alert)).toContain('The companion tries again: 9 March 2020, 00:06');
    expect(within(item).getByRole('button', { name: 'Send again' })).toBeTruthy();
  });

  it('and two others with the same error are one item, and are sent again together', async () => {
    const createdAt = '2026-03-09T10:00:00.000Z';
    world.companion.failedWebhooks = ['msg_1', 'msg_2', 'msg_3'].map((id) => createDelivery({ id, createdAt }));
    const { user } = openPage(world.companion);
    const item = await findReview(/3 webhooks that your shop did not receive/);
    await user.click(within(item).getByRole('button', { name: 'Send all again' }));
    await waitFor(() =>
      expect(world.companion.posts.map(({ path }) => path)).toEqual(
        ['msg_1', 'msg_2', 'msg_3'].map((id) => `/webhooks/${id}/replay`),
      ),
    );
  });
});
