import type { LinkId, OrderReference, PaymentId, PaymentView } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { newLink } from '../../../test/support/storages.ts';
import { openStubbedPayments, orderOf, type StubbedPayments } from '../../../test/support/stubbedPayments.ts';
import { useForEach } from '../../../test/support/use.ts';
import type { PageToken } from '../../core/orders/pageToken.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { findLink, type LinkRow, type NewLink } from './linkRows.ts';
import { isOwn, mayShow, readOrderPage, readOwnPayment } from './orderPage.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const COOLDOWN_MS = 90_000;
const OWN = 'the-hash-of-our-form';

const world = useForEach(openStubbedPayments);

const link = (change: Partial<NewLink> = {}): Promise<LinkId> => newLink(world.companion.storage, change);

async function rowOf(id: LinkId): Promise<LinkRow> {
  const row = await findLink(world.companion.storage, id);
  if (row === undefined) throw new Error('no link');
  return row;
}

async function cancel(id: LinkId): Promise<void> {
  await world.store.db
    .updateTable('links')
    .set({ cancelled_at: NOW, cancelled_by: 'Hanta' })
    .where('id', '=', id)
    .execute();
}

/** A payment of ORDER-1, whose request was sent now, unless the values say otherwise. */
function attempt(values: Parameters<StubbedPayments['seed']>[0] = {}): Promise<PaymentId> {
  return world.seed({ order_reference: orderOf('ORDER-1'), ...values });
}

/** Five payments of one order that were sent and failed. */
const FIVE = [1, 2, 3, 4, 5].map((n) => ({
  status: 'failed' as const,
  attempt_number: n,
  sent_attempt_number: n,
  server_correlation_id: `sc-${n}`,
  superseded: n === 5 ? null : 1,
}));

describe('the page of a link', () => {
  const page = async (id: LinkId) => readOrderPage(world.companion.storage, await rowOf(id), COOLDOWN_MS);

  it.each<
    readonly [
      string,
      readonly Parameters<StubbedPayments['seed']>[0][],
      PaymentView | null,
      state: string,
      ended: string | null,
    ]
  >([
    ['no payment', [], null, 'open', null],
    ['one that failed', [{ status: 'failed' }], 'failed', 'open', null],
    [
      'one whose amount the operator refused',
      [{ status: 'failed', failure_code: 'amount_too_small' }],
      'failed',
      'too_small',
      null,
    ],
    [
      'one of another amount that the operator refused',
      [{ status: 'failed', failure_code: 'amount_too_small', amount: 100 }],
      'failed',
      'open',
      null,
    ],
    [
      'one that failed for want of money',
      [{ status: 'failed', failure_code: 'insufficient_funds' }],
      'failed',
      'open',
      null,
    ],
    ['one in progress', [{}], 'waiting', 'in_progress', 'in_progress'],
    ['one in progress of another amount', [{ amount: 30_000 }], 'waiting', 'in_progress', 'in_progress'],
    [
      'one whose answer was lost',
      [{ status: 'unresolved', next_check_at: null }],
      'unresolved',
      'in_progress',
      'in_progress',
    ],
    ['one that is being confirmed', [{ details_unavailable_since: NOW }], 'confirming', 'in_progress', 'in_progress'],
    ['five that failed', FIVE, 'failed', 'exhausted', null],
    ['one that completed', [{ status: 'completed' }], 'paid', 'paid', 'paid'],
    ['one that was refunded', [{ status: 'completed', amount_refunded: 25_000 }], 'refunded', 'paid', 'paid'],
    ['one that the merchant received', [{ status: 'unresolved', resolution: 'received' }], 'paid', 'paid', 'paid'],
    [
      'one whose details differ',
      [{ status: 'failed', differences: 'amount' }, ...FIVE.slice(1, 2)],
      'review',
      'in_progress',
      'in_progress',
    ],
  ])('with %s', async (_what, attempts, view, state, ended) => {
    const [id, expired] = [await link(), await link({ expires_at: NOW })];
    for (const values of attempts) await attempt(values);
    expect(await page(id)).toMatchObject({ state, view });
    await cancel(id);
    expect(await page(id)).toMatchObject({ state: ended ?? 'cancelled', view });
    expect(await page(expired)).toMatchObject({ state: ended ?? 'expired', view });
  });

  it('is in progress until the cool-down of a payment in progress ends, by a steady clock', async () => {
    const id = await link();
    await attempt();
    world.clock.advance(COOLDOWN_MS - 1);
    expect(await page(id)).toMatchObject({ state: 'in_progress' });
    world.clock.advance(1);
    expect(await page(id)).toMatchObject({ state: 'open', view: 'waiting' });
    const clock = { now: () => world.clock.now(), steadyFor: () => COOLDOWN_MS - 1 };
    expect(await readOrderPage({ ...world.companion.storage, clock }, await rowOf(id), COOLDOWN_MS)).toMatchObject({
      state: 'in_progress',
    });
  });

  it('is open on a reusable link, whatever happened to the orders of others', async () => {
    const id = await link({ reusable: 1 });
    await attempt({ status: 'completed' });
    await attempt({ status: 'failed', differences: 'amount', server_correlation_id: 'sc-2', attempt_number: 2 });
    expect(await page(id)).toEqual({ state: 'open', view: null, attempts: [], mayHavePrompt: false });
  });

  it.each([
    ['was sent', { status: 'failed' as const }, true],
    ['was not sent', { status: 'failed' as const, sent_at: null, server_correlation_id: null }, false],
    ['paid', { status: 'completed' as const }, false],
  ])('says whether the prompt of a payment that %s may be on a phone', async (_name, values, mayHavePrompt) => {
    const id = await link();
    await attempt(values);
    expect(await page(id)).toMatchObject({ mayHavePrompt });
  });
});

