import { PAYMENT_VIEWS, type Payment } from '@tsena/shared/checkout';
import { somePayment } from '@tsena/testkit/payments';
import type { HostedData } from '@tsena/widget/server';
import { describe, expect, it } from 'vitest';
import { type PaymentPageContent, paymentPage } from './paymentPage.ts';

const RETRY = { action: 'link_1?lang=en', fields: { form: 'signed-retry', from: 'pay_1' }, mistake: undefined };
const REFERENCE = { action: 'pay_1', fields: { form: 'signed-reference' }, mistake: undefined };
const content: PaymentPageContent = {
  part: 'status',
  address: 'pay_1?lang=en',
  payer: null,
  about: 'Lamba',
  refunds: [],
  registration: { nif: '4000123456', stat: null },
  takesAnother: true,
  retry: null,
  closed: null,
  reference: null,
  returnUrl: null,
  live: null,
};
const live = { live: { language: 'en' } as HostedData };

const write = (changed: Partial<Payment>, shown: Partial<PaymentPageContent> = {}) =>
  paymentPage(somePayment({ createdAt: '2026-03-01T10:00:00Z', ...changed }), { ...content, ...shown });

describe('the page of a payment', () => {
  const retry = { part: 'retry', retry: RETRY } as const;
  const reference = { part: 'reference', reference: REFERENCE } as const;

  it.each<[string, Partial<Payment>, Partial<PaymentPageContent>]>([
    ['payment', {}, {}],
    ['live', {}, live],
    ['retry', {}, { ...live, ...retry }],
    ['reference', {}, { ...live, ...reference }],
    // The companion allows no other attempt, and takes no reference.
    ['payment', {}, { part: 'retry' }],
    ['payment', {}, { part: 'reference' }],
    // Who has typed the secret code waits, also where another payment of the order is the open one.
    ['reference', { status: 'failed', view: 'waiting', retryable: true }, { ...live, part: 'reference' }],
    // The money may show up.
    ['live', { status: 'failed' }, live],
    // No news is planned: a receipt.
    ['payment', { status: 'completed', nextPollMs: null }, live],
  ])('shows “%s” for %j with %j', (kind, changed, shown) => {
    expect(write(changed, shown).view.kind).toBe(kind);
  });

  it.each(PAYMENT_VIEWS)('shows what the companion says: %s', (view) => {
    const registration = { nif: '4000123456', stat: null };
    const shown = {
      returnUrl: 'https://shop.example/',
      closed: 'This link has expired.',
      reference: REFERENCE,
    };
    expect(write({ view }, shown).view).toMatchObject({
      ...{ kind: 'payment', payment: { view }, returnUrl: 'https://shop.example/', registration },
      ...{ closed: 'This link has expired.', takesReference: true },
    });
  });
});

describe('the page', () => {
  it.each([
    ['2026-03-01T10:00:29.999Z', 3],
    ['2026-03-01T10:00:30Z', 5],
    ['2026-03-01T10:02:00Z', 10],
    ['2026-03-01T10:15:00Z', 30],
    ['2026-03-01T11:00:00Z', 120],
  ])('at %s loads itself again after %s s', (serverTime, seconds) => {
    expect(write({ serverTime }).refreshSeconds).toBe(seconds);
  });

  it('that has failed goes on loading itself while news is planned', () => {
    const serverTime = '2026-03-01T10:00:20Z';
    expect(write({ status: 'failed', serverTime, nextPollMs: 2000 }).refreshSeconds).toBe(3);
    // Slowly, while a person looks.
    expect(write({ view: 'review', serverTime, nextPollMs: 15_000 }).refreshSeconds).toBe(15);
  });

  it.each<[Partial<Payment>, Partial<PaymentPageContent>]>([
    // A form on it would lose what is typed.
    [{ status: 'pending' }, { part: 'retry', retry: RETRY }],
    [{ status: 'failed' }, { part: 'retry', retry: RETRY }],
    [{ status: 'unresolved' }, { part: 'reference', reference: REFERENCE }],
    [{ status: 'completed', nextPollMs: null }, {}],
    [{ status: 'failed', nextPollMs: null }, {}],
  ])('does not load itself again for %j with %j', (changed, shown) => {
    expect(write(changed, shown).refreshSeconds).toBeNull();
  });
});
