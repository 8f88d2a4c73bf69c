import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLink, createPayment } from '../testing/fixtures.ts';
import { getToast, hrefsOf, openLink, openPage, setUpPages, textOf } from '../testing/openPage.tsx';

const world = setUpPages();

describe('the links page', () => {
  it('lists the links with their amount, description and status', async () => {
    world.companion.links = [
      createLink({ description: 'Basket', reusable: true }),
      createLink({ status: 'paid' }),
      createLink({ status: 'expired' }),
      createLink({ status: 'cancelled' }),
    ];
    openPage(world.companion, '#/links');
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => textOf(row.querySelector('.badge')))).toEqual(['Open', 'Paid', 'Expired', 'Cancelled']);
    expect(textOf(rows[0])).toContain('25,000 ArBasketOpenReusable');
    expect(hrefsOf(rows[0] ?? document.body)).toEqual([`#/links/${world.companion.links[0]?.id}`]);
  });

  it('creates a link from an amount alone, and opens it', async () => {
    const { user } = openPage(world.companion, '#/links');
    await user.type(await screen.findByLabelText('Amount in Ariary'), '12 500');
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(location.hash).toBe(`#/links/${world.companion.links[0]?.id}`));
    expect(world.companion.posts).toEqual([expect.objectContaining({ path: '/links', body: { amount: '12500' } })]);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', '12,500\u00a0Ar');
  });

  it('sends every field that is filled in', async () => {
    const { user } = openPage(world.companion, '#/links');
    await user.type(await screen.findByLabelText('Amount in Ariary'), '100');
    await user.type(screen.getByLabelText('What for? (optional)'), 'Poster');
    await user.selectOptions(screen.getByLabelText('Valid'), '24 hours');
    await user.click(screen.getByLabelText(/Reusable/));
    await user.type(screen.getByLabelText('Your order reference (optional)'), 'P-1');
    await user.type(
      screen.getByLabelText('Address to return to after the payment (optional)'),
      'https://shop.example/done',
    );
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    await waitFor(() =>
      expect(world.companion.posts[0]?.body).toEqual({
        amount: '100',
        description: 'Poster',
        order: 'P-1',
        expiresInSeconds: 86_400,
        returnUrl: 'https://shop.example/done',
        reusable: true,
      }),
    );
  });

  it.each([
    ['25000,00', '25000'],
    ['25000.00', '25000'],
    ['25.000', '25000'],
    ['1 250 000', '1250000'],
    ['\u206825 000\u2069', '25000'],
  ])('reads the amount %j as %s Ar', async (amount, digits) => {
    const { user } = openPage(world.companion, '#/links');
    await user.type(await screen.findByLabelText('Amount in Ariary'), amount);
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(world.companion.posts.map(({ body }) => body)).toEqual([{ amount: digits }]));
  });

  it.each([
    ['99', 'Enter at least 100 Ar.'],
    ['12,5 a', 'Use digits only, for example 25000.'],
    ['2500²', 'Use digits only, for example 25000.'],
    ['250,50', 'Enter whole Ariary, without decimals.'],
    ['2.5', 'Enter whole Ariary, without decimals.'],
    ['0.250', 'Enter whole Ariary, without decimals.'],
    ['1.2500', 'It is not clear how much this is. Write the digits only, for example 1250000.'],
    ['1,25,000', 'It is not clear how much this is. Write the digits only, for example 1250000.'],
    ['1000000000000', 'Enter at most 999,999,999,999 Ar.'],
    ['', 'Enter the amount in Ariary.'],
  ])('sends nothing for the amount %j, and says why', async (amount, reason) => {
    const { user } = openPage(world.companion, '#/links');
    const field = await screen.findByLabelText('Amount in Ariary');
    if (amount !== '') await user.type(field, amount);
    await user.click(screen.getByRole('button', { name: 'Create link' }));
    expect(textOf(screen.getByRole('alert'))).toBe(reason);
    expect(world.companion.posts).toEqual([]);
  });
});

describe('the page of a link', () => {
  it('shares by WhatsApp, Messenger and SMS where the browser has no dialog', async () => {
    const { link } = openLink(world.companion, { description: 'Basket' });
    const hrefOf = async (name: string) =>
      decodeURIComponent((await screen.findByRole('link', { name })).getAttribute('href') ?? '');
    expect(await hrefOf('WhatsApp')).toBe(`https://wa.me/?text=Tsena Boutique · 25,000\u00a0Ar · Basket\n${link.url}`);
    expect(await hrefOf('Messenger')).toBe(`fb-messenger://share/?link=${link.url}`);
    expect(await hrefOf('SMS')).toContain(link.url);
    expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy();
  });

  it('is shared by the browser’s own dialog where there is one', async () => {
    const shared: ShareData[] = [];
    const share = (data: ShareData) => Promise.resolve(void shared.push(data));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
    const { link, user } = openLink(world.companion, { description: 'Basket' });
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(shared).toEqual([{ text: 'Tsena Boutique · 25,000\u00a0Ar · Basket', url: link.url }]);
    expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull();
  });

  it('is cancelled after a second press', async () => {
    const { link, user } = openLink(world.companion);
    await user.click(await screen.findByRole('button', { name: 'Cancel link' }));
    expect(world.companion.posts).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Cancel for good' }));
    await waitFor(() => expect(getToast()).toBe('The link is cancelled.'));
    expect(world.companion.posts).toMatchObject([{ path: `/links/${link.id}/cancel` }]);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Show QR' })).toBeNull());
  });
});

