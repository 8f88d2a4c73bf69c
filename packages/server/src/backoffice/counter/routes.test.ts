import type { Payment } from '@tsena/shared/checkout';
import {
  type AuditEntry,
  type Counter,
  type CreatedKey,
  dayOf,
  type PaymentDetail,
  type Scope,
  startOfDay,
} from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { describe, expect, it } from 'vitest';
import { asMerchant, finish, settleNewest } from '../../../test/support/merchant.ts';
import { type ProblemAnswer, type Stack, startStack } from '../../../test/support/stack.ts';
import { untilTestEnds, useForEach } from '../../../test/support/use.ts';

const PHONES = ['0343500003', '0343500004', '0343500005'];
const BODY = { amount: '25000', msisdn: '034 35 000 03' };

function takeAt(stack: Stack, body: object, key: string, headers = asMerchant) {
  return stack.post<Payment & Partial<Pick<ProblemAnswer, 'code' | 'errors' | 'payment'>>>(
    '/v1/merchant/payments',
    body,
    {
      ...headers,
      'Idempotency-Key': key,
    },
  );
}

async function keyAt(stack: Stack, name: string, scope: Scope) {
  const { body } = await stack.post<CreatedKey>('/v1/merchant/keys', { name, scope }, asMerchant);
  return { Authorization: `Bearer ${body.secret}` };
}

