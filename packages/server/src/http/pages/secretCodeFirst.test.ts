import type { Payment } from '@tsena/shared/checkout';
import type { Link, PaymentPage } from '@tsena/shared/merchant';
import { beforeEach, expect, it } from 'vitest';
import { asMerchant, eventually } from '../../../test/support/merchant.ts';
import { startStack } from '../../../test/support/stack.ts';
import { useForAll } from '../../../test/support/use.ts';

// Two prompts for one order, and the payer could approve both: every page asks about the secret code before the second.
const QUESTION = 'Have you already typed your secret code?';
const PAYER = '0343500003';

const stack = useForAll(() =>
  startStack({
    sandbox: { msisdns: [PAYER, '0343500005', '0343500004'] },
    env: {
      ALLOWED_ORIGINS: 'https://shop.example',
      ATTEMPT_COOLDOWN_SECONDS: '1',
      LIMIT_PER_MSISDN: 'off',
      LIMIT_PER_IP: 'off',
      OPERATOR_TIMEOUT_MS: '1000',
    },
  }),
);
let orders = 0;
let sub = '';
beforeEach(() => {
  stack.sandbox.setFaults([]);
  for (const { serverCorrelationId } of stack.sandbox.transactions('pending'))
    stack.sandbox.reject(serverCorrelationId);
  sub = `LATE-${orders++}`;
});

/** A new order token of the order, as a shop signs one for each page. */
const mint = () => stack.mint({ sub, amount: '25000' }, 600 + Math.random());
const countOf = async (order: string) =>
  (await stack.get<PaymentPage>(`/v1/merchant/payments?order=${order}`, asMerchant)).body.data.length;

/** Waits until the cool-down of a payment without a result is over. */
const late = (id: string, status = 'pending') =>
  eventually(async () =>
    expect((await stack.get(`/v1/payments/${id}`)).body).toMatchObject({ status, retryable: true }),
  );

const start = async (orderToken: string, body: object = {}) =>
  stack.post<Payment>('/v1/payments', { orderToken, msisdn: PAYER, ...body });

async function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(stack.served.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Accept-Language': 'en', Connection: 'close', ...headers },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() };
}

const SHOP = { Origin: 'https://shop.example' };
const read = async (path: string) =>
  (await fetch(stack.served.url + path, { headers: { 'Accept-Language': 'en', Connection: 'close' } })).text();
/** Whether a page asks, and has no form for a number. */
const asks = (text: string) => text.includes(QUESTION) && !text.includes('name="msisdn"');
const hiddenFields = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>;

it.each([
  ['pending', []],
  ['unresolved', [{ on: 'initiate', do: 'accept-then-reset', times: 1 }]],
] as const)(
  'POST /pay from a shop asks before another payment than the widget’s that is %s',
  async (status, faults) => {
    stack.sandbox.setFaults([...faults]);
    const { body } = await start(await mint());
    await late(body.id, status);
    const pressed = await send('/pay', { token: await mint(), lang: 'en', msisdn: PAYER }, SHOP);
    expect([pressed.status, pressed.location]).toEqual([303, expect.stringMatching(/^\/pay\/link_/)]);
    expect(asks(await read(pressed.location))).toBe(true);
    expect(await countOf(sub)).toBe(1);
  },
);

it('POST /pay from a shop leads to the payment that it has begun with another token, which asks', async () => {
  const press = async () => send('/pay', { token: await mint(), lang: 'en', msisdn: PAYER }, SHOP);
  const first = await press();
  await late(first.location.replace(/^\/pay\/|\?.*/g, ''));
  expect((await press()).location).toBe(first.location);
  expect(asks(await read(first.location))).toBe(true);
  expect(await countOf(sub)).toBe(1);
});

it('POST /pay from a shop with a wrong number asks instead of showing the form', async () => {
  const { body } = await start(await mint());
  await late(body.id);
  const pressed = await send('/pay', { token: await mint(), lang: 'en', msisdn: '034350' }, SHOP);
  expect([pressed.status, asks(pressed.text)]).toEqual([422, true]);
});

it('the form of a page that was open before asks, also after a mistake, and the page after "No" sends', async () => {
  const { id: link } = (await stack.post<Link>('/v1/merchant/links', { amount: '25000', order: sub }, asMerchant)).body;
  const fields = hiddenFields(await read(`/pay/${link}`));
  const elsewhere = await send(`/pay/${link}`, { ...hiddenFields(await read(`/pay/${link}`)), msisdn: '0343500005' });
  await late(elsewhere.location.replace('/pay/', ''));

  const mistaken = await send(`/pay/${link}`, { ...fields, msisdn: '034350' });
  for (const sent of [fields, hiddenFields(mistaken.text)]) {
    const pressed = await send(`/pay/${link}`, { ...sent, msisdn: PAYER });
    expect([pressed.status, asks(pressed.text)]).toEqual([422, true]);
  }
  expect(await countOf(sub)).toBe(1);

  const retry = hiddenFields(await read(`/pay/${link}?view=retry`));
  expect((await send(`/pay/${link}`, { ...retry, msisdn: PAYER })).status).toBe(303);
  expect(await countOf(sub)).toBe(2);
});

it('POST /v1/payments opens another payment beside a late one only in the place of the one that it names', async () => {
  const { body: first } = await start(await mint(), { retryOf: null });
  await late(first.id);
  const unaware = await start(await mint(), { retryOf: null });
  expect([unaware.status, unaware.body.id]).toEqual([200, first.id]);
  const second = await start(await mint(), { retryOf: first.id });
  expect([second.status, second.body.attemptNumber]).toEqual([201, 2]);
  await late(second.body.id);
  const stale = await start(await mint(), { retryOf: first.id });
  expect([stale.status, stale.body.id]).toEqual([200, second.body.id]);
});

it('POST /v1/payments without retryOf opens another one after the cool-down: the caller has asked', async () => {
  const { body: first } = await start(await mint());
  await late(first.id);
  const second = await start(await mint());
  expect([second.status, second.body.attemptNumber]).toEqual([201, 2]);
});
