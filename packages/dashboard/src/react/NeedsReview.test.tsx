import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createDelivery, createPayment } from '../testing/fixtures.ts';
import { expectAccessible, findReview, getToast, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

describe('"Needs review"', () => {
  it('lists each payment with its status and its actions', async () => {
    world.companion.needsReview = [
      createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] }),
      createPayment({ order: 'A-2', status: 'pending', differences: ['amount'], reviewReasons: ['details_mismatch'], polling: true }),
      createPayment({ order: 'A-3', reviewReasons: ['overpaid', 'unverified'] }),
    ];
    openPage(world.companion);
    const textsOfButtons = async (name: RegExp) =>
      within(await findReview(name))
        .getAllByRole('button')
        .map(textOf);
    expect(await textsOfButtons(/A-1/)).toEqual(['Enter a reference', 'Record a resolution']);
    expect(await textsOfButtons(/A-2/)).toEqual(['Check status', 'Enter a reference', 'Record a resolution']);
    expect(await textsOfButtons(/A-3/)).toEqual(['Check status', 'Close']);
    expect(textOf((await findReview(/A-1/)).querySelector('.badge'))).toBe('Unresolved');
    expect((await findReview(/A-3/)).querySelectorAll('.reason')).toHaveLength(2);
    expect(screen.getByRole('heading', { name: /Needs review/ }).textContent).toBe('Needs review 3');
    await expectAccessible();
  });

  it('shows three items first, and all of them on request', async () => {
    world.companion.needsReview = [1, 2].map((index) => createPayment({ order: `A-${index}`, reviewReasons: ['overpaid'] }));
    world.companion.failedWebhooks = ['msg_1', 'msg_2', 'msg_3'].map((id) => createDelivery({ id }));
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
    expect(screen.getByRole('button', { name: 'Show all 100' })).toBeTruthy();
  });
});

describe('the reference form', () => {
  it('completes the payment, announces it, and moves the focus to the heading', async () => {
    const payment = createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] });
    world.companion.needsReview = [payment];
    const { user } = openPage(world.companion);
    await user.click(within(await findReview(/A-1/)).getByRole('button', { name: 'Enter a reference' }));
    const field = screen.getByLabelText('Reference (Ref)');
    expect(document.activeElement).toBe(field);
    await user.type(field, ' 636 042 511 ');
    world.companion.act = () => {
      world.companion.needsReview = [];
      return { ...payment, status: 'completed', reviewReasons: [] };
    };
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: /A-1/ })).toBeNull());
    expect(getToast()).toBe('The operator’s transaction details match. The payment is paid.');
    expect(document.activeElement?.textContent).toBe('Needs review ');
    expect(world.companion.posts).toMatchObject([{ path: `/payments/${payment.id}/resolve`, body: { transactionReference: '636042511' } }]);
  });

  it('rejects a text that is no reference without a request', async () => {
    world.companion.needsReview = [createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] })];
    const { user } = openPage(world.companion);
    await user.click(within(await findReview(/A-1/)).getByRole('button', { name: 'Enter a reference' }));
    const field = screen.getByLabelText('Reference (Ref)');
    await user.type(field, 'no/reference');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(screen.getByRole('alert').textContent).toBe('Use letters and digits only, for example 636042511.');
    expect(document.activeElement).toBe(field);
    expect(world.companion.posts).toEqual([]);
    await expectAccessible();
  });

  it('shows the companion’s refusal at the field, and stays open', async () => {
    world.companion.needsReview = [createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] })];
    world.companion.act = () => ({ problem: 'reference_mismatch', detail: 'This reference does not match this payment.' });
    const { user } = openPage(world.companion);
    await user.click(within(await findReview(/A-1/)).getByRole('button', { name: 'Enter a reference' }));
    await user.type(screen.getByLabelText('Reference (Ref)'), '636042511');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect((await screen.findByRole('alert')).textContent).toBe('This reference does not match this payment.');
    expect(screen.getByLabelText('Reference (Ref)').getAttribute('aria-invalid')).toBe('true');
    expect(getToast()).toBe('');
    await expectAccessible();
  });
});