describe.each(STORES)('POST /v1/merchant/payments on %s', (store) => {
  const stack = useForEach(() => startStack({ store, sandbox: { msisdns: PHONES }, env: { OPERATOR_NAME: 'Fanilo' } }));

  const take = (body: object, key: string, headers = asMerchant) => takeAt(stack, body, key, headers);
  const prompts = () => stack.sandbox.requests().filter(({ on }) => on === 'initiate').length;

  const keyFor = (name: string, scope: Scope) => keyAt(stack, name, scope);

  it('sends a prompt for an order of its own, and the payment completes like any other', async () => {
    const seller = await keyFor('Hanta', 'counter');
    const { status, body, headers } = await take({ ...BODY, description: 'Lamba', language: 'mg' }, 'tap-1', seller);
    expect([status, headers.get('location')]).toEqual([201, `/v1/payments/${body.id}`]);
    expect(body).toMatchObject({
      order: expect.stringMatching(/^CTR-[0-9A-Z]{12}$/),
      status: 'pending',
      amount: '25000',
      payer: '034 •• ••0 03',
      linkId: null,
      attemptNumber: 1,
    });
    await finish(stack, body.id, 'approve');
    await expect.poll(() => stack.receiver.webhooks.map(({ event }) => event.type)).toEqual(['payment.completed']);
    const detail = (await stack.get<PaymentDetail>(`/v1/merchant/payments/${body.id}`, asMerchant)).body;
    expect(detail.payment).toMatchObject({ description: 'Lamba', verified: true });
    expect(detail.history[0]).toMatchObject({ kind: 'created', data: { after: null, by: 'Hanta' } });
    const audit = (await stack.get<{ readonly data: readonly AuditEntry[] }>('/v1/merchant/audit', asMerchant)).body
      .data;
    expect(audit[0]).toMatchObject({
      by: 'Hanta',
      action: 'counter_payment',
      subject: body.id,
      changes: { amount: { after: '25000' } },
    });
  });

  it('answers a repeated key with its payment, also if that payment failed', async () => {
    const { body } = await take(BODY, 'tap-1');
    await finish(stack, body.id, 'reject');
    expect(await take({ ...BODY, msisdn: '+261 34 35 000 03' }, 'tap-1')).toMatchObject({
      status: 201,
      body: { id: body.id, status: 'failed' },
    });
    expect(prompts()).toBe(1);
    const again = await take({ ...BODY, order: body.order }, 'tap-2');
    expect(again).toMatchObject({ status: 201, body: { order: body.order, attemptNumber: 2, status: 'pending' } });
    expect(again.body.id).not.toBe(body.id);
  });

  it('sends one prompt for a request that is repeated with a new merchant key, as after a sign-in', async () => {
    const [former, renewed] = [await keyFor('Hanta', 'counter'), await keyFor('Hanta 2', 'counter')];
    const { body } = await take(BODY, 'tap-1', former);
    expect(await take(BODY, 'tap-1', renewed)).toMatchObject({ status: 201, body: { id: body.id } });
    expect(prompts()).toBe(1);
  });

  it.each([{ amount: '25001' }, { msisdn: '034 99 990 03' }, { order: 'A-1' }])(
    'refuses the key of another body (%j), also at the same time',
    async (change) => {
      const answers = await Promise.all([take(BODY, 'tap-1'), take({ ...BODY, ...change }, 'tap-1')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.code).toBe('idempotency_key_reused');
      expect(prompts()).toBe(1);
    },
  );

  it('sends one prompt if two sellers try one order again, and each gets the payment', async () => {
    const sellers = [await keyFor('Hanta', 'counter'), await keyFor('Rivo', 'counter')];
    const { body: first } = await take(BODY, 'tap-1', sellers[0]);
    await finish(stack, first.id, 'reject');
    const again = { ...BODY, order: first.order };
    const answers = await Promise.all(sellers.map((seller, index) => take(again, `again-${index}`, seller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(prompts()).toBe(2);
  });

  it('answers a seller order_taken for every order but a CTR- order with its amount, whether it exists or not', async () => {
    const seller = await keyFor('Hanta', 'counter');
    const { body: own } = await take(BODY, 'tap-1', seller);
    await finish(stack, own.id, 'reject');
    await stack.pay('WC-1', '25000', '034 35 000 05');
    await finish(stack, (await stack.pay('WC-2', '25000', '034 35 000 05')).body.id, 'reject');
    const refused = [
      { order: 'WC-1' },
      { order: 'WC-1', amount: '100' },
      { order: 'WC-1', msisdn: '034 35 000 05' },
      { order: 'WC-2' },
      { order: 'WC-2', msisdn: '034 35 000 05' },
      { order: 'WC-404' },
      { order: own.order, amount: '100' },
      { order: 'CTR-000000000000' },
    ];
    const answers: unknown[] = [];
    for (const [index, change] of refused.entries()) {
      for (const key of [`tap-a${index}`, `tap-a${index}`])
        answers.push((await take({ ...BODY, ...change }, key, seller)).body);
    }
    expect(answers[0]).toMatchObject({ status: 409, code: 'order_taken' });
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(prompts()).toBe(3);
    // The order of the shop is still open to its shopper, and the seller's own order to the seller.
    expect((await stack.pay('WC-404', '25000', '034 35 000 05')).status).toBe(201);
    expect((await take({ ...BODY, order: own.order }, 'tap-2', seller)).body).toMatchObject({
      order: own.order,
      attemptNumber: 2,
    });
  });

  it('shows a seller no payment of another customer on an order of the counter', async () => {
    const [one, other] = [await keyFor('Hanta', 'counter'), await keyFor('Rivo', 'counter')];
    const { body: first } = await take(BODY, 'tap-1', one);
    // The digits that every payer's page shows are not enough.
    for (const msisdn of ['034 35 000 05', '034 99 990 03']) {
      const { status, body } = await take({ ...BODY, msisdn, order: first.order }, `tap-${msisdn}`, other);
      expect([status, body.code]).toEqual([409, 'order_taken']);
      expect(JSON.stringify(body)).not.toMatch(/pay_|034/);
    }
    expect(prompts()).toBe(1);
  });

  it('rejects what no seller may ask for, before anything is sent', async () => {
    for (const [body, code, pointer] of [
      [{ ...BODY, amount: '99' }, 'invalid_request', '/amount'],
      [{ ...BODY, msisdn: '032 11 222 33' }, 'msisdn_other_operator', '/msisdn'],
      [{ ...BODY, msisdn: '034' }, 'msisdn_invalid', '/msisdn'],
      [{ ...BODY, order: 'CTR-1' }, 'invalid_request', '/order'],
      [{ ...BODY, description: '\u202e000 5 rA' }, 'invalid_request', '/description'],
      [{ ...BODY, partnerName: 'Another' }, 'invalid_request', ''],
    ] as const) {
      const { body: problem } = await take(body, 'tap-1');
      expect([problem.code, problem.errors?.[0]?.pointer]).toEqual([code, pointer]);
    }
    const { status, body } = await stack.post<ProblemAnswer>('/v1/merchant/payments', BODY, asMerchant);
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/Idempotency-Key']);
    expect(prompts()).toBe(0);
  });

  it('keeps nothing with the key by which the number could be found', async () => {
    await take({ ...BODY, order: 'A-1' }, 'tap-1');
    await take({ ...BODY, order: 'A-1', msisdn: '034 99 990 03' }, 'tap-2');
    const { storage } = stack.served.companion;
    const rows = await storage.store.db.selectFrom('idempotency_keys').select('body_hash').execute();
    expect(rows).toEqual([rows[0], rows[0]]);
  });

  it('GET /v1/merchant/counter has what the counter shows', async () => {
    const { body } = await stack.get<Counter>('/v1/merchant/counter', await keyFor('Hanta', 'counter'));
    expect(body).toEqual({
      partnerName: 'Tsena Boutique',
      operatorName: 'Fanilo',
      environment: 'sandbox',
      nif: null,
      stat: null,
      key: { name: 'Hanta', scope: 'counter' },
      payments: [],
    });
  });

  it('GET /v1/merchant/counter lists the payments of today, newest first, and to a seller its own', async () => {
    const [hanta, rivo] = [await keyFor('Hanta', 'counter'), await keyFor('Rivo', 'counter')];
    const taken: Payment[] = [];
    for (const [key, seller] of [hanta, hanta, rivo, asMerchant].entries())
      taken.push((await take(BODY, `tap-${key}`, seller)).body);
    const [yesterdays, first, second, owners] = taken.map(({ id }) => id);
    await stack.served.companion.storage.store.db
      .updateTable('audit')
      .set({ at: startOfDay(dayOf(Date.now())) - 1 })
      .where('subject', '=', yesterdays ?? '')
      .execute();
    await finish(stack, owners ?? '', 'approve');
    const listed = async (headers: typeof asMerchant) =>
      (await stack.get<Counter>('/v1/merchant/counter', headers)).body.payments.map(({ id, view }) => [id, view]);
    expect(await listed(hanta)).toEqual([[first, 'waiting']]);
    expect(await listed(rivo)).toEqual([[second, 'waiting']]);
    expect(await listed(asMerchant)).toEqual([
      [owners, 'paid'],
      [second, 'waiting'],
      [first, 'waiting'],
    ]);
  });
});

describe('the limits at the counter', () => {
  const take = (stack: Stack, msisdn: string, key: string) => takeAt(stack, { ...BODY, msisdn }, key);

  it('LIMIT_PER_IP does not stop a shop, whose customers have one address', async () => {
    const stack = await untilTestEnds(startStack({ env: { LIMIT_PER_IP: '1/10m', LIMIT_PER_MSISDN: '5/10m' } }));
    expect((await take(stack, '034 35 000 03', 'tap-1')).status).toBe(201);
    expect((await take(stack, '034 35 000 05', 'tap-2')).status).toBe(201);
  });

  it('LIMIT_PER_LINK bounds the prompts of a key of the counter that nobody approves', async () => {
    const stack = await untilTestEnds(startStack({ env: { LIMIT_PER_LINK: '2/10m' } }));
    const [lost, other] = [await keyAt(stack, 'Hanta', 'counter'), await keyAt(stack, 'Rivo', 'counter')];
    const prompt = (key: typeof asMerchant, tap: string) => takeAt(stack, BODY, tap, key);
    expect((await prompt(lost, 'tap-1')).status).toBe(201);
    const approved = await prompt(lost, 'tap-2');
    await finish(stack, approved.body.id, 'approve');
    const burst = await Promise.all(['tap-3', 'tap-4', 'tap-5', 'tap-6'].map((tap) => prompt(lost, tap)));
    expect(burst.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      201,
      ...Array(3).fill('too_many_from_address'),
    ]);
    expect((await prompt(lost, 'tap-1')).status).toBe(201);
    expect((await prompt(other, 'tap-7')).status).toBe(201);
    expect((await prompt(asMerchant, 'tap-8')).status).toBe(201);
  });

  it('LIMIT_PER_MSISDN holds for a customer, and the refused key can be used later', async () => {
    const stack = await untilTestEnds(startStack({ env: { LIMIT_PER_MSISDN: '5/10m' } }));
    expect((await take(stack, '034 35 000 03', 'tap-1')).status).toBe(201);
    const { status, body, headers } = await take(stack, '034 35 000 03', 'tap-2');
    expect([status, body.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'prompt_open', true]);
    settleNewest(stack, 'reject');
    await expect.poll(async () => (await take(stack, '034 35 000 03', 'tap-2')).status, { timeout: 10_000 }).toBe(201);
  });
});
