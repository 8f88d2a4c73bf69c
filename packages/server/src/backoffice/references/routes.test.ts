import type { Payment } from '@tsena/shared/checkout';
import type { AuditEntry, CreatedKey, PaymentDetail, ReferenceCheck, ReferenceChecks } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { asMerchant, eventually, finish, settleNewest } from '../../../test/support/merchant.ts';
import { type ProblemAnswer, type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds, useForEach } from '../../../test/support/use.ts';

const PHONES = ['0343500003', '0343500004', '0343500005'];
const BY_HAND = { from: '0343500003', to: '0343500004', amount: '25000' };
const NOTHING = {
  amount: null,
  amountMatches: null,
  payer: null,
  createdAt: null,
  paymentId: null,
  order: null,
  usedAt: null,
  canComplete: false,
  canSell: false,
};

/** The members of a refusal. */
type Refusal = Partial<Pick<ProblemAnswer, 'code' | 'errors'>> & { readonly reason?: string };

/** Money that a customer sends by hand; returns its reference. */
function sendByHand(stack: Stack, change: Partial<typeof BY_HAND> = {}): string {
  return stack.sandbox.sendByHand({ ...BY_HAND, ...change }).objectReference ?? '';
}

function check(stack: Stack, text: string, more: object = {}, headers = asMerchant) {
  return stack.post<ReferenceCheck & Refusal>('/v1/merchant/references/check', { text, ...more }, headers);
}

function sell(stack: Stack, body: object, key: string, headers = asMerchant) {
  return stack.post<Payment & Refusal & { readonly verdict?: string }>('/v1/merchant/payments', body, {
    ...headers,
    'Idempotency-Key': key,
  });
}

/** Completes a payment as its payer, and the counter, do. */
function submit(stack: Stack, id: string, transactionReference: string) {
  return stack.post<Payment & Refusal>(`/v1/payments/${id}/reference`, { transactionReference });
}

async function sellerOf(stack: Stack, name: string) {
  const { body } = await stack.post<CreatedKey>('/v1/merchant/keys', { name, scope: 'counter' }, asMerchant);
  return { Authorization: `Bearer ${body.secret}` };
}

async function auditOf(stack: Stack): Promise<readonly AuditEntry[]> {
  return (await stack.get<{ readonly data: readonly AuditEntry[] }>('/v1/merchant/audit', asMerchant)).body.data;
}

