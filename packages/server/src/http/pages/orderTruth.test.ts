import type { PaymentId } from '@tsena/shared/checkout';
import type { Link } from '@tsena/shared/merchant';
import { beforeEach, expect, it } from 'vitest';
import { asMerchant, eventually, settleNewest } from '../../../test/support/merchant.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

// What the hosted page and the opened link say without a script, of orders whose payments end in surprising ways.
const PAYERS = Array.from({ length: 20 }, (_unused, index) => `03435001${String(index).padStart(2, '0')}`);

const stack = useForAll(() =>
  startStack({
    sandbox: { msisdns: [...PAYERS, '0343500004'] },
    env: { ATTEMPT_COOLDOWN_SECONDS: '1', OPERATOR_TIMEOUT_MS: '1000' },
  }),
);
let payers = 0;
/** Each test has a phone of its own: a phone has one prompt at a time. */
let payer = '';
beforeEach(() => {
  stack.sandbox.setFaults([]);
  payer = PAYERS[payers++] ?? '';
});

async function visit(path: string, init: RequestInit = {}) {
  const headers = { 'Accept-Language': 'en', Connection: 'close' };
  const response = await fetch(`${stack.served.url}/pay/${path}`, { redirect: 'manual', headers, ...init });
  const text = (await response.text()).replaceAll('\u00a0', ' ');
  return {
    status: response.status,
    id: (response.headers.get('location') ?? '').replace(/^\/pay\//, '') as PaymentId,
    heading: /<h2[^>]*>(?:<svg.*?<\/svg>)?(.*?)<\/h2>/.exec(text)?.[1],
    text: text.replace(/<script id="page"[\s\S]*<\/script>/, ''),
    fields: Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ),
    isRefreshed: text.includes('http-equiv="refresh"'),
  };
}

const createLink = async () => (await stack.post<Link>('/v1/merchant/links', { amount: '25000' }, asMerchant)).body.id;

/** Sends the form of a page. */
async function pay(link: string, page = link) {
  const { fields } = await visit(page);
  return visit(link, { method: 'POST', body: new URLSearchParams({ ...fields, msisdn: payer }) });
}

const record = async (path: string, body: object) =>
  expect((await stack.post(`/v1/merchant/${path}`, body, asMerchant)).status).toBeLessThan(300);

/** Waits until a page has a heading. */
const see = (path: string, heading: string) =>
  eventually(async () => {
    const page = await visit(path);
    expect(page.heading).toBe(heading);
    return page;
  });

const NEWEST = (index: number) => stack.sandbox.transactions()[index]?.serverCorrelationId ?? '';

it('a refused payment that the operator completes after all: the page promised nothing about money, and shows the payment', async () => {
  stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 402, times: 1 }]);
  const link = await createLink();
  const { id } = await pay(link);
  const failed = await visit(id);
  expect([failed.heading, failed.isRefreshed]).toEqual(['Not paid', true]);
  expect(failed.text).toContain('If your phone shows a prompt or an SMS all the same, keep it and do not pay again.');
  expect(failed.text).not.toContain('Nothing was debited');
  settleNewest(stack, 'approve');
  await see(id, 'Paid');
  expect((await visit(link)).heading).toBe('Already paid');
});

it('a second request while the first is approved: the waiting payer is no longer asked for the secret code', async () => {
  const link = await createLink();
  const first = await pay(link);
  const late = await eventually(async () => {
    const page = await visit(first.id);
    expect(page.text).toContain('Have you already typed your secret code?');
    return page;
  });
  expect(late.text).toContain(`href="${first.id}?view=reference"`);
  // Who opens the link again is asked too.
  const opened = await visit(link);
  expect([opened.heading, opened.text.includes('Have you already typed your secret code?'), opened.fields]).toEqual([
    'A request is still open',
    true,
    {},
  ]);
  // Who says No may send another one.
  expect(opened.text).not.toContain('Do not pay again');
  expect(opened.text).toContain(`href="${link}?view=reference"`);
  expect((await visit(`${link}?view=retry`)).fields.form).toBeDefined();
  const reference = await visit(`${first.id}?view=reference`);
  expect([reference.heading, reference.isRefreshed]).toEqual(['Did you get an SMS that says you paid?', false]);
  const second = await pay(link, `${first.id}?view=retry`);
  for (const { id } of [first, second]) {
    expect((await visit(id)).text).toContain('If your phone shows another request too, approve only one of the two');
  }

  stack.sandbox.approve(NEWEST(1));
  const other = await see(second.id, 'Already paid');
  expect(other.text).toContain(`href="${first.id}"`);
  expect(other.text).not.toContain('secret code there');
  expect((await visit(first.id)).heading).toBe('Paid');
  // Of both.
  stack.sandbox.approve(NEWEST(0));
  for (const id of [first.id, second.id, link]) {
    const { text } = await see(id, 'Paid twice');
    expect(text).toContain('Tsena Boutique owes back the extra money not yet refunded.');
  }
});