describe('what the widget on a hosted page shows', () => {
  const token = (change: Partial<PageToken> = {}): PageToken => ({
    link: 'link_AAAAAAAAAAAAAAAAAAAAAA' as LinkId,
    oneTimeValue: 'our-value',
    payment: null,
    formHash: OWN,
    ...change,
  });
  const own = async (id: LinkId, change: Partial<PageToken> = {}) =>
    readOwnPayment(world.companion.storage, await rowOf(id), token(change), COOLDOWN_MS);

  it('is the payment that began with its form, and none before', async () => {
    const id = await link();
    expect(await own(id)).toEqual({ kind: 'shown', payment: null });
    const payment = await attempt({ form_hash: OWN });
    expect(await own(id)).toMatchObject({ kind: 'shown', payment: { id: payment } });
  });

  it('is the payment on whose page it is, whichever form started it', async () => {
    const id = await link();
    const payment = await attempt({ form_hash: 'another' });
    expect(await own(id, { payment })).toMatchObject({ kind: 'shown', payment: { id: payment } });
  });

  it('is the order’s current one of its own payments', async () => {
    const id = await link();
    const first = await attempt({ form_hash: OWN, status: 'failed', differences: 'amount' });
    const second = await attempt({
      form_hash: 'another',
      status: 'failed',
      attempt_number: 2,
      server_correlation_id: 'sc-2',
    });
    expect(await own(id, { payment: second })).toMatchObject({ payment: { id: first } });
  });

  it.each([
    ['paid', { status: 'completed' }],
    ['in_progress', {}],
    ['in_progress', { status: 'failed', differences: 'amount' }],
    ['in_progress', { details_unavailable_since: NOW }],
    ['in_progress', { amount: 30_000 }],
  ] as const)('is that the order is closed, with the state %s, by a payment of another', async (state, values) => {
    const id = await link();
    await attempt({ form_hash: 'another', ...values });
    expect(await own(id)).toEqual({ kind: 'closed', state });
  });

  it('is that the order is exhausted, or the link cancelled or expired', async () => {
    const [id, expired] = [await link(), await link({ expires_at: NOW })];
    for (const values of FIVE) await attempt(values);
    expect(await own(id)).toEqual({ kind: 'closed', state: 'exhausted' });
    await cancel(id);
    expect(await own(id)).toEqual({ kind: 'closed', state: 'cancelled' });
    expect(await own(expired)).toEqual({ kind: 'closed', state: 'expired' });
  });

  it.each(['failed', 'completed'] as const)(
    'is its own %s payment, also if another one paid the order',
    async (status) => {
      const id = await link();
      await attempt({ form_hash: OWN, status });
      await attempt({ form_hash: 'another', status: 'completed', attempt_number: 2, server_correlation_id: 'sc-2' });
      expect(await own(id)).toMatchObject({ kind: 'shown', payment: { form_hash: OWN, status } });
    },
  );

  it('is the payment of its form’s order on a reusable link, and no other', async () => {
    const id = await link({ reusable: 1 });
    await attempt({ form_hash: OWN });
    expect(await own(id)).toEqual({ kind: 'shown', payment: null });
    const payment = await attempt({
      form_hash: OWN,
      order_reference: 'ORDER-1-our-value' as OrderReference,
      server_correlation_id: 'sc-2',
    });
    expect(await own(id)).toMatchObject({ payment: { id: payment } });
  });
});

describe('a payment', () => {
  const payment = { id: 'pay_1', form_hash: OWN } as StoredPayment;
  const page = (formHash: string, id: string | null) => ({ formHash, payment: id }) as PageToken;

  it.each([
    ['its form', OWN, null, true],
    ['its page', 'another', 'pay_1', true],
    ['another form, on another page', 'another', 'pay_2', false],
    ['another form, on the page of the link', 'another', null, false],
  ] as const)('may be seen by the bearer of a page token for %s: %#', (_what, formHash, id, is) => {
    expect(isOwn(payment, page(formHash, id))).toBe(is);
  });

  it('that blocks a form is shown only to the sender of the form that started it', () => {
    expect(mayShow(payment, OWN)).toBe(true);
    expect(mayShow(payment, 'another')).toBe(false);
    expect(mayShow({ ...payment, form_hash: null }, 'another')).toBe(false);
  });
});