describe.each(STORES)('an SMS on %s', (store) => {
  const stack = useForEach(() => startStack({ store, sandbox: { msisdns: PHONES } }));
  const prompts = () => stack.sandbox.requests().filter(({ on }) => on === 'initiate').length;

  it('POST /v1/merchant/references/check says unused, pays one sale, and then says used', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    const reference = sendByHand(stack);
    const text = `Nahazo 25 000 Ar avy amin’ny RAKOTO (0343500003). Ref: ${reference}.`;
    const unused = await check(stack, text, { amount: '25000' }, seller);
    expect(unused.status).toBe(200);
    expect(unused.body).toEqual({
      ...NOTHING,
      verdict: 'unused',
      reference,
      amount: '25000',
      amountMatches: true,
      payer: '034 •• ••0 03',
      createdAt: expect.stringMatching(/Z$/),
      canSell: true,
    });
    expect((await check(stack, reference, { amount: '30000' }, seller)).body.amountMatches).toBe(false);
    expect((await check(stack, reference, {}, seller)).body.amountMatches).toBeNull();

    const body = { amount: '25000', transactionReference: reference, description: 'Lamba' };
    const sold = await sell(stack, body, 'tap-1', seller);
    expect(sold.status).toBe(201);
    expect(sold.headers.get('location')).toBe(`/v1/payments/${sold.body.id}`);
    expect(sold.body).toMatchObject({
      order: expect.stringMatching(/^CTR-[0-9A-Z]{12}$/),
      method: 'reference',
      status: 'completed',
      view: 'paid',
      amount: '25000',
      payer: '034 •• ••0 03',
      transactionReference: reference,
      receiptNumber: expect.stringMatching(/^\d{4}-000001$/),
      nextPollMs: null,
    });
    expect(prompts()).toBe(0);

    const used = await check(stack, reference, {}, seller);
    expect(used.body).toMatchObject({
      verdict: 'used',
      paymentId: sold.body.id,
      order: sold.body.order,
      usedAt: sold.body.finalAt,
      canComplete: false,
      canSell: false,
      amountMatches: null,
    });
    // The same request again is the same payment; another one is refused.
    expect(await sell(stack, body, 'tap-1', seller)).toMatchObject({ status: 201, body: { id: sold.body.id } });
    expect(await sell(stack, { ...body, amount: '30000' }, 'tap-1', seller)).toMatchObject({ status: 422 });
    expect(await sell(stack, body, 'tap-2', seller)).toMatchObject({
      status: 409,
      body: { code: 'reference_not_matched', verdict: 'used', reason: 'verdict' },
    });

    const detail = (await stack.get<PaymentDetail>(`/v1/merchant/payments/${sold.body.id}`, asMerchant)).body;
    expect(detail.payment).toMatchObject({ method: 'reference', verified: true, description: 'Lamba', sentAt: null });
    expect(detail.history.map(({ kind }) => kind)).toEqual(['completed']);
    expect(detail.history[0]?.data).toMatchObject({ transactionId: reference, by: 'Hanta', verified: true });
    await eventually(() =>
      expect(
        stack.receiver.webhooks.map(({ event }) => [event.type, 'method' in event.data && event.data.method]),
      ).toEqual([['payment.completed', 'reference']]),
    );
    const csv = await (await fetch(`${stack.served.url}/v1/merchant/payments.csv`, { headers: asMerchant })).text();
    expect(csv.split(/\r?\n/)[0]).toContain('method');
    expect(csv).toContain('reference');
    const entries = await auditOf(stack);
    expect(entries.find(({ action }) => action === 'counter_payment')).toMatchObject({
      by: 'Hanta',
      subject: sold.body.id,
      changes: { method: { after: 'reference' }, amount: { after: '25000' } },
    });
    expect(JSON.stringify(entries)).not.toContain('RAKOTO');
  });

  it('pays one sale, of two sellers at the same moment, in any spelling', async () => {
    const sellers = [await sellerOf(stack, 'Hanta'), await sellerOf(stack, 'Rivo')];
    for (let round = 0; round < 5; round += 1) {
      const reference = sendByHand(stack);
      const spellings = [reference, ` ${reference.slice(0, 3)} ${reference.slice(3)}.`, `\u2068${reference}\u2069`];
      const answers = await Promise.all(
        spellings.map((transactionReference, index) =>
          sell(stack, { amount: '25000', transactionReference }, `tap-${round}-${index}`, sellers[index % 2]),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      for (const { status, body } of answers) if (status === 409) expect(body.verdict).toBe('used');
    }
    const rows = await stack.served.companion.storage.store.db.selectFrom('orders').selectAll().execute();
    expect(rows).toHaveLength(5);
  });

  it('writes nothing for what is no unused money of this amount, of a new order of the counter', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    const reference = sendByHand(stack);
    const other = sendByHand(stack, { to: '0343500005' });
    const outgoing = sendByHand(stack, { from: '0343500004', to: '0343500003' });
    const sale = { amount: '25000', transactionReference: reference };
    for (const [body, headers, expected] of [
      [{ ...sale, amount: '24999' }, seller, { verdict: 'unused', reason: 'amount' }],
      [{ ...sale, transactionReference: '999999999' }, seller, { verdict: 'unknown', reason: 'verdict' }],
      [{ ...sale, transactionReference: other }, seller, { verdict: 'other_account', reason: 'verdict' }],
      [{ ...sale, transactionReference: outgoing }, seller, { verdict: 'outgoing', reason: 'verdict' }],
      [{ ...sale, order: 'WC-1' }, asMerchant, { verdict: 'unused', reason: 'order' }],
      [{ ...sale, order: 'WC-1' }, seller, { code: 'order_taken' }],
    ] as const) {
      const { status, body: problem } = await sell(stack, body, `tap ${JSON.stringify(body)}`.slice(0, 255), headers);
      expect([status, problem]).toEqual([409, expect.objectContaining(expected)]);
    }
    const { db } = stack.served.companion.storage.store;
    for (const table of ['payments', 'orders', 'events', 'outbox', 'idempotency_keys'] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    // A new order that the merchant names may be paid, and no second time.
    const named = { ...sale, order: 'CTR-ABCDEFGHIJKL' };
    expect(await sell(stack, named, 'tap-1')).toMatchObject({ status: 201, body: { order: named.order } });
    const second = { ...named, transactionReference: sendByHand(stack) };
    expect(await sell(stack, second, 'tap-2')).toMatchObject({ status: 409, body: { reason: 'order' } });
  });

  it('names an open payment of the payer, amount and time, and a counter key completes that of the counter', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset' }]);
    const { body: open } = await sell(stack, { amount: '25000', msisdn: '034 35 000 03' }, 'tap-1', seller);
    expect(open.status).toBe('unresolved');
    stack.sandbox.setFaults([]);
    const reference = sendByHand(stack);
    expect((await check(stack, reference, {}, seller)).body).toMatchObject({
      verdict: 'used',
      paymentId: open.id,
      order: open.order,
      usedAt: null,
      canComplete: true,
      canSell: false,
    });
    expect(await sell(stack, { amount: '25000', transactionReference: reference }, 'tap-2', seller)).toMatchObject({
      status: 409,
      body: { verdict: 'used', reason: 'verdict' },
    });
    expect(await submit(stack, open.id, reference)).toMatchObject({
      status: 200,
      body: { id: open.id, status: 'completed', method: 'prompt', transactionReference: reference },
    });
    expect((await check(stack, reference, {}, seller)).body).toMatchObject({
      verdict: 'used',
      paymentId: open.id,
      usedAt: expect.stringMatching(/Z$/),
      canComplete: false,
    });
  });

  it('a counter key cannot complete a payment whose prompt may still be answered, and the merchant can', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    const { body: open } = await sell(stack, { amount: '25000', msisdn: '034 35 000 03' }, 'tap-1', seller);
    expect(open.status).toBe('pending');
    const reference = sendByHand(stack);
    const named = { verdict: 'used', paymentId: open.id };
    expect((await check(stack, reference, {}, seller)).body).toMatchObject({ ...named, canComplete: false });
    expect(await submit(stack, open.id, reference)).toMatchObject({
      status: 409,
      body: { code: 'reference_not_accepted' },
    });
    expect((await check(stack, reference)).body).toMatchObject({ ...named, canComplete: true });
    const resolve = `/v1/merchant/payments/${open.id}/resolve`;
    expect(await stack.post(resolve, { transactionReference: reference }, asMerchant)).toMatchObject({
      status: 200,
      body: { status: 'completed' },
    });
  });
});