it('the page of a link shows all of its payments', async () => {
  const all = Array.from({ length: 23 }, () => createPayment());
  const { link, user } = openLink(world.companion);
  world.companion.linkPayments = all;
  const list = await screen.findByRole('region', { name: 'Payments by this link' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(20));
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(23));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(world.companion.requests.filter(({ path }) => path.includes(`link=${link.id}`)).at(-1)?.path).toContain(
    'cursor=',
  );
});

describe('the counter', () => {
  async function openCounter(fields: Parameters<typeof createLink>[0] = {}) {
    const { link, user } = openLink(world.companion, fields, '/counter');
    expect((await screen.findByRole('img', { name: 'QR code of the payment link' })).getAttribute('src')).toMatch(
      /^data:image\/svg\+xml,/,
    );
    await waitFor(() => expect(world.companion.streams.size).toBe(1));
    return { user, link };
  }
  const paidNotice = () => document.querySelector('.paid');

  it('turns into "paid" with amount, masked number and reference when the payment completes, not before', async () => {
    await openCounter();
    const payment = createPayment({ status: 'pending', transactionReference: null });
    world.companion.linkPayments = [payment];
    world.companion.streams.change();
    expect(await screen.findByText('A customer is paying…')).toBeTruthy();
    expect(paidNotice()).toBeNull();
    world.companion.linkPayments = [{ ...payment, status: 'unresolved', view: 'unresolved' }];
    world.companion.streams.change();
    expect(await screen.findByText('Scan to pay')).toBeTruthy();
    expect(paidNotice()).toBeNull();
    world.companion.linkPayments = [
      { ...payment, status: 'completed', view: 'paid', transactionReference: '636042511' },
    ];
    world.companion.streams.change();
    await waitFor(() => expect(textOf(paidNotice())).toContain('Paid25,000 Ar034 •• ••0 03Reference (Ref): 636042511'));
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('says that a customer is paying only for a request of the last three minutes', async () => {
    await openCounter({ reusable: true });
    const createdAt = '2020-03-09T10:00:00.000Z';
    const payment = createPayment({ status: 'pending', createdAt, serverTime: '2020-03-09T10:02:59.000Z' });
    world.companion.linkPayments = [payment];
    world.companion.streams.change();
    expect(await screen.findByText('A customer is paying…')).toBeTruthy();
    world.companion.linkPayments = [{ ...payment, serverTime: '2020-03-09T10:03:01.000Z' }];
    world.companion.streams.change();
    expect(await screen.findByText('Scan to pay')).toBeTruthy();
  });

  it('of a reusable link does not show what other customers paid, and waits for the next one', async () => {
    const before = createPayment({ transactionReference: '111111111' });
    world.companion.linkPayments = [before];
    const { user } = await openCounter({ reusable: true });
    expect(paidNotice()).toBeNull();
    const next = createPayment({ transactionReference: '222222222' });
    world.companion.linkPayments = [next, before];
    world.companion.streams.change();
    await waitFor(() => expect(textOf(paidNotice())).toContain('222222222'));
    await user.click(screen.getByRole('button', { name: 'Next customer' }));
    expect(await screen.findByRole('img', { name: 'QR code of the payment link' })).toBeTruthy();
    expect(paidNotice()).toBeNull();
  });

  it('says that an order was paid twice, not that the next customer has paid', async () => {
    const first = createPayment({ order: 'LNK-1' });
    const { user } = await openCounter({ reusable: true });
    world.companion.linkPayments = [first];
    world.companion.streams.change();
    await waitFor(() => expect(textOf(paidNotice())).toContain('Paid25,000 Ar'));
    await user.click(screen.getByRole('button', { name: 'Next customer' }));
    const second = createPayment({ order: 'LNK-1', attemptNumber: 2, view: 'paid_twice' });
    world.companion.linkPayments = [second, { ...first, view: 'paid_twice' }];
    world.companion.streams.change();
    await waitFor(() => expect(textOf(paidNotice())).toContain('!Paid twice25,000 Ar'));
    expect(textOf(paidNotice())).toContain('This order was paid twice. Hand over the goods once.');
    expect(document.querySelector('[data-paid=true]')).toBeNull();
  });

  it('says when it is not connected', async () => {
    await openCounter();
    world.companion.goAway();
    expect(
      await within(document.querySelector<HTMLElement>('.counter') ?? document.body).findByText(/Not connected/),
    ).toBeTruthy();
    expect(paidNotice()).toBeNull();
  });
});