it('the only request of a cancelled link: no page mentions another request, or when one may be sent', async () => {
  const link = await createLink();
  const { id } = await pay(link);
  await record(`links/${link}/cancel`, {});
  const { heading, text } = await see(id, 'Confirm on your phone');
  expect(heading).toBe('Confirm on your phone');
  expect(text).not.toContain('another request');
});

it('a second request that is declined: the first one is still open, and the page says so', async () => {
  const link = await createLink();
  const first = await pay(link);
  await eventually(async () => expect((await visit(`${first.id}?view=retry`)).fields.from).toBe(first.id));
  const second = await pay(link, `${first.id}?view=retry`);
  stack.sandbox.reject(NEWEST(0));
  const page = await see(second.id, 'Another request is still open');
  expect(page.text).toContain('If your phone shows the other one, confirm it there.');
  // It asks before another request; once none can begin, it says so.
  expect(page.text).toContain('Have you already typed your secret code?');
  expect(page.text).not.toContain('Do not pay again');
  await record(`links/${link}/cancel`, {});
  expect((await visit(second.id)).text).toContain('Do not pay again. Ask the shop.');
  const opened = await visit(link);
  expect(opened.heading).toBe('A request is still open');
  stack.sandbox.reject(NEWEST(1));
  expect((await see(second.id, 'Not paid')).text).toContain('The seller has cancelled this link.');
});

it('a lost answer, whatever became of the link', async () => {
  stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset', times: 1 }]);
  const link = await createLink();
  const { id } = await pay(link);
  const page = await see(id, 'Not confirmed yet');
  expect(page.text).toContain('If an SMS says so, type its reference. If not, ask the shop.');
  expect(page.text).toContain('>Type the reference<');
  expect(page.text).not.toMatch(/keep (?:checking|trying)/);
  await record(`links/${link}/cancel`, {});
  const opened = await visit(link);
  expect([opened.heading, opened.fields]).toEqual(['A request is still open', {}]);
  expect(opened.text).toContain('Do not pay again, neither here nor on a new link.');
  await record(`payments/${id}/resolve`, { resolution: 'received', reason: 'seen on the account' });
  expect((await see(id, 'Paid')).text).toContain('This page is your receipt.');
  expect((await visit(link)).heading).toBe('Already paid');
});

it('a lost answer: the link takes the reference of the SMS, and shows nothing of the payment', async () => {
  stack.sandbox.setFaults([
    { on: 'initiate', do: 'accept-then-reset', times: 1 },
    { on: 'callback', do: 'drop' },
  ]);
  const link = await createLink();
  const { id } = await pay(link);
  settleNewest(stack, 'approve');
  const asked = await see(link, 'A request is still open');
  expect(asked.text).toContain(`href="${link}?view=reference"`);
  const form = await visit(`${link}?view=reference`);
  expect([form.heading, form.isRefreshed, form.text.includes('name="transactionReference"')]).toEqual([
    'Did you get an SMS that says you paid?',
    false,
    true,
  ]);
  const submit = (transactionReference: string, fields = form.fields) =>
    visit(link, { method: 'POST', body: new URLSearchParams({ ...fields, transactionReference }) });
  const wrong = await submit('999999999');
  expect([wrong.status, wrong.text.includes('This reference does not match')]).toEqual([422, true]);
  const reference = stack.sandbox.transactions()[0]?.transactionReference ?? '';
  // Another site cannot send it.
  expect((await submit(reference, {})).status).toBe(422);
  const right = await submit(reference);
  expect([right.status, right.id]).toEqual([303, link]);
  for (const page of [form, wrong, await see(link, 'Already paid')])
    for (const secret of [payer.slice(-4), id]) expect(page.text).not.toContain(secret);
  expect((await visit(id)).heading).toBe('Paid');
});

