import type {
  CreatedKey,
  Delivery,
  Merchant,
  MerchantPayment,
  PaymentDetail,
  PaymentPage,
  Totals,
} from '@tsena/shared/merchant';
import { dayOf, paymentDetailSchema, REVIEW_REASONS } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { asMerchant, eventually, finish, settleNewest } from '../../test/support/merchant.ts';
import { seedPayment } from '../../test/support/seed.ts';
import { type ProblemAnswer, startStack } from '../../test/support/stack.ts';
import { useForEach } from '../../test/support/use.ts';

const stack = useForEach(startStack);

const store = () => stack.served.companion.storage.store;

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await stack.get<Body>(path, asMerchant);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function resolve(id: string, body: unknown) {
  return stack.post<MerchantPayment & Pick<ProblemAnswer, 'code'>>(
    `/v1/merchant/payments/${id}/resolve`,
    body,
    asMerchant,
  );
}

describe('POST /v1/merchant/payments/search', () => {
  it('finds and exports payments by the payer’s number in a body, never in an address', async () => {
    const { body } = await stack.pay('ORDER-1');
    const found = await stack.post<PaymentPage>(
      '/v1/merchant/payments/search',
      { msisdn: '+261 34 35 000 03' },
      asMerchant,
    );
    expect(found.body.data.map(({ id }) => id)).toEqual([body.id]);
    expect(JSON.stringify(found.body)).not.toContain('0343500003');
    const lines = async (msisdn: string) => {
      const headers = { ...asMerchant, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: JSON.stringify({ msisdn, separator: 'semicolon' }) };
      const response = await fetch(`${stack.served.url}/v1/merchant/payments.csv`, init);
      expect(response.status).toBe(200);
      return (await response.text()).trim().split('\r\n');
    };
    expect(await lines('034 35 000 03')).toEqual([
      expect.stringContaining('"order";'),
      expect.stringContaining('"ORDER-1";'),
    ]);
    expect(await lines('034 00 000 00')).toHaveLength(1);
  });
});

describe('GET /v1/merchant/payments/{id}', () => {
  it('answers with history, callbacks, webhooks and, if asked for, the operator’s view', async () => {
    const { body } = await stack.pay('ORDER-1');
    await finish(stack, body.id, 'approve');
    const address = `/v1/merchant/payments/${body.id}`;
    expect((await read<PaymentDetail>(address)).operator).toBeNull();
    const detail = await eventually(async () => {
      const shown = z.parse(paymentDetailSchema, await read(`${address}?operator=1`));
      expect(shown.payment.polling).toBe(false);
      expect(shown.webhooks).toMatchObject([
        { type: 'payment.completed', status: 'delivered', deliveryAttempts: 1, order: 'ORDER-1' },
      ]);
      return shown;
    });
    expect(detail.payment).toMatchObject({ status: 'completed', verified: true, reviewReasons: [], attemptNumber: 1 });
    expect(detail.attempts.map(({ id }) => id)).toEqual([body.id]);
    expect(detail.history.map(({ version }) => version)).toEqual(detail.history.map((_, index) => index + 1));
    expect(detail.history.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['created', 'sending', 'accepted', 'callback', 'completed']),
    );
    expect(detail.callbacks).toMatchObject([{ status: 'completed', count: 1, rejected: false }]);
    expect(detail.operator).toMatchObject({
      state: 'known',
      status: { state: 'completed', transactionReference: detail.payment.transactionReference },
      details: { amount: '25000', debitParty: '034 •• ••0 03', differences: [] },
    });
  });
});

describe('a payment that needs review', () => {
  it('is counted and listed with its reason until the merchant resolves it', async () => {
    const id = await seedPayment(store(), { status: 'unresolved' });
    await seedPayment(store(), { status: 'completed', verified: 1, final_at: Date.now() });
    const listed = async () => (await read<PaymentPage>('/v1/merchant/payments?needsReview=true')).data;
    expect((await read<Merchant>('/v1/merchant')).reviewCounts).toMatchObject({ unresolved: 1, unverified: 0 });
    expect((await listed()).map((payment) => [payment.id, payment.reviewReasons])).toEqual([[id, ['unresolved']]]);
    const resolved = await resolve(id, { resolution: 'not_received', reason: 'the payer shows no debit' });
    expect(resolved).toMatchObject({
      status: 200,
      body: { reviewReasons: [], resolution: { kind: 'not_received', by: 'owner', at: expect.stringMatching(/Z$/) } },
    });
    expect(await listed()).toEqual([]);
    const unseen = await resolve(id, { resolution: 'received', reason: 'the SMS was shown', replaces: null });
    expect(unseen).toMatchObject({
      status: 409,
      body: {
        code: 'resolution_changed',
        resolution: { kind: 'not_received', reason: 'the payer shows no debit', by: 'owner' },
      },
    });
  });

  it('says only to the merchant why a reference is refused, and takes the right one', async () => {
    const paid = (await stack.pay('ORDER-PAID')).body;
    await finish(stack, paid.id, 'approve');
    const used = stack.sandbox.transactions()[0]?.transactionReference ?? '';
    stack.sandbox.setFaults([
      { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 },
      { on: 'callback', do: 'drop' },
    ]);
    const { id } = (await stack.pay('ORDER-LOST')).body;
    expect(await resolve(id, { transactionReference: used })).toMatchObject({
      status: 422,
      body: { code: 'reference_mismatch', mismatch: { kind: 'used', order: 'ORDER-PAID' } },
    });
    const submitted = await stack.post(`/v1/payments/${id}/reference`, { transactionReference: used });
    expect(submitted.status).toBe(422);
    expect(submitted.body).not.toHaveProperty('mismatch');
    expect(JSON.stringify(submitted.body)).not.toContain('ORDER-PAID');
    settleNewest(stack, 'approve');
    const right = await resolve(id, { transactionReference: stack.sandbox.transactions()[0]?.transactionReference });
    expect(right).toMatchObject({ status: 200, body: { status: 'completed', verified: true, reviewReasons: [] } });
  });
});

