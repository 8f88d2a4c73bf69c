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
  const { container } = render(<Page language="en" operatorName={null} query="?lang=en" summary={summary} view={view} {...changes} />);
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
    expect([shown.form?.getAttribute('action'), shown.form?.method, shown.form?.noValidate]).toEqual(['link_1?lang=en', 'post', false]);
  });

  it('names the other operator whose number was sent, and keeps the number', () => {
    const shown = show({ kind: 'form', form: form({ typed: '032 11 222 33', fault: 'other-operator' }), isBusy: true });
    expect(shown.text).toContain('This is an Orange number. Use a number that starts with 034, 037 or 038.');
    expect(shown.fields.msisdn).toBe('032 11 222 33');
    expect(shown.text).not.toContain('A payment of this order is in progress.');
  });

  it('that the script takes over is the same, with the operator’s name', () => {
    const checkout = { ...someCheckout(), operatorName: 'MVola' };
    const shown = show({ kind: 'live', page: { ...livePage, checkout, form: { action: 'link_1', fields: { form: 'signed' } } } });
    expect(shown.page.getByRole('region', { name: /Pay by MVola/ })).toBeDefined();
    expect(shown.fields).toEqual({ form: 'signed', msisdn: '' });
    expect(shown.page.queryByRole('checkbox')).toBeNull();
  });
});

describe('the page of a payment', () => {
  it('that waits leads to itself, and shows how long it waits', () => {
    const shown = show({ kind: 'waiting', payment: pending() });
    expect(shown.headings).toEqual(['Confirm on your phone']);
    expect(shown.text).toContain('0:02');
    expect(shown.links).toEqual([['Update now', `${id}?lang=en`]]);
  });

  it('for another request warns of the open one', () => {
    const shown = show({ kind: 'retry', payment: pending(), form: form() });
    expect(shown.headings).toEqual(['Send a new request']);
    expect(shown.text).toContain('The request to 034 •• ••0 03 is still open. Approve only one of the two, or you pay twice.');
    expect(shown.fields).toEqual({ form: 'signed', from: id, msisdn: '' });
    expect(shown.links).toEqual([['Keep waiting', `${id}?lang=en`]]);
  });

  it.each([
    [true, 'Send a new request'],
    [false, undefined],
  ])('that is unresolved asks for the reference (may retry: %s)', (mayRetry, retry) => {
    const shown = show({ kind: 'unresolved', payment: pending({ status: 'unresolved' }), mayRetry });
    expect(shown.headings).toEqual(['Not confirmed yet']);
    expect(shown.links[0]).toEqual(['Enter the reference in the SMS', `${id}?lang=en&view=reference`]);
    expect(shown.links[1]?.[0]).toBe(retry);
    expect(shown.text.includes('Do not pay again yet.')).toBe(!mayRetry);
  });

  it('with the form for the reference says what was wrong', () => {
    const shown = show({ kind: 'reference', payment: pending(), form: form({ typed: '<b>' }) });
    expect(shown.fields.transactionReference).toBe('<b>');
    expect(shown.text).toContain('As the SMS shows it, like 636042511');
    expect(shown.page.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('that is paid is a receipt with the merchant’s NIF, the amount and the time', () => {
    const payment = pending({ status: 'completed', transactionReference: '600000001' });
    const receivedAt = Date.parse('2026-03-01T21:30:05Z');
    const shown = show({ kind: 'paid', payment, returnUrl: 'https://shop.example/', receivedAt, registration });
    expect(shown.receipt).toEqual([
      'NIF4000123456',
      'Amount25,000 Ar',
      'From034 •• ••0 03',
      'OrderTS-1',
      'Reference600000001',
      'Time2026-03-02 00:30:05',
    ]);
    expect(shown.text).toContain('This page is your receipt.');
    expect(shown.links).toEqual([['Back to the shop', 'https://shop.example/']]);
  });

  it('that the script follows has the NIF on its receipt too', () => {
    const checkout = { ...someCheckout(), payment: pending({ status: 'completed' }) };
    expect(show({ kind: 'live', page: { ...livePage, checkout } }).receipt[0]).toBe('NIF4000123456');
  });

  it.each<[PageView, string, string]>([
    [{ kind: 'done' }, 'Already paid', 'Nothing remains to pay.'],
    [{ kind: 'sent', back: 'link_1' }, 'Confirm on your phone', 'If it is yours, confirm it on your phone.'],
    [{ kind: 'closed', reason: 'review', text: 'Why.' }, 'Payment under review', 'Why.'],
    [{ kind: 'closed', reason: 'closed', text: 'Why.' }, 'This page takes no payment any more', 'Why.'],
    [{ kind: 'closed', reason: 'error', text: 'Why.' }, 'We cannot show this page', 'Why.'],
  ])('that is %j has no form', (view, heading, text) => {
    const shown = show(view);
    expect(shown.headings).toEqual([heading]);
    expect(shown.text).toContain(text);
    expect(shown.form).toBeNull();
  });
});