it('a link that is opened after a failed request says what to do with its prompt, also once the link has ended', async () => {
  const link = await createLink();
  const { id } = await pay(link);
  settleNewest(stack, 'reject');
  await see(id, 'Not paid');
  const keep = 'If your phone shows a prompt or an SMS all the same, keep it and do not pay again.';
  const opened = await visit(link);
  expect(opened.heading).toContain('Pay by');
  expect(opened.text).toContain(`An earlier request of this order counts as not paid. ${keep}`);
  await record(`links/${link}/cancel`, {});
  expect((await visit(link)).text).toContain(`Contact the seller. An earlier request of this order counts`);
  expect((await visit(link)).text).toContain(keep);
});

it('a payment whose details differ is under review on its page and on the link', async () => {
  const link = await createLink();
  const { id } = await pay(link);
  settleNewest(stack, 'reject');
  await see(id, 'Not paid');
  // The sandbox gives true details only.
  const { db } = stack.served.companion.storage.store;
  await db.updateTable('payments').set({ differences: 'amount' }).where('id', '=', id).execute();
  expect((await see(id, 'Payment under review')).text).toContain('Do not pay again.');
  expect(await visit(link)).toMatchObject({ heading: 'Payment under review', fields: {} });
});

it('a payment without the operator’s reference: its link takes the reference of the SMS too', async () => {
  stack.sandbox.setFaults([
    { on: 'status', do: 'success-without-reference' },
    { on: 'callback', do: 'drop' },
  ]);
  const link = await createLink();
  await pay(link);
  settleNewest(stack, 'approve');
  const opened = await see(link, 'Payment under review');
  expect(opened.text).toContain(`href="${link}?view=reference"`);
  const form = await visit(`${link}?view=reference`);
  expect(form.text).toContain('The shop is checking a payment of this order. Do not pay again.');
  const transactionReference = stack.sandbox.transactions()[0]?.transactionReference ?? '';
  await visit(link, { method: 'POST', body: new URLSearchParams({ ...form.fields, transactionReference }) });
  expect((await see(link, 'Already paid')).text).not.toContain(payer.slice(-4));
});

it('a refund is on the receipt: in part, then in full', async () => {
  const link = await createLink();
  const { id } = await pay(link);
  settleNewest(stack, 'approve');
  await see(id, 'Paid');
  await record(`payments/${id}/refunds`, { amount: '5000', reason: 'a broken cup' });
  expect((await see(id, 'Paid')).text).toMatch(/<dt>Refunded<\/dt><dd>5,000 Ar, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d<\/dd>/);
  await record(`payments/${id}/refunds`, { amount: '20000', reason: 'the other cup' });
  expect((await see(id, 'Refunded')).text).toContain(
    'Tsena Boutique has recorded that a payment of this order was refunded.',
  );
  expect((await visit(link)).heading).toBe('Refunded');
});

it('a link that ends after a failed payment says why it takes no other one, also after a press', async () => {
  const link = await createLink();
  const { id } = await pay(link);
  settleNewest(stack, 'reject');
  await see(id, 'Not paid');
  const { fields } = await visit(`${id}?view=retry`);
  await record(`links/${link}/cancel`, {});
  const refused = await visit(link, { method: 'POST', body: new URLSearchParams({ ...fields, msisdn: payer }) });
  expect(refused.text).toContain('The seller has cancelled this link. No new payment was started.');
  const page = await visit(id);
  expect(page.text).toContain(
    'The seller has cancelled this link. No new payment was started. Contact the seller. If your phone shows a prompt or an SMS all the same, keep it and do not pay again.',
  );
  expect(page.text).not.toMatch(/Otherwise|try again/i);
});