describe('GET /v1/merchant/webhooks', () => {
  it('lists failed webhooks, which can be read, and replayed with the same id', async () => {
    stack.receiver.answer = 410;
    const { body } = await stack.pay('ORDER-1');
    await finish(stack, body.id, 'approve');
    const [failed] = await eventually(async () => {
      expect((await read<Merchant>('/v1/merchant')).failedWebhooks).toBe(1);
      return (await read<{ data: Delivery[] }>('/v1/merchant/webhooks?status=failed')).data;
    });
    expect(failed).toMatchObject({
      paymentId: body.id,
      order: 'ORDER-1',
      status: 'failed',
      lastError: 'the endpoint answered 410',
      nextAttemptAt: null,
      failedAttempts: [{ status: 410, body: '', error: 'the endpoint answered 410' }],
    });
    const { body: key } = await stack.post<CreatedKey>(
      '/v1/merchant/keys',
      { name: 'Reads', scope: 'read' },
      asMerchant,
    );
    const asReader = { Authorization: `Bearer ${key.secret}` };
    for (const [path, found] of [
      ['webhooks?status=failed', { data: [{ id: failed?.id, failedAttempts: null }] }],
      [`webhooks/${failed?.id}`, { id: failed?.id, failedAttempts: null }],
      [`payments/${body.id}`, { webhooks: [{ id: failed?.id, failedAttempts: null }] }],
    ] as const)
      expect((await stack.get(`/v1/merchant/${path}`, asReader)).body).toMatchObject(found);
    stack.receiver.answer = 200;
    const replayed = await stack.post<Delivery>(`/v1/merchant/webhooks/${failed?.id}/replay`, {}, asMerchant);
    expect(replayed.status).toBe(200);
    await eventually(() => expect(stack.receiver.webhooks).toMatchObject([{ id: failed?.id }]));
    await eventually(async () => expect((await read<Merchant>('/v1/merchant')).failedWebhooks).toBe(0));
    const [sent] = stack.receiver.webhooks;
    expect(await read(`/v1/merchant/webhooks/${sent?.id}`)).toMatchObject({
      id: sent?.id,
      order: 'ORDER-1',
      body: sent?.event,
    });
  });
});

describe('the merchant API', () => {
  it('has the totals of the last thirty days, or of a range of one day to 400 days', async () => {
    const totals = await read<Totals>('/v1/merchant/totals');
    expect([totals.days.length, totals.days.at(-1)?.day]).toEqual([30, dayOf(Date.now())]);
    expect((await read<Totals>('/v1/merchant/totals?days=7')).days).toEqual(totals.days.slice(-7));
    for (const [query, count] of [
      ['from=2026-01-01&to=2026-01-01', 1],
      ['from=2024-11-27&to=2025-12-31', 400],
      ['days=400', 400],
    ] as const) {
      expect((await read<Totals>(`/v1/merchant/totals?${query}`)).days).toHaveLength(count);
    }
    for (const query of [
      'days=0',
      'days=401',
      'from=2026-01-02&to=2026-01-01',
      'from=2024-11-26&to=2025-12-31',
      'from=2026-01-01T00:00:00Z',
    ]) {
      expect((await stack.get(`/v1/merchant/totals?${query}`, asMerchant)).status, query).toBe(400);
    }
  });
});

describe('the merchant key', () => {
  it('gives access to the merchant’s settings', async () => {
    expect(await read('/v1/merchant')).toEqual({
      partnerName: 'Tsena Boutique',
      partnerMsisdn: '034 •• ••0 04',
      environment: 'sandbox',
      key: { name: 'owner', scope: 'admin' },
      webhooksEnabled: true,
      shopFailure: null,
      reviewCounts: Object.fromEntries(REVIEW_REASONS.map((reason) => [reason, 0])),
      failedWebhooks: 0,
    });
  });

  it('is answered 401 as often as a request has none, which is no wrong one', async () => {
    const ask = async (headers: Record<string, string> = {}) => (await stack.get('/v1/merchant', headers)).status;
    for (let time = 1; time <= 15; time += 1) expect(await ask()).toBe(401);
    expect(await ask({ Authorization: 'Bearer guess' })).toBe(401);
  });

  it('is accepted, and resets no count, after ten wrong ones from its address', async () => {
    const wrong = async () => stack.get<ProblemAnswer>('/v1/merchant/payments', { Authorization: 'Bearer wrong' });
    const strangers = [];
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 5; index += 1) strangers.push((await wrong()).status);
      expect((await stack.get('/v1/merchant/payments', asMerchant)).status).toBe(200);
    }
    expect(strangers).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
    const { headers, body } = await wrong();
    expect(body.code).toBe('key_attempts_exhausted');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(30);
  });
});
