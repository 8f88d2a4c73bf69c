import type { LinkId, OrderReference } from '@tsena/shared/checkout';
import type { HostedData } from '@tsena/widget/server';
import { describe, expect, it } from 'vitest';
import type { LinkRow } from '../../backoffice/links/linkRows.ts';
import { type LinkPageContent, linkPage } from './linkPage.ts';

const link = {
  id: 'link_1' as LinkId,
  source: 'merchant',
  order_reference: 'LNK-1' as OrderReference,
  amount: 25_000,
  description: 'Lamba & "landy"',
  reusable: 0,
} as LinkRow;
const form = { action: 'link_1?lang=en', fields: { form: 'signed' }, mistake: undefined };
const NOW = Date.parse('2026-03-01T10:00:00Z');
const content: LinkPageContent = {
  language: 'en',
  state: 'open',
  view: null,
  part: 'status',
  form,
  reference: null,
  note: null,
  now: NOW,
  live: null,
};

const write = (shown: Partial<LinkPageContent> = {}, changed: Partial<LinkRow> = {}) =>
  linkPage({ ...link, ...changed }, { ...content, ...shown });

describe('the page of a link', () => {
  it('names the amount and what is sold, also for previews', () => {
    expect(write()).toMatchObject({
      preview: { description: 'Lamba & "landy"' },
      amount: '25000',
      about: 'Lamba & "landy"',
    });
  });

  it('without a description names the order, unless each payer gets one of their own', () => {
    expect(write({}, { description: null })).toMatchObject({ preview: { description: null }, about: 'LNK-1' });
    expect(write({}, { description: null, reusable: 1 }).about).toBeNull();
  });

  it('has the form, with what an earlier payment asks of the payer', () => {
    expect(write().view).toEqual({ kind: 'form', form, note: null, seen: null });
    expect(write({ note: 'Keep it.' }).view).toMatchObject({ kind: 'form', note: 'Keep it.' });
    expect(write({ state: 'expired', note: 'Keep it.' }).view).toMatchObject({
      kind: 'closed',
      text: expect.stringMatching(/^This link has expired.* Keep it\.$/),
    });
    expect(write({ state: 'waiting' }).view).toEqual({ kind: 'sent', back: 'link_1?lang=en' });
  });

  it.each([
    ['paid', 'paid', 'paid'],
    // Another order of this reusable link is not said.
    ['paid', null, 'paid'],
    ['paid', 'refunded', 'refunded'],
    ['paid', 'paid_twice', 'paid_twice'],
    ['in_progress', 'review', 'review'],
    ['in_progress', 'confirming', 'confirming'],
    // The merchant has closed it, and the operator has not answered yet.
    ['in_progress', 'failed', 'failed'],
  ] as const)('that is %s shows what is true of its order (%s), and no form', (state, view, shown) => {
    expect(write({ state, view }).view).toEqual({ kind: 'order', view: shown, reference: null });
  });

  it.each(['waiting', 'unresolved'] as const)(
    'with a payment that is %s says that a request is open, and asks before a new one',
    (view) => {
      const [retry, reference] = ['link_1?lang=en&view=retry', 'link_1?lang=en&view=reference'];
      const open = { kind: 'open', retry: null, reference: null };
      expect(write({ state: 'in_progress', view })).toMatchObject({ view: open, refreshSeconds: 10 });
      expect(write({ state: 'in_progress', view, reference: form }).view).toEqual({ ...open, reference });
      expect(write({ state: 'open', view }).view).toEqual({ kind: 'open', retry, reference });
      const live = { language: 'en' } as HostedData;
      expect(write({ state: 'open', view, part: 'retry', live })).toMatchObject({
        view: { kind: 'form', form, seen: { at: NOW, href: retry } },
        refreshSeconds: null,
      });
      // Nothing can be sent: there is no form.
      expect(write({ state: 'in_progress', view, part: 'retry' }).view).toEqual(open);
    },
  );

  it('has the field for the operator’s reference, or says to wait where no payment takes one', () => {
    const asked = { state: 'open', view: 'waiting', part: 'reference' } as const;
    const seen = { at: NOW, href: 'link_1?lang=en&view=reference' };
    expect(write({ ...asked, reference: form })).toMatchObject({
      view: { kind: 'reference', view: 'waiting', form, seen },
      refreshSeconds: null,
    });
    expect(write(asked).view).toMatchObject({ kind: 'reference', form: null });
    expect(write({ ...asked, state: 'in_progress' }).view.kind).toBe('open');
    expect(write({ ...asked, state: 'paid', view: 'paid' }).view.kind).toBe('order');
  });

  it('in review has the way to the field for the reference, if a payment takes one', () => {
    const review = { state: 'in_progress', view: 'review', reference: form } as const;
    const href = 'link_1?lang=en&view=reference';
    expect(write(review)).toMatchObject({ view: { kind: 'order', view: 'review', reference: href } });
    expect(write({ ...review, part: 'reference' })).toMatchObject({
      view: { kind: 'reference', view: 'review', form, seen: { at: NOW, href } },
      refreshSeconds: null,
    });
  });

  it('of an amount that the operator refused says so, once, and has no form', () => {
    const note = 'An earlier request of this order counts as not paid.';
    expect(write({ state: 'too_small', view: 'failed', note, part: 'retry' }).view).toEqual({
      kind: 'closed',
      reason: 'closed',
      text: 'The operator refused the payment: the amount is too small for mobile money. If your phone shows a prompt or an SMS all the same, keep it and do not pay again. Otherwise, contact the shop.',
    });
  });

  it.each<[LinkPageContent['state'], string, string, Partial<LinkRow>]>([
    ['exhausted', 'closed', 'Too many attempts for this order.', {}],
    ['changed', 'closed', 'This order already has a payment with another amount.', {}],
    ['cancelled', 'closed', 'The seller has cancelled this link', {}],
    ['expired', 'closed', 'This link has expired', {}],
    ['expired', 'closed', 'This payment page has expired. Go back to the shop.', { source: 'shop' }],
  ])('that is %s is closed (%s) and says “%s”', (state, reason, text, changed) => {
    expect(write({ state }, changed).view).toEqual({ kind: 'closed', reason, text: expect.stringContaining(text) });
  });
});
