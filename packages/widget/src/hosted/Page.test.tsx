import { cleanup, render, within } from '@testing-library/react';
import type { Payment } from '@tsena/shared/checkout';
import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { afterEach, describe, expect, it } from 'vitest';
import { type Mistake, Page, type PageProps, type PageView } from './Page.tsx';

afterEach(cleanup);

const id = paymentId('1');
const form = (mistake?: Mistake) => ({
  action: 'link_1?lang=en',
  fields: { form: 'signed', from: id },
  mistake,
});

function show(view: PageView, changes: Partial<PageProps> = {}) {
  const summary = { merchant: 'Soa', amount: '25000', description: 'Lamba', page: { logoUrl: null } };
  const { container } = render(
    <Page language="en" operatorName={null} query="?lang=en" summary={summary} view={view} {...changes} />,
  );
  const textOf = (selector: string) =>
    [...container.querySelectorAll(selector)].map((one) => (one.textContent ?? '').replaceAll('\u00a0', ' '));
  return {
    page: within(container),
    text: textOf('.card')[0] ?? '',
    headings: textOf('h2'),
    links: [...container.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')]),
    fields: Object.fromEntries([...container.querySelectorAll('input')].map((one) => [one.name, one.value])),
    form: container.querySelector('form'),
    receipt: textOf('dl div'),
  };
}

const registration = { nif: '4000123456', stat: null };
/** What a page gives to the script. */
const livePage = {
  language: 'en' as const,
  orderToken: 'token',
  query: '',
  logoUrl: null,
  about: 'Lamba',
  payer: null,
  closed: null,
  registration,
  form: null,
};

const pending = (changes: Partial<Payment> = {}) => somePayment({ status: 'pending', ...changes });

describe('the form of a hosted page', () => {
  it('is sent with its hidden fields, and works without a script', () => {
    const shown = show({ kind: 'form', form: form(), isBusy: true });
    expect(shown.headings).toEqual(['Pay by mobile money']);
    expect(shown.text).toContain('A payment of this order is in progress.');
    expect(shown.fields).toEqual({ form: 'signed', from: id, msisdn: '' });
    expect([shown.form?.getAttribute('action'), shown.form?.method, shown.form?.noValidate]).toEqual([
      'link_1?lang=en',
      'post',
      false,
    ]);
  });

  it('names the other operator whose number was sent, and keeps the number', () => {
    const shown = show({ kind: 'form', form: form({ typed: '032 11 222 33', fault: 'other-operator' }), isBusy: true });
    expect(shown.text).toContain('This is an Orange number. Use a number that starts with 034, 037 or 038.');
    expect(shown.fields.msisdn).toBe('032 11 222 33');
    expect(shown.text).not.toContain('A payment of this order is in progress.');
  });

  it('that the script takes over is the same, with the operator’s name', () => {
    const checkout = { ...someCheckout(), operatorName: 'MVola' };
    const shown = show({
      kind: 'live',
      page: { ...livePage, checkout, form: { action: 'link_1', fields: { form: 'signed' } } },
    });
    expect(shown.page.getByRole('region', { name: /Pay by MVola/ })).toBeDefined();
    expect(shown.fields).toEqual({ form: 'signed', msisdn: '' });
    expect(shown.page.queryByRole('checkbox')).toBeNull();
  });
});

describe('the page of a payment', () => {
  const receivedAt = Date.parse('2026-03-01T21:30:05Z');
  const shownPayment = {
    kind: 'payment',
    returnUrl: null,
    receivedAt,
    registration,
    closed: null,
    takesReference: false,
  } as const;

  it('that waits leads to itself, and shows how long it waits', () => {
    const shown = show({ ...shownPayment, payment: pending() });
    expect(shown.headings).toEqual(['Confirm on your phone']);
    expect(shown.text).toContain('0:02');
    expect(shown.text).toContain('A request for 25,000 Ar from Soa opens on that phone.');
    expect(shown.links).toEqual([['Update now', `${id}?lang=en`]]);
  });

  it('asks whether the secret code was typed, before a new request', () => {
    const shown = show({ ...shownPayment, takesReference: true, payment: pending({ retryable: true }) });
    expect(shown.text).toContain('Have you already typed your secret code?');
    expect(shown.links).toEqual([
      ['Update now', `${id}?lang=en`],
      ['Yes, I typed it', `${id}?lang=en&view=reference`],
      ['No', `${id}?lang=en&view=retry`],
    ]);
    expect(shown.form).toBeNull();
  });

  it('for another request warns of the open one, and says when it last looked', () => {
    const shown = show({ kind: 'retry', payment: pending(), form: form() });
    expect(shown.headings).toEqual(['Send a new request']);
    expect(shown.text).toContain(
      'A request of this order is still open. Approve only one of the two, or you pay twice.',
    );
    expect(shown.text).toContain('As of 2026-01-01 13:00:02. This page does not update by itself.');
    expect(shown.fields).toEqual({ form: 'signed', from: id, msisdn: '' });
    expect(shown.links).toEqual([['Update now', `${id}?lang=en`]]);
  });

  it('that has failed has no field, only the way to the form', () => {
    const failure = { code: 'insufficient_funds', message: 'Not enough money.' };
    const failed = pending({ status: 'failed', failure, retryable: true });
    const shown = show({ ...shownPayment, payment: failed });
    expect(shown.headings).toEqual(['Not paid']);
    expect(shown.text).toContain('Not enough money.');
    expect([shown.form, shown.links]).toEqual([null, [['Try again', `${id}?lang=en&view=retry`]]]);
    const retry = show({ kind: 'retry', payment: failed, form: form() });
    expect(retry.headings).toEqual(['Try again']);
    expect(retry.text).not.toContain('pay twice');
    expect(retry.text).toContain('As of 2026-01-01 13:00:02.');
  });

  it('that has failed says why its link takes no other payment', () => {
    const payment = pending({ status: 'failed', retryableAt: null });
    const shown = show({ ...shownPayment, payment, closed: 'This link has expired.' });
    expect(shown.text).toContain('This link has expired.');
    expect(shown.links).toEqual([]);
  });

  it.each([
    [true, 'Have you already typed your secret code?', ['Check the reference', 'Yes, I typed it', 'No']],
    [false, 'Do not pay again yet.', ['Check the reference']],
  ])('that is unresolved asks for the reference (may retry: %s)', (retryable, text, links) => {
    const shown = show({
      ...shownPayment,
      takesReference: true,
      payment: pending({ status: 'unresolved', retryable }),
    });
    expect(shown.headings).toEqual(['Not confirmed yet']);
    expect(shown.links[0]).toEqual(['Check the reference', `${id}?lang=en&view=reference`]);
    expect(shown.links.map(([name]) => name)).toEqual(links);
    expect(shown.text).toContain(text);
  });

  it('with the form for the reference says what was wrong, and when it last looked', () => {
    const shown = show({ kind: 'reference', payment: pending(), form: form({ typed: '<b>' }) });
    expect(shown.fields.transactionReference).toBe('<b>');
    expect(shown.text).toContain('Do not pay again: the result can take some minutes.');
    expect(shown.text).toContain('As the SMS shows it, like 636042511');
    expect(shown.text).toContain('As of 2026-01-01 13:00:02. This page does not update by itself.');
    expect(shown.page.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('that is paid is a receipt with the merchant’s NIF, the amount and the time', () => {
    const payment = pending({ status: 'completed', transactionReference: '600000001', amountRefunded: '5000' });
    const refunds = [{ amount: '5000', at: Date.parse('2026-03-03T06:00:00Z') }];
    const shown = show({ ...shownPayment, payment, refunds, returnUrl: 'https://shop.example/' });
    expect(shown.receipt).toEqual([
      'NIF4000123456',
      'Amount25,000 Ar',
      'From034 •• ••0 03',
      'OrderTS-1',
      'Reference600000001',
      'Time2026-03-02 00:30:05',
      'Given back5,000 Ar, 2026-03-03 09:00:00',
    ]);
    expect(shown.text).toContain('This page is your receipt.');
    expect(shown.links).toEqual([['Back to the shop', 'https://shop.example/']]);
  });

  it('that another one of the same payer has paid leads to the receipt', () => {
    const changes = { status: 'failed', view: 'paid_by_another' } as const;
    const paidBy = paymentId('2');
    expect(show({ ...shownPayment, payment: pending({ ...changes, paidBy }) }).links).toEqual([
      ['Receipt', `${paidBy}?lang=en`],
    ]);
    expect(show({ ...shownPayment, payment: pending(changes) }).links).toEqual([]);
  });

  it('that the script follows has the NIF on its receipt too', () => {
    const checkout = { ...someCheckout(), payment: pending({ status: 'completed' }) };
    expect(show({ kind: 'live', page: { ...livePage, checkout } }).receipt[0]).toBe('NIF4000123456');
  });

  it.each<[PageView, string, string]>([
    [{ kind: 'order', view: 'paid' }, 'Already paid', 'This order is paid. Nothing remains to pay.'],
    [{ kind: 'order', view: 'refunded' }, 'Refunded', 'Soa has recorded that a payment of this order was given back.'],
    [{ kind: 'order', view: 'paid_twice' }, 'Paid twice', 'Soa owes one of the two payments back.'],
    [{ kind: 'order', view: 'review' }, 'Payment under review', 'The shop is checking a payment of this order.'],
    [{ kind: 'order', view: 'confirming' }, 'We are confirming your payment', 'Do not pay again.'],
    [{ kind: 'open', links: null }, 'A request is still open', 'Do not pay again, neither here nor on a new link.'],
    [
      { kind: 'sent', back: 'link_1' },
      'Confirm on your phone',
      'If it is yours and your phone shows it, confirm it there.',
    ],
    [{ kind: 'closed', reason: 'closed', text: 'Why.' }, 'This page takes no payment any more', 'Why.'],
    [{ kind: 'closed', reason: 'error', text: 'Why.' }, 'We cannot show this page', 'Why.'],
  ])('that is %j has no form', (view, heading, text) => {
    const shown = show(view);
    expect(shown.headings).toEqual([heading]);
    expect(shown.text).toContain(text);
    expect(shown.form).toBeNull();
  });
});
