import type { Payment, PaymentId } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { type PaymentPageContent, paymentPage } from './paymentPage.ts';
import { pageTexts } from './texts.ts';

const texts = pageTexts('en', 'Mobile Pay');

const payment: Payment = {
  id: 'pay_1' as PaymentId,
  environment: 'sandbox',
  order: 'ORDER-1',
  attemptNumber: 1,
  linkId: 'link_1',
  status: 'pending',
  amount: '25000',
  currency: 'MGA',
  payer: '034 •• ••0 03',
  partnerName: 'Lamba & co',
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: '2026-03-01T10:00:00Z',
  transactionReference: null,
  fees: null,
  failure: null,
  retryable: false,
  retryableAt: null,
  nextPollMs: 2000,
  serverTime: '2026-03-01T10:00:10Z',
};

const RETRY = { action: 'link_1?lang=en', field: 'signed-retry' };
const content: PaymentPageContent = {
  view: 'status',
  description: null,
  finalAt: null,
  retry: null,
  field: 'signed-reference',
  returnUrl: null,
  isPaidByAnother: false,
  query: '',
  enhancement: null,
  typed: null,
  error: null,
};

const write = (changed: Partial<Payment>, shown: Partial<PaymentPageContent> = {}) =>
  paymentPage(texts, { ...payment, ...changed }, { ...content, ...shown });
/** The text of the page, with spaces for the spaces at which no line may break. */
const bodyOf = (...args: Parameters<typeof write>) => write(...args).body.text.replaceAll('\u00a0', ' ');

const failure = (code: string) => ({ code, message: `The sentence of ${code}.` });
const mismatch = failure('details_mismatch');
const unnamed = failure('reference_missing');
const headingOf = (...args: Parameters<typeof write>) => /<h2[^>]*>(?:<svg.*?<\/svg>)?(.*?)<\/h2>/.exec(bodyOf(...args))?.[1];

describe('the heading', () => {
  const another = { isPaidByAnother: true };
  const retry = { view: 'retry', retry: RETRY } as const;
  const reference = { view: 'reference' } as const;

  it.each<[string, Partial<Payment>, Partial<PaymentPageContent>]>([
    ['Confirm on your phone', { status: 'created' }, {}],
    ['Confirm on your phone', { status: 'pending' }, {}],
    ['Confirm on your phone', { status: 'pending' }, reference],
    ['Confirm on your phone', { status: 'pending' }, { view: 'retry' }],
    ['Send a new request', { status: 'pending' }, retry],
    ['Not confirmed yet', { status: 'unresolved' }, {}],
    ['Send a new request', { status: 'unresolved' }, retry],
    ['Did you get an SMS that says you paid?', { status: 'unresolved' }, reference],
    ['Paid', { status: 'completed' }, {}],
    ['Paid', { status: 'completed' }, { ...retry, ...another }],
    // The payer may have paid: no form for another payment, whatever the address says.
    ['Payment under review', { status: 'unresolved', failure: mismatch }, retry],
    ['Payment under review', { status: 'unresolved', failure: mismatch }, reference],
    ['Payment under review', { status: 'pending', failure: unnamed }, {}],
    ['Payment under review', { status: 'unresolved', failure: unnamed }, { ...retry, ...another }],
    ['Did you get an SMS that says you paid?', { status: 'unresolved', failure: unnamed }, reference],
    ['Not paid', { status: 'failed', failure: mismatch }, {}],
    ['Not paid', { status: 'failed', failure: failure('insufficient_funds') }, retry],
    ['Already paid', { status: 'failed', failure: failure('insufficient_funds') }, another],
    ['Already paid', { status: 'unresolved' }, { ...retry, ...another }],
    ['Already paid', { status: 'pending' }, another],
  ])('is “%s” for %j with %j', (heading, changed, shown) => {
    expect(headingOf(changed, shown)).toBe(heading);
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
    [{ status: 'pending' }, { isPaidByAnother: true }],
  ])('does not load itself again for %j with %j', (changed, shown) => {
    expect(write(changed, shown).refreshSeconds).toBeNull();
  });
});

describe('a payment that waits', () => {
  it.each([
    ['', 'pay_1?view=retry'],
    ['?lang=mg', 'pay_1?lang=mg&amp;view=retry'],
  ])('with the query “%s” leads to another request if one may begin', (query, address) => {
    expect(bodyOf({}, { query, retry: RETRY })).toContain(
      `<h3>Nothing on your phone yet?</h3></div><a class="q" href="${address}">I got no request, or the number is wrong</a>`,
    );
    expect(bodyOf({}, { query })).not.toContain('Nothing on your phone yet?');
    expect(bodyOf({}, { query })).toContain(`<a class="q" href="pay_1${query}">Update now</a>`);
  });
});

describe('another request', () => {
  const body = (shown: Partial<PaymentPageContent> = {}) => bodyOf({}, { view: 'retry', retry: RETRY, query: '?lang=en', ...shown });

  it('warns of the open one, and is sent with its own signed field', () => {
    expect(body()).toContain('The request to 034 •• ••0 03 is still open. Approve only one of the two, or you pay twice.');
    expect(body()).toContain(
      '<form method="post" action="link_1?lang=en"><input type="hidden" name="form" value="signed-retry"><input type="hidden" name="from" value="pay_1">',
    );
    expect(body()).toContain('<button>Pay 25,000 Ar</button>');
    expect(body()).toContain('<a class="q" href="pay_1?lang=en">Keep waiting</a>');
  });
});

describe('a payment that is not confirmed', () => {
  it('asks for the reference, and offers no other payment before its retry time', () => {
    const body = bodyOf({ status: 'unresolved' }, { query: '?lang=en' });
    expect(body).toContain('<a class="b" href="pay_1?lang=en&amp;view=reference">Enter the reference in the SMS</a>');
    expect(body).toContain('<p>Wait on this page. Do not pay again yet.</p>');
    expect(body).not.toContain('view=retry');
  });
});

describe('a payment that is completed', () => {
  it('is a receipt', () => {
    const body = bodyOf(
      { status: 'completed', transactionReference: '600000001' },
      { finalAt: Date.parse('2026-03-01T21:30:05Z'), returnUrl: 'https://shop.example/' },
    );
    expect(body).toContain('Lamba &amp; co has received your payment. Thank you!');
    expect(body).toContain(
      '<dl><div><dt>Amount</dt><dd>25,000 Ar</dd></div><div><dt>From</dt><dd>034 •• ••0 03</dd></div><div><dt>Order</dt><dd>ORDER-1</dd></div>' +
        '<div><dt>Reference</dt><dd>600000001</dd></div><div><dt>Time</dt><dd>2026-03-02 00:30:05</dd></div></dl>',
    );
    expect(body).toContain('href="https://shop.example/">Back to the shop</a>');
  });

  it('by another payment shows nothing of that one', () => {
    const body = bodyOf({ status: 'failed', failure: failure('expired') }, { isPaidByAnother: true });
    expect(body).toContain('This order is paid. Nothing remains to pay.');
    expect(body).not.toContain('034');
  });
});