describe('POST /v1/merchant/references/check', () => {
  const stack = useForEach(() => startStack({ callbacks: false, sandbox: { msisdns: PHONES } }));

  it('answers each verdict, and shows amount, payer and time with used and unused only', async () => {
    const pending = await stack.pay('ORDER-1');
    const prompted = await finish(stack, pending.body.id, 'approve');
    for (const [text, expected] of [
      ['123456789', { ...NOTHING, verdict: 'unknown' }],
      [sendByHand(stack, { to: '0343500005' }), { ...NOTHING, verdict: 'other_account' }],
      [sendByHand(stack, { from: '0343500004', to: '0343500003' }), { ...NOTHING, verdict: 'outgoing' }],
      [sendByHand(stack), expect.objectContaining({ verdict: 'unused', amount: '25000' })],
      [
        prompted.transactionReference ?? '',
        expect.objectContaining({ verdict: 'used', order: 'ORDER-1', paymentId: prompted.id, amount: '25000' }),
      ],
    ] as const) {
      const { body } = await check(stack, text);
      expect(body).toEqual(
        typeof expected === 'object' && 'verdict' in expected ? { ...expected, reference: text } : expected,
      );
    }
    stack.sandbox.setFaults([{ on: 'details', do: 'status', value: 500 }]);
    expect((await check(stack, sendByHand(stack))).body).toMatchObject({ ...NOTHING, verdict: 'unavailable' });
    stack.sandbox.setFaults([{ on: 'details', do: 'garbage' }]);
    expect((await check(stack, sendByHand(stack))).body).toMatchObject({ ...NOTHING, verdict: 'unavailable' });
  });

  it('a pasted SMS completes the open payment and pays a sale; one without a clear reference costs no attempt', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset' }]);
    const { body: open } = await sell(stack, { amount: '25000', msisdn: '034 35 000 03' }, 'tap-1', seller);
    expect(open.status).toBe('unresolved');
    stack.sandbox.setFaults([]);
    const reference = sendByHand(stack);
    const submit = (transactionReference: string) =>
      stack.post<Payment & Refusal>(`/v1/payments/${open.id}/reference`, { transactionReference });
    for (let paste = 0; paste < 7; paste += 1)
      expect((await submit(`Ref: ${reference}. Ref: ${123456780 + paste}.`)).body.code).toBe('invalid_request');
    const message = (of: string) => `Recu 25 000Ar de RAKOTO 034 35 000 03.Ref:${of}.Solde:1,234,567Ar`;
    expect(await submit(message(reference))).toMatchObject({
      status: 200,
      body: { status: 'completed', transactionReference: reference },
    });
    const second = sendByHand(stack, { amount: '26000' });
    expect(await sell(stack, { amount: '26000', transactionReference: message(second) }, 'tap-2')).toMatchObject({
      status: 201,
      body: { transactionReference: second },
    });
    expect(JSON.stringify(await auditOf(stack))).not.toMatch(/RAKOTO|0343500003|Solde/);
  });

  it('a key of the counter sees of an order of the shop only that it is used', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    const paid = await finish(stack, (await stack.pay('ORDER-1')).body.id, 'approve');
    const reference = paid.transactionReference ?? '';
    expect((await check(stack, reference, {}, seller)).body).toEqual({ ...NOTHING, verdict: 'used', reference });
  });

  it('an unresolved payment of the same payer, amount and time is named, and completed in the existing way', async () => {
    stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-reset' }]);
    const { body: open } = await stack.pay('ORDER-1');
    expect(open.status).toBe('unresolved');
    stack.sandbox.setFaults([]);
    const reference = sendByHand(stack);
    const { body } = await check(stack, reference);
    expect(body).toMatchObject({
      verdict: 'used',
      paymentId: open.id,
      order: 'ORDER-1',
      usedAt: null,
      canComplete: true,
    });
    const resolved = await stack.post(
      `/v1/merchant/payments/${open.id}/resolve`,
      { transactionReference: reference },
      asMerchant,
    );
    expect([resolved.status, resolved.body.status, resolved.body.method]).toEqual([200, 'completed', 'prompt']);
    expect((await check(stack, reference)).body).toMatchObject({ verdict: 'used', canComplete: false });
    // Of another amount, it stands for itself.
    expect((await check(stack, sendByHand(stack, { amount: '26000' }))).body.verdict).toBe('unused');
  });

  it('a transaction that a review names is used, whatever the merchant decides', async () => {
    stack.sandbox.setFaults([{ on: 'details', do: 'other-amount' }]);
    const { body: open } = await stack.pay('ORDER-1');
    settleNewest(stack, 'approve');
    await eventually(async () =>
      expect(
        (await stack.get<PaymentDetail>(`/v1/merchant/payments/${open.id}`, asMerchant)).body.payment.reviewReasons,
      ).toEqual(['details_mismatch']),
    );
    const reference = stack.sandbox.transactions()[0]?.objectReference ?? '';
    for (const resolution of ['not_received', 'received']) {
      expect((await check(stack, reference)).body).toMatchObject({ verdict: 'used', paymentId: open.id });
      await stack.post(`/v1/merchant/payments/${open.id}/resolve`, { resolution, reason: 'looked' }, asMerchant);
    }
    expect((await check(stack, reference)).body).toMatchObject({ verdict: 'used', paymentId: open.id });
    expect(await sell(stack, { amount: '25001', transactionReference: reference }, 'tap-1')).toMatchObject({
      status: 409,
      body: { verdict: 'used' },
    });
  });

  it('records who checked which reference and the verdict, not the text, and lists the own ones of today', async () => {
    const [one, other] = [await sellerOf(stack, 'Hanta'), await sellerOf(stack, 'Rivo')];
    const reference = sendByHand(stack);
    await check(stack, `Recu 25 000 Ar de RAKOTO Ref ${reference}`, {}, one);
    for (const text of ['034 35 000 03', '03435000031234', '1234', 'Recu25000ArdeRAKOTO0343500003'])
      expect((await check(stack, text, {}, one)).status).toBe(400);
    await check(stack, '123456789', {}, other);
    const entries = (await auditOf(stack)).filter(({ action }) => action === 'reference_checked');
    expect(entries.map(({ by, subject, changes }) => [by, subject, changes])).toEqual([
      ['Rivo', '123456789', { verdict: { before: null, after: 'unknown' } }],
      ['Hanta', reference, { verdict: { before: null, after: 'unused' } }],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/RAKOTO|0343500003/);
    const { body } = await stack.get<ReferenceChecks>('/v1/merchant/references/checks', one);
    expect(body).toEqual({
      data: [{ at: expect.any(String), reference, verdict: 'unused' }],
      nextCursor: null,
    });
  });

  it('records a sale that is refused as a check of its reference', async () => {
    const seller = await sellerOf(stack, 'Hanta');
    const reference = sendByHand(stack);
    const sale = { amount: '24999', transactionReference: reference };
    expect(await sell(stack, sale, 'tap-1', seller)).toMatchObject({ status: 409, body: { reason: 'amount' } });
    const entries = (await auditOf(stack)).filter(({ action }) => action === 'reference_checked');
    expect(entries.map(({ by, subject, changes }) => [by, subject, changes])).toEqual([
      ['Hanta', reference, { verdict: { before: null, after: 'unused' } }],
    ]);
  });

  it('answers 400 to a text without exactly one reference, says which, and asks nobody', async () => {
    for (const [text, detail] of [
      ['Recu 25 000 Ar de 0343500003', 'the transaction reference in the SMS or the portal, as in 636042511'],
      [
        'Ref: 636042511. Ref: 636042512.',
        'one transaction reference: this text has several, so type the one that is meant',
      ],
    ]) {
      const { status, body } = await check(stack, text ?? '');
      expect([status, body.code, body.errors]).toEqual([400, 'invalid_request', [{ pointer: '/text', detail }]]);
      const sale = await sell(stack, { amount: '25000', transactionReference: text }, 'tap-1');
      expect([sale.status, sale.body.code, sale.body.errors]).toEqual([
        400,
        'invalid_request',
        [{ pointer: '/transactionReference', detail }],
      ]);
    }
    expect(stack.sandbox.requests().filter(({ on }) => on === 'details')).toEqual([]);
  });

  it('refuses who has no key of operate or counter, and asks nobody', async () => {
    const key = await stack.post<CreatedKey>('/v1/merchant/keys', { name: 'Looker', scope: 'read' }, asMerchant);
    const reader = { Authorization: `Bearer ${key.body.secret}` };
    expect((await check(stack, '123456789', {}, reader)).body.code).toBe('scope_insufficient');
    expect((await check(stack, '123456789', {}, { Authorization: 'Bearer none' })).status).toBe(401);
    expect(stack.sandbox.requests().filter(({ on }) => on === 'details')).toEqual([]);
  });

  it('a key checks 60 a minute, and another key its own', async () => {
    const [one, other] = [await sellerOf(stack, 'Hanta'), await sellerOf(stack, 'Rivo')];
    const answers = await Promise.all(Array.from({ length: 61 }, () => check(stack, '123456789', {}, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body.code, Number(refused?.headers.get('retry-after')) > 0]).toEqual(['too_many_lookups', true]);
    expect((await check(stack, '123456789', {}, other)).status).toBe(200);
  });
});

