import type { Payment } from '@tsena/shared/checkout';
import { somePayment } from '@tsena/testkit/payments';
import { describe, expect, it } from 'vitest';
import { type PaymentPageContent, paymentPage } from './paymentPage.ts';

const RETRY = { action: 'link_1?lang=en', fields: { form: 'signed-retry', from: 'pay_1' }, mistake: undefined };
const REFERENCE = { action: 'pay_1', fields: { form: 'signed-reference' }, mistake: undefined };
const content: PaymentPageContent = {
  view: 'status',
  payer: null,
  about: 'Lamba',
  finalAt: null,
  registration: { nif: '4000123456', stat: null },
  retry: null,
  reference: REFERENCE,
  returnUrl: null,
  live: null,
};

const write = (changed: Partial<Payment>, shown: Partial<PaymentPageContent> = {}) =>
  paymentPage(somePayment({ createdAt: '2026-03-01T10:00:00Z', ...changed }), { ...content, ...shown });

const failure = (code: string) => ({ code, message: `The sentence of ${code}.` });
const mismatch = failure('details_mismatch');
const unnamed = failure('reference_missing');
const reported = failure('details_unavailable');

describe('the view', () => {
  const another = { view: 'paid_by_another' } as const;
  const retry = { view: 'retry', retry: RETRY } as const;
  const reference = { view: 'reference' } as const;

  it.each<[string, Partial<Payment>, Partial<PaymentPageContent>]>([
    ['waiting', { status: 'created' }, {}],
    ['waiting', { status: 'pending' }, {}],
    ['waiting', { status: 'pending' }, reference],
    ['waiting', { status: 'pending' }, { view: 'retry' }],
    ['retry', { status: 'pending' }, retry],
    ['unresolved', { status: 'unresolved' }, {}],
    ['retry', { status: 'unresolved' }, retry],
    ['reference', { status: 'unresolved' }, reference],
    ['paid', { status: 'completed' }, {}],
    ['paid', { status: 'completed', view: 'paid_twice' }, retry],
    // The payer may have paid: no form for another payment, whatever the address says.
    ['review', { status: 'unresolved', failure: mismatch }, retry],
    ['review', { status: 'unresolved', failure: mismatch }, reference],
    ['review', { status: 'pending', failure: reported }, {}],
    ['review', { status: 'pending', failure: reported }, reference],
    ['unresolved', { status: 'pending', failure: unnamed }, {}],
    ['unresolved', { status: 'unresolved', failure: unnamed, ...another }, retry],
    ['reference', { status: 'unresolved', failure: unnamed }, reference],
    ['failed', { status: 'failed', failure: mismatch }, {}],
    ['failed', { status: 'failed', failure: failure('insufficient_funds') }, retry],
    ['done', { status: 'failed', failure: failure('insufficient_funds'), ...another }, {}],
    ['done', { status: 'unresolved', ...another }, retry],
    ['done', { status: 'pending', ...another }, {}],
  ])('is “%s” for %j with %j', (kind, changed, shown) => {
    expect(write(changed, shown).view.kind).toBe(kind);
  });

  it('of a payment that the operator reports without its reference offers no other payment', () => {
    expect(write({ status: 'unresolved', failure: unnamed }, { retry: RETRY }).view).toMatchObject({ mayRetry: false });
    expect(write({ status: 'unresolved' }, { retry: RETRY }).view).toMatchObject({ mayRetry: true });
    expect(write({ status: 'unresolved' }).view).toMatchObject({ mayRetry: false });
  });

  it('of a paid one says when the money came and to whom, and leads back to the shop', () => {
    const finalAt = Date.parse('2026-03-01T21:30:05Z');
    const { view } = write({ status: 'completed' }, { finalAt, returnUrl: 'https://shop.example/' });
    const registration = { nif: '4000123456', stat: null };
    expect(view).toMatchObject({ kind: 'paid', receivedAt: finalAt, returnUrl: 'https://shop.example/', registration });
  });

  it('of one that another payment has paid has nothing of either payment', () => {
    expect(write({ status: 'failed', failure: failure('expired'), view: 'paid_by_another' }).view).toEqual({ kind: 'done' });
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

  it.each<[Partial<Payment>, Partial<PaymentPageContent>]>([
    // A form on it would lose what is typed.
    [{ status: 'pending' }, { view: 'retry', retry: RETRY }],
    [{ status: 'unresolved' }, { view: 'reference' }],
    [{ status: 'completed' }, {}],
    [{ status: 'failed' }, {}],
    [{ status: 'pending', view: 'paid_by_another' }, {}],
  ])('does not load itself again for %j with %j', (changed, shown) => {
    expect(write(changed, shown).refreshSeconds).toBeNull();
  });
});
