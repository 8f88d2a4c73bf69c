import { cleanup, render, within } from '@testing-library/react';
import type { Payment } from '@tsena/shared/checkout';
import { paymentId, someCheckout, somePayment } from '@tsena/testkit/payments';
import { afterEach, describe, expect, it } from 'vitest';
import { HostedPage, type HostedPageProps, type HostedView, type Mistake } from './HostedPage.tsx';

afterEach(cleanup);

const id = paymentId('1');
const form = (mistake?: Mistake) => ({
  action: 'link_1?lang=en',
  fields: { form: 'signed', from: id },
  mistake,
});

function show(view: HostedView, changes: Partial<HostedPageProps> = {}) {
  const summary = { merchant: 'Soa', amount: '25000', description: 'Lamba', hosted: { logoUrl: null } };
  const { container } = render(
    <HostedPage language="en" operatorName={null} query="?lang=en" summary={summary} view={view} {...changes} />,
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
  note: null,
  contact: null,
};

const pending = (changes: Partial<Payment> = {}) => somePayment({ status: 'pending', ...changes });

describe('the form of a hosted page', () => {
  it('is sent with its hidden fields, and works without a script', () => {
    const seen = { at: Date.parse('2026-01-01T10:00:02Z'), href: 'link_1?view=retry' };
    const shown = show({ kind: 'form', form: form(), note: null, seen });
    expect(shown.headings).toEqual(['Send a new request']);
    expect(shown.text).toContain(
      'A request of this order is still open. If you send another one, approve only one of them, or you pay twice.',
    );
    expect(shown.text).toContain('As of 2026-01-01 13:00:02. This page does not update by itself.');
    expect(shown.links).toEqual([['Update now', 'link_1?view=retry']]);
    expect(shown.fields).toEqual({ form: 'signed', from: id, msisdn: '' });
    expect([shown.form?.getAttribute('action'), shown.form?.method, shown.form?.noValidate]).toEqual([
      'link_1?lang=en',
      'post',
      false,
    ]);
  });

  it('names the other operator whose number was sent, and keeps the number', () => {
    const mistake = { typed: '032 11 222 33', fault: 'other-operator' } as const;
    const shown = show({ kind: 'form', form: form(mistake), note: null, seen: null });
    expect(shown.text).toContain('This is an Orange number. Use a number that starts with 034, 037 or 038.');
    expect(shown.fields.msisdn).toBe('032 11 222 33');
    expect(shown.text).not.toContain('pay twice');
  });

  it.each([true, false])(
    'says what an earlier payment asks of the payer, with a script and without (%s)',
    (hasScript) => {
      const note = 'If your phone shows a prompt all the same, keep it.';
      const { action, fields } = form();
      const hosted = { ...livePage, note, checkout: someCheckout(), form: { action, fields } };
      const shown = show(hasScript ? { kind: 'live', hosted } : { kind: 'form', form: form(), note, seen: null });
      expect(shown.text).toContain(note);
      expect(shown.text).not.toContain('pay twice');
    },
  );

  it('has the merchant’s contact once', () => {
    const contact = '034 11 222 33';
    const live = { kind: 'live', hosted: { ...livePage, contact, checkout: someCheckout(), form: null } } as const;
    for (const view of [live, { kind: 'form', form: form(), note: null, seen: null }] as const) {
      const shown = show(view, { contact });
      expect(shown.text.match(/Questions\? Contact the shop: 034 11 222 33/g)).toHaveLength(1);
    }
  });

  it('that the script takes over is the same, with the operator’s name', () => {
    const checkout = { ...someCheckout(), operatorName: 'MVola' };
    const shown = show({
      kind: 'live',
      hosted: { ...livePage, checkout, form: { action: 'link_1', fields: { form: 'signed' } } },
    });
    expect(shown.page.getByRole('region', { name: /Pay by MVola/ })).toBeDefined();
    expect(shown.fields).toEqual({ form: 'signed', msisdn: '' });
    expect(shown.page.queryByRole('checkbox')).toBeNull();
  });
});

describe('the page of a payment', () => {
  const shownPayment = {
    kind: 'payment',
    returnUrl: null,
    registration,
    closed: null,
    takesReference: false,
    takesAnother: true,
  } as const;

  it('that waits loads itself again, without a link for it, and shows how long it waits', () => {
    const shown = show({ ...shownPayment, payment: pending() });
    expect(shown.headings).toEqual(['Confirm on your phone']);
    expect(shown.text).toContain('0:02');
    expect(shown.text).toContain('A request for 25,000 Ar from Soa opens on that phone.');
    expect(shown.links).toEqual([]);
  });

  it('asks whether the secret code was typed, before a new request', () => {
    const shown = show({ ...shownPayment, takesReference: true, payment: pending({ retryable: true }) });
    expect(shown.text).toContain('Have you already typed your secret code?');
    expect(shown.links).toEqual([
      ['Yes, I typed it', `${id}?lang=en&view=reference`],
      ['No', `${id}?lang=en&view=retry`],
    ]);
    expect(shown.form).toBeNull();
  });

  it('for another request warns of the open one, and says when it last looked', () => {
    const shown = show({ kind: 'retry', payment: pending(), form: form() });
    expect(shown.headings).toEqual(['Send a new request']);
    expect(shown.text).toContain('If you send another one, approve only one of them, or you pay twice.');
    expect(shown.text).toContain('As of 2026-01-01 13:00:02. This page does not update by itself.');
    expect(shown.fields).toEqual({ form: 'signed', from: id, msisdn: '' });
    expect(shown.links).toEqual([['Update now', `${id}?lang=en&view=retry`]]);
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
    // Its prompt may still be on the phone: the reason says what to do then.
    expect(retry.text).toContain('Try againNot enough money.');
    const counted = show({ kind: 'retry', payment: { ...failed, failure: null }, form: form() });
    expect(counted.text).toContain('The shop has looked at this payment and counts it as not paid.');
    expect(retry.text).not.toContain('pay twice');
    expect(retry.text).toContain('As of 2026-01-01 13:00:02.');
  });

  it('that has failed says why its link takes no other payment', () => {
    const failure = { code: 'insufficient_funds', message: 'Not enough money. Otherwise, top up the account.' };
    const payment = pending({ status: 'failed', failure, retryableAt: null });
    const shown = show({ ...shownPayment, payment, closed: 'This link has expired. Keep the prompt.' });
    expect(shown.text).toContain('Not paidThis link has expired. Keep the prompt.');
    expect(shown.text).not.toContain('Otherwise');
    expect(shown.links).toEqual([]);
  });

  it.each([
    [true, 'Have you already typed your secret code?', ['Type the reference', 'Yes, I typed it', 'No']],
    [false, 'Do not pay again yet.', ['Type the reference']],
  ])('that is unresolved asks for the reference (may retry: %s)', (retryable, text, links) => {
    const shown = show({
      ...shownPayment,
      takesReference: true,
      payment: pending({ status: 'unresolved', retryable }),
    });
    expect(shown.headings).toEqual(['Not confirmed yet']);
    expect(shown.links[0]).toEqual(['Type the reference', `${id}?lang=en&view=reference`]);
    expect(shown.links.map(([name]) => name)).toEqual(links);
    expect(shown.text).toContain(text);
    // The field is behind the link.
    expect(shown.text).toContain('If an SMS says so, type its reference. If not, ask the shop.');
  });

  it('of a link in review leads to the field for the reference, which says who looks', () => {
    const shown = show({ kind: 'order', view: 'review', reference: 'link_1?view=reference' });
    expect(shown.links).toEqual([['Type the reference', 'link_1?view=reference']]);
    const seen = { at: 0, href: 'link_1?view=reference' };
    expect(show({ kind: 'reference', view: 'review', form: form(), seen }).text).toContain(
      'The shop is checking a payment of this order. Do not pay again.',
    );
  });

  it('with the form for the reference says what was wrong, and when it last looked', () => {
    const seen = { at: Date.parse('2026-01-01T10:00:02Z'), href: `${id}?view=reference` };
    const shown = show({ kind: 'reference', view: 'waiting', form: form({ typed: '<b>' }), seen });
    // Nothing is to be typed on the phone any more, also after another look.
    expect(shown.text).not.toContain('Type your secret code');
    expect(shown.links).toEqual([['Update now', `${id}?view=reference`]]);
    expect(shown.fields.transactionReference).toBe('<b>');
    expect(shown.text).toContain('Do not pay again: the result can take some minutes.');
    expect(shown.text).toContain('As the SMS shows it, like 636042511');
    expect(shown.text).toContain('As of 2026-01-01 13:00:02. This page does not update by itself.');
    expect(shown.page.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  });

  it('without a payment that takes a reference says to wait for the result', () => {
    const seen = { at: 0, href: `${id}?view=reference` };
    const shown = show({ kind: 'reference', view: 'waiting', form: null, seen });
    expect(shown.headings).toEqual(['Not confirmed yet']);
    expect([shown.form, shown.text.includes('Do not pay again: the result can take some minutes.')]).toEqual([
      null,
      true,
    ]);
    // Nobody asks for the result of an unresolved payment.
    const unresolved = show({ kind: 'reference', view: 'unresolved', form: form(), seen });
    expect(unresolved.text).toContain('Do not pay again. Ask the shop.');
    expect(unresolved.text).not.toContain('can take some minutes');
  });

  it('that was paid twice names the contact beside what the merchant owes', () => {
    const payment = pending({ status: 'completed', view: 'paid_twice' });
    const shown = show({ ...shownPayment, payment }, { contact: '034 11 222 33' });
    expect(shown.text).toContain('Soa owes back the extra money not yet refunded. Contact the shop.');
    expect(shown.text.match(/Contact the shop: 034 11 222 33/g)).toHaveLength(1);
    expect(shown.links).toEqual([['034\u00a011\u00a0222\u00a033', 'tel:0341122233']]);
  });

  it('that is paid is a receipt with the merchant’s NIF, the amount and the time', () => {
    const payment = pending({
      status: 'completed',
      finalAt: '2026-03-01T21:30:05.000Z',
      paidAt: '2026-03-01T21:30:05.000Z',
      transactionReference: '600000001',
      amountRefunded: '5000',
    });
    const refunds = [{ amount: '5000', at: Date.parse('2026-03-03T06:00:00Z') }];
    const shown = show({ ...shownPayment, payment, refunds, returnUrl: 'https://shop.example/' });
    expect(shown.receipt).toEqual([
      'NIF4000123456',
      'Amount25,000 Ar',
      'From034 •• ••0 03',
      'OrderTS-1',
      'Reference600000001',
      'Time2026-03-02 00:30:05',
      'Refunded5,000 Ar, 2026-03-03 09:00:00',
    ]);
    expect(shown.text).toContain('This page is your receipt.');
    expect(shown.links).toEqual([['Back to the shop', 'https://shop.example/']]);
  });

  it.each([
    ['en', 'MethodSent by hand'],
    ['fr', 'MoyenEnvoyé à la main'],
    ['mg', 'FombaNalefa tanana'],
  ] as const)('of money that the payer sent by hand says so on its receipt in %s', (language, line) => {
    const changes = { status: 'completed', view: 'paid', order: 'CTR-1' } as const;
    const byHand = show({ ...shownPayment, payment: pending({ ...changes, method: 'reference' }) }, { language });
    expect(byHand.receipt[2]).toBe(line);
    expect(show({ ...shownPayment, payment: pending(changes) }, { language }).receipt).not.toContain(line);
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
    expect(show({ kind: 'live', hosted: { ...livePage, checkout } }).receipt[0]).toBe('NIF4000123456');
  });

  it.each([
    [null, ['Type the reference'], true],
    ['link_1?view=retry', ['Yes, I typed it', 'No'], false],
  ])('of a link with an open request says “do not pay again” only where it offers none (%s)', (retry, links, says) => {
    const shown = show({ kind: 'open', retry, reference: 'link_1?view=reference' });
    expect(shown.links.map(([name]) => name)).toEqual(links);
    expect(shown.links[0]?.[1]).toBe('link_1?view=reference');
    expect(shown.text.includes('Do not pay again')).toBe(says);
    expect(shown.text).toContain('your phone shows it, confirm it there; if it shows several, only one.');
  });

  it.each<[HostedView, string, string]>([
    [{ kind: 'order', view: 'paid', reference: null }, 'Already paid', 'This order is paid. Nothing remains to pay.'],
    [
      { kind: 'order', view: 'refunded', reference: null },
      'Refunded',
      'Soa has recorded that a payment of this order was refunded.',
    ],
    [
      { kind: 'order', view: 'paid_twice', reference: null },
      'Paid twice',
      'Soa owes back the extra money not yet refunded.',
    ],
    [
      { kind: 'order', view: 'review', reference: null },
      'Payment under review',
      'The shop is checking a payment of this order.',
    ],
    [{ kind: 'order', view: 'confirming', reference: null }, 'We are confirming your payment', 'Do not pay again.'],
    [
      { kind: 'open', retry: null, reference: null },
      'A request is still open',
      'Do not pay again, neither here nor on a new link.',
    ],
    [
      { kind: 'order', view: 'failed', reference: null },
      'Not paid',
      'The shop has looked at this payment and counts it as not paid. If an SMS says that you paid, show it to the shop.',
    ],
    [
      { kind: 'sent', back: 'link_1' },
      'Confirm on your phone',
      'If it is yours and your phone shows it, confirm it there; if it shows several, only one.',
    ],
    [{ kind: 'closed', reason: 'closed', text: 'Why.' }, 'This page no longer takes payments', 'Why.'],
    [{ kind: 'closed', reason: 'error', text: 'Why.' }, 'We cannot show this page', 'Why.'],
  ])('that is %j has no form', (view, heading, text) => {
    const shown = show(view);
    expect(shown.headings).toEqual([heading]);
    expect(shown.text).toContain(text);
    expect(shown.form).toBeNull();
  });

  it('of a request on the phone says in each language to confirm only one of several', () => {
    const textIn = (language: 'fr' | 'mg') => show({ kind: 'sent', back: 'link_1' }, { language }).text;
    expect([textIn('fr'), textIn('mg')]).toEqual([
      expect.stringContaining('s’il en affiche plusieurs, un seul.'),
      expect.stringContaining('raha misy maromaro, iray ihany.'),
    ]);
  });
});