it('a repeated sale gets its payment also when the operator no longer answers', async () => {
  const stack = await untilTestEnds(startStack({ sandbox: { msisdns: PHONES } }));
  const body = { amount: '25000', transactionReference: sendByHand(stack) };
  const { body: sold } = await sell(stack, body, 'tap-1');
  stack.sandbox.setFaults([{ on: 'details', do: 'status', value: 500 }]);
  expect(await sell(stack, body, 'tap-1')).toMatchObject({ status: 201, body: { id: sold.id, status: 'completed' } });
  const other = { ...body, transactionReference: sendByHand(stack) };
  expect(await sell(stack, other, 'tap-2')).toMatchObject({ status: 409, body: { verdict: 'unavailable' } });
});

it.each([
  [25 * 3_600_000, 409, { verdict: 'unused', reason: 'time' }],
  [23 * 3_600_000, 201, { status: 'completed' }],
])('money that is %i ms old is answered with %i', async (age, status, expected) => {
  const stack = await untilTestEnds(startStack({ sandbox: { msisdns: PHONES, now: () => Date.now() - age } }));
  const answer = await sell(stack, { amount: '25000', transactionReference: sendByHand(stack) }, 'tap-1');
  expect([answer.status, answer.body]).toEqual([status, expect.objectContaining(expected)]);
});