describe('the resolution form', () => {
  async function openForm() {
    const payment = createPayment({ order: 'A-1', status: 'unresolved', reviewReasons: ['unresolved'] });
    world.companion.needsReview = [payment];
    const { user } = openPage(world.companion);
    await user.click(within(await findReview(/A-1/)).getByRole('button', { name: 'Record a resolution' }));
    return { user, payment, save: () => user.click(screen.getByRole('button', { name: 'Save' })) };
  }
  const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

  it('without a choice and a reason names both and sends nothing', async () => {
    const { save } = await openForm();
    await save();
    expect(alerts()).toEqual(['Choose one of the two.', 'Write at least three characters.']);
    expect(document.activeElement).toBe(screen.getByLabelText('The money arrived'));
    expect(world.companion.posts).toEqual([]);
    await expectAccessible();
  });

  it('without a choice sends nothing', async () => {
    const { user, save } = await openForm();
    await user.type(screen.getByLabelText('How do you know?'), 'Not in the portal');
    await save();
    expect(alerts()).toEqual(['Choose one of the two.']);
    expect(world.companion.posts).toEqual([]);
  });

  it('with a reason of two characters sends nothing; spaces do not count', async () => {
    const { user, save } = await openForm();
    await user.click(screen.getByLabelText('The money arrived'));
    await user.type(screen.getByLabelText('How do you know?'), '  ab  ');
    await save();
    expect(alerts()).toEqual(['Write at least three characters.']);
    expect(document.activeElement).toBe(screen.getByLabelText('How do you know?'));
    expect(world.companion.posts).toEqual([]);
  });

  it.each([
    ['The money arrived', 'received'],
    ['No money was taken', 'not_received'],
  ])('"%s" is sent as %s with its reason', async (label, resolution) => {
    const { user, payment, save } = await openForm();
    await user.click(screen.getByLabelText(label));
    await user.type(screen.getByLabelText('How do you know?'), ' SMS seen ');
    await save();
    await waitFor(() => expect(getToast()).toBe('Your resolution is saved.'));
    expect(world.companion.posts).toMatchObject([{ path: `/payments/${payment.id}/resolve`, body: { resolution, reason: 'SMS seen' } }]);
  });

  it('shows the companion’s refusal, and stays open', async () => {
    world.companion.act = () => ({ problem: 'resolve_not_possible', detail: 'This payment is already final.' });
    const { user, save } = await openForm();
    await user.click(screen.getByLabelText('The money arrived'));
    await user.type(screen.getByLabelText('How do you know?'), 'SMS seen');
    await save();
    await waitFor(() => expect(alerts()).toEqual(['This payment is already final.']));
    expect(screen.getByLabelText<HTMLTextAreaElement>('How do you know?').value).toBe('SMS seen');
    expect(getToast()).toBe('');
  });

  it('"Close" asks what was done and sends the resolution closed', async () => {
    const payment = createPayment({ order: 'A-3', reviewReasons: ['overpaid'] });
    world.companion.needsReview = [payment];
    const { user } = openPage(world.companion);
    await user.click(within(await findReview(/A-3/)).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('radio')).toBeNull();
    await user.type(screen.getByLabelText('What did you do?'), 'Refunded in cash');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(getToast()).toBe('Your resolution is saved.'));
    expect(world.companion.posts).toMatchObject([
      { path: `/payments/${payment.id}/resolve`, body: { resolution: 'closed', reason: 'Refunded in cash' } },
    ]);
  });

  it('"Cancel" sends nothing and moves the focus back to its button', async () => {
    world.companion.needsReview = [createPayment({ order: 'A-3', reviewReasons: ['overpaid'] })];
    const { user } = openPage(world.companion);
    const opener = within(await findReview(/A-3/)).getByRole('button', { name: 'Close' });
    await user.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByLabelText('What did you do?')).toBeNull();
    expect(document.activeElement).toBe(opener);
    expect(world.companion.posts).toEqual([]);
  });
});

describe('a failed webhook', () => {
  it('shows its type and last error, and is sent again', async () => {
    const webhook = createDelivery({ order: 'A-9', type: 'payment.review_required' });
    world.companion.failedWebhooks = [webhook];
    const { user } = openPage(world.companion);
    const item = await findReview(/A-9/);
    expect(textOf(item.querySelector('.reason'))).toBe(
      'Your shop did not receive this webhook: needs review. The order in your shop may be out of date. Check your shop’s server, then send the webhook again. Last error: the endpoint answered 500.',
    );
    expect(within(item).getByRole('link').getAttribute('href')).toBe(`#/payments/${webhook.paymentId}`);
    await user.click(within(item).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(getToast()).toBe('The companion sends the webhook to your shop again.'));
    expect(world.companion.posts).toMatchObject([{ path: '/webhooks/msg_1/replay', body: {} }]);
  });

  it('shows the companion’s refusal to send it again', async () => {
    world.companion.failedWebhooks = [createDelivery({ order: 'A-9' })];
    world.companion.act = () => ({ problem: 'webhook_not_found', detail: 'This notification was not found.' });
    const { user } = openPage(world.companion);
    const item = await findReview(/A-9/);
    await user.click(within(item).getByRole('button', { name: 'Send again' }));
    expect((await within(item).findByRole('alert')).textContent).toBe('This notification was not found.');
    expect(getToast()).toBe('');
  });
});
