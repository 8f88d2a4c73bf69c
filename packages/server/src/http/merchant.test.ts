import type { Delivery, Merchant, MerchantPayment, PaymentDetail, PaymentPage, Totals } from '@tsena/shared/merchant';
import { dayOf, merchantSchema, paymentDetailSchema, paymentPageSchema, totalsSchema, WEBHOOK_TYPES } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { asMerchant, eventually, settleNewest } from '../../test/support/merchant.ts';
import { seedEvent, seedPayment } from '../../test/support/seed.ts';
import { type ProblemAnswer, type Stack, type StackOptions, startStack } from '../../test/support/stack.ts';

let stack: Stack;
afterEach(() => stack.close());

const store = () => stack.served.companion.storage.store;

async function read<Body>(path: string): Promise<Body> {
  const { status, body } = await stack.get<Body>(path, asMerchant);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function readDetail(id: string, query = ''): Promise<PaymentDetail> {
  return z.parse(paymentDetailSchema, await read(`/v1/merchant/payments/${id}${query}`));
}

async function resolve(id: string, body: unknown) {
  return stack.post<MerchantPayment & Pick<ProblemAnswer, 'code'>>(`/v1/merchant/payments/${id}/resolve`, body, asMerchant);
}

describe.each(STORES)('on %s', (kind) => {
  const open = async (options: StackOptions = {}) => startStack({ ...options, store: kind });

  describe('GET /v1/merchant/payments', () => {
    it('pages through all payments without gaps or repeats while new ones arrive', async () => {
      stack = await open();
      const now = Date.now();
      // Some share a millisecond, as they do under load.
      for (let index = 0; index < 23; index += 1) await seedPayment(store(), { created_at: now - 1000 - Math.floor(index / 4) });
      const before = z.parse(paymentPageSchema, await read('/v1/merchant/payments?limit=200')).data.map(({ id }) => id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: PaymentPage = await read(`/v1/merchant/payments?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.nextCursor;
        await seedPayment(store(), { created_at: now });
      } while (cursor !== null);
      expect(before).toHaveLength(23);
      expect(seen).toEqual(before);
    });

    it('compresses the answer', async () => {
      stack = await open();
      for (let index = 0; index < 5; index += 1) await seedPayment(store(), {});
      const { headers } = await stack.get('/v1/merchant/payments', { ...asMerchant, 'Accept-Encoding': 'gzip' });
      expect(headers.get('content-encoding')).toBe('gzip');
    });

    it('filters by status, order, time and reference', async () => {
      stack = await open();
      const at = Date.parse('2026-03-08T22:30:00Z');
      const early = await seedPayment(store(), { created_at: at, status: 'pending', transaction_id: '636042511' });
      const late = await seedPayment(store(), { created_at: at + 86_400_000 });
      const ids = async (query: string) => (await read<PaymentPage>(`/v1/merchant/payments?${query}`)).data.map(({ id }) => id);
      expect(await ids('')).toEqual([late, early]);
      expect(await ids('status=pending')).toEqual([early]);
      // It is past midnight in Madagascar. A day in `to` is included to its end.
      expect(await ids('from=2026-03-09&to=2026-03-09')).toEqual([early]);
      expect(await ids('to=2026-03-08')).toEqual([]);
      expect(await ids('from=2026-03-09T00:00:00Z')).toEqual([late]);
      for (const name of ['636042511', early]) expect(await ids(`q=${name}`)).toEqual([early]);
      const page = await read<PaymentPage>(`/v1/merchant/payments?q=${late}`);
      expect(await ids(`order=${page.data[0]?.order}`)).toEqual([late]);
    });

    it('uses the time at which payments became final with by=final, for the filter and the order', async () => {
      stack = await open();
      const at = Date.parse('2026-03-09T10:00:00Z');
      const late = await seedPayment(store(), { created_at: at - 7_200_000, status: 'completed', final_at: at + 3_600_000 });
      const early = await seedPayment(store(), { created_at: at - 3_600_000, status: 'completed', final_at: at });
      await seedPayment(store(), { created_at: at, status: 'pending' });
      const ids = async (query: string) => (await read<PaymentPage>(`/v1/merchant/payments?by=final${query}`)).data.map(({ id }) => id);
      expect(await ids('')).toEqual([late, early]);
      // A timestamp in `to` is not included.
      expect(await ids('&to=2026-03-09T11:00:00Z')).toEqual([early]);
      expect(await ids('&from=2026-03-09T11:00:00Z')).toEqual([late]);
      const page = await read<PaymentPage>('/v1/merchant/payments?by=final&limit=1');
      expect(page.data.map(({ id }) => id)).toEqual([late]);
      expect(await ids(`&cursor=${page.nextCursor}`)).toEqual([early]);
    });

    it('finds parts of an order reference from three characters in upper and lower case, and takes no character as a pattern', async () => {
      stack = await open();
      await Promise.all(['ZOMA-2010', 'zoma-2011', 'ZO', 'SALE A%B', 'SALE A_B'].map((order) => stack.pay(order)));
      const orders = async (query: string) =>
        (await read<PaymentPage>(`/v1/merchant/payments?${query}`)).data.map(({ order }) => order).sort();
      expect(await orders('q=oma-201')).toEqual(['ZOMA-2010', 'zoma-2011']);
      expect(await orders('q=ZOMA-2011')).toEqual(['zoma-2011']);
      expect(await orders(`q=${encodeURIComponent('a%b')}`)).toEqual(['SALE A%B']);
      expect(await orders('q=e+a_')).toEqual(['SALE A_B']);
      // Fewer than three characters are no part: almost every order has them.
      expect(await orders('q=ZO')).toEqual(['ZO']);
      expect(await orders('q=')).toHaveLength(5);
      expect(await orders('q=nothing')).toEqual([]);
      const csv = await fetch(`${stack.served.url}/v1/merchant/payments.csv?q=oma-201`, { headers: asMerchant });
      expect((await csv.text()).trim().split('\r\n')).toHaveLength(3);
    });

    it('exports the payments of a payer’s number from a body', async () => {
      stack = await open();
      await stack.pay('ORDER-1');
      const lines = async (msisdn: string) => {
        const headers = { ...asMerchant, 'Content-Type': 'application/json' };
        const init = { method: 'POST', headers, body: JSON.stringify({ msisdn, separator: 'semicolon' }) };
        const response = await fetch(`${stack.served.url}/v1/merchant/payments.csv`, init);
        expect(response.status).toBe(200);
        return (await response.text()).trim().split('\r\n');
      };
      expect(await lines('034 35 000 03')).toEqual([expect.stringContaining('"order";'), expect.stringContaining('"ORDER-1";')]);
      expect(await lines('034 00 000 00')).toHaveLength(1);
    });

    it('finds payments by the payer’s number in a body, never in an address', async () => {
      stack = await open();
      const { body } = await stack.pay('ORDER-1');
      const found = await stack.post<PaymentPage>('/v1/merchant/payments/search', { msisdn: '+261 34 35 000 03' }, asMerchant);
      expect(found.body.data.map(({ id }) => id)).toEqual([body.id]);
      expect(JSON.stringify(found.body)).not.toContain('0343500003');
      const none = await stack.post<PaymentPage>('/v1/merchant/payments/search', { msisdn: '0340000000' }, asMerchant);
      expect(none.body.data).toEqual([]);
    });

    it.each(['status=paid', 'from=yesterday', 'from=2026-02-30', 'to=2026-03-01T10:00:00', 'limit=0', 'cursor=nonsense', 'limit=9999'])(
      'rejects %s and points to the parameter',
      async (query) => {
        stack = await open();
        const { status, body } = await stack.get<ProblemAnswer>(`/v1/merchant/payments?${query}`, asMerchant);
        expect(status).toBe(400);
        expect(body.errors?.[0]?.pointer).toBe(`/${query.split('=')[0]}`);
      },
    );
  });

  describe('GET /v1/merchant/payments/{id}', () => {
    it('answers with history, callbacks, webhooks and the operator’s view', async () => {
      stack = await open({ sandbox: { dialect: 'live' } });
      const { body } = await stack.pay('ORDER-1');
      settleNewest(stack, 'approve');
      await stack.until(body.id, 'completed');
      await eventually(() => expect(stack.receiver.webhooks).toHaveLength(1));
      const detail = await eventually(async () => {
        const shown = await readDetail(body.id, '?operator=1');
        expect(shown.payment.polling).toBe(false);
        expect(shown.webhooks).toMatchObject([{ type: 'payment.completed', status: 'delivered', deliveryAttempts: 1, order: 'ORDER-1' }]);
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
        details: { amount: '25000.00', debitParty: '034 •• ••0 03', differences: [] },
      });
    });

    it('asks the operator again after the payment has changed', async () => {
      stack = await open();
      const { body } = await stack.pay('ORDER-1');
      expect((await readDetail(body.id, '?operator=1')).operator?.status?.operatorStatus).toBe('pending');
      settleNewest(stack, 'approve');
      await stack.until(body.id, 'completed');
      expect((await readDetail(body.id, '?operator=1')).operator?.status?.operatorStatus).toBe('completed');
    });

    it('answers with operator state unavailable if the operator does not answer, and asks only with ?operator=1', async () => {
      stack = await open({ callbacks: false });
      const { body } = await stack.pay('ORDER-1');
      stack.sandbox.setFaults([{ on: 'status', do: 'status', value: 503 }]);
      const detail = await readDetail(body.id, '?operator=1');
      expect(detail.payment.status).toBe('pending');
      expect(detail.operator).toMatchObject({ state: 'unavailable', status: null, reason: expect.any(String) });
      expect((await readDetail(body.id)).operator).toBeNull();
    });

    it('answers with operator state no_id for a payment that never reached the operator', async () => {
      stack = await open();
      const id = await seedPayment(store());
      expect((await readDetail(id, '?operator=1')).operator).toMatchObject({ state: 'no_id' });
    });

    it('asks the operator once for many requests', async () => {
      stack = await open();
      const { body } = await stack.pay('ORDER-1');
      settleNewest(stack, 'approve');
      await stack.until(body.id, 'completed');
      const asked = () => stack.sandbox.requests().filter(({ on }) => on === 'details').length;
      const before = asked();
      await Promise.all(Array.from({ length: 20 }, () => readDetail(body.id, '?operator=1')));
      expect(asked() - before).toBe(1);
    });

    it('answers 404 for an unknown payment', async () => {
      stack = await open();
      for (const id of ['pay_0000000000000000000000', 'nonsense']) {
        expect((await stack.get<ProblemAnswer>(`/v1/merchant/payments/${id}`, asMerchant)).body.code).toBe('payment_not_found');
      }
    });
  });

  describe('a payment that needs review', () => {
    it('is listed with its reason until it is resolved, and again after a new finding', async () => {
      stack = await open();
      const unresolved = await seedPayment(store(), { status: 'unresolved' });
      const mismatching = await seedPayment(store(), {
        status: 'pending',
        differences: 'amount',
        next_check_at: Date.now() + 3_600_000,
      });
      await seedEvent(store(), mismatching, 1, 'details_mismatch');
      const stopped = await seedPayment(store(), { status: 'pending' });
      const unverified = await seedPayment(store(), { status: 'completed', verified: 0 });
      await seedEvent(store(), unverified, 1, 'completed');
      await seedPayment(store(), { status: 'completed', verified: 1, final_at: Date.now() });

      const { reviewCounts, failedWebhooks } = z.parse(merchantSchema, await read<Merchant>('/v1/merchant'));
      expect({ ...reviewCounts, failedWebhooks }).toEqual({
        unresolved: 1,
        details_mismatch: 1,
        overpaid: 0,
        polling_stopped: 1,
        unverified: 1,
        failedWebhooks: 0,
      });
      const reasons = Object.fromEntries(
        (await read<PaymentPage>('/v1/merchant/payments?needsReview=true')).data.map(({ id, reviewReasons }) => [id, reviewReasons]),
      );
      expect(reasons).toEqual({
        [unresolved]: ['unresolved'],
        [mismatching]: ['details_mismatch'],
        [stopped]: ['polling_stopped'],
        [unverified]: ['unverified'],
      });
      expect((await read<PaymentPage>('/v1/merchant/payments?needsReview=true')).data).toHaveLength(4);

      for (const id of [unresolved, mismatching, stopped]) {
        const { status, body } = await resolve(id, { resolution: 'not_received', reason: 'the payer shows no debit' });
        expect(status).toBe(200);
        expect(body).toMatchObject({ reviewReasons: [], resolution: { resolution: 'not_received' } });
      }
      expect((await resolve(unverified, { resolution: 'closed', reason: 'seen in the portal' })).body.reviewReasons).toEqual([]);
      expect((await read<PaymentPage>('/v1/merchant/payments?needsReview=true')).data).toEqual([]);

      await seedEvent(store(), mismatching, 3, 'details_mismatch');
      expect((await read<PaymentPage>('/v1/merchant/payments?needsReview=true')).data.map(({ id }) => id)).toEqual([mismatching]);
    });

    it('is overpaid after a second payment completes, until the merchant closes it', async () => {
      stack = await open({ env: { ATTEMPT_COOLDOWN_SECONDS: '1', OPERATOR_TIMEOUT_MS: '1000' } });
      const first = await stack.pay('ORDER-1');
      await eventually(async () => expect((await stack.get(`/v1/payments/${first.body.id}`)).body.retryable).toBe(true));
      const second = await stack.pay('ORDER-1');
      expect(second.body.id).not.toBe(first.body.id);
      for (const { serverCorrelationId } of stack.sandbox.transactions()) stack.sandbox.approve(serverCorrelationId);
      await stack.until(first.body.id, 'completed');
      await stack.until(second.body.id, 'completed');

      const { reviewCounts } = await read<Merchant>('/v1/merchant');
      const { data: payments } = await read<PaymentPage>('/v1/merchant/payments?needsReview=true');
      expect(reviewCounts.overpaid).toBe(1);
      expect(payments).toHaveLength(1);
      const [extra] = payments;
      expect([first.body.id, second.body.id]).toContain(extra?.id);
      expect(extra?.reviewReasons).toEqual(['overpaid']);
      expect((await resolve(extra?.id ?? '', { resolution: 'received', reason: 'the wrong resolution' })).body.code).toBe(
        'resolve_not_possible',
      );
      expect((await resolve(extra?.id ?? '', { resolution: 'closed', reason: 'refunded in cash' })).status).toBe(200);
      expect((await read<PaymentPage>('/v1/merchant/payments?needsReview=true')).data).toEqual([]);
      const { history } = await readDetail(extra?.id ?? '');
      expect(history.at(-1)).toMatchObject({ kind: 'resolved', data: { resolution: 'closed', reason: 'refunded in cash' } });
    });

    it('says to the merchant, and not to the payer, why a reference is refused', async () => {
      stack = await open({ callbacks: false });
      const paid = (await stack.pay('ORDER-PAID')).body;
      settleNewest(stack, 'approve');
      await stack.until(paid.id, 'completed');
      const used = stack.sandbox.transactions()[0]?.transactionReference ?? '';
      const other = (await stack.pay('ORDER-OTHER', '31000')).body;
      settleNewest(stack, 'approve');
      await stack.until(other.id, 'completed');
      const larger = stack.sandbox.transactions()[0]?.transactionReference ?? '';
      stack.sandbox.setFaults([{ on: 'initiate', do: 'status', value: 500, times: 1 }]);
      const { id } = (await stack.pay('ORDER-LOST')).body;
      const mismatchOf = async (transactionReference: string) => {
        const { status, body } = await resolve(id, { transactionReference });
        return [status, body.code, (body as { mismatch?: unknown }).mismatch];
      };
      expect(await mismatchOf(used)).toEqual([422, 'reference_mismatch', { kind: 'used', order: 'ORDER-PAID' }]);
      expect(await mismatchOf(larger)).toEqual([
        422,
        'reference_mismatch',
        { kind: 'differs', fields: ['amount'], amount: expect.stringMatching(/^31000/) },
      ]);
      const submitted = await stack.post(`/v1/payments/${id}/reference`, { transactionReference: used });
      expect(submitted.status).toBe(422);
      expect(submitted.body).not.toHaveProperty('mismatch');
      expect(JSON.stringify(submitted.body)).not.toContain('ORDER-PAID');
    });

    it('completes by a transaction reference whose details match', async () => {
      stack = await open({ callbacks: false });
      stack.sandbox.setFaults([{ on: 'initiate', do: 'accept-then-status', value: 500, times: 1 }]);
      const { body } = await stack.pay('ORDER-1');
      expect(body.status).toBe('unresolved');
      settleNewest(stack, 'approve');
      expect((await resolve(body.id, { transactionReference: '1' })).body.code).toBe('invalid_request');
      expect((await resolve(body.id, { transactionReference: '636042511' })).body).toMatchObject({
        code: 'reference_mismatch',
        mismatch: { kind: 'absent' },
      });
      const { status, body: resolved } = await resolve(body.id, {
        transactionReference: stack.sandbox.transactions()[0]?.transactionReference,
      });
      expect(status).toBe(200);
      expect(resolved).toMatchObject({ status: 'completed', verified: true, reviewReasons: [] });
    });

    it('rejects a resolution without need, without a reason or of an unknown kind', async () => {
      stack = await open();
      const id = await seedPayment(store(), { status: 'completed', verified: 1 });
      expect((await resolve(id, { resolution: 'closed', reason: 'why not' })).body.code).toBe('resolve_not_possible');
      for (const body of [
        { resolution: 'closed' },
        { resolution: 'received', reason: ' ' },
        { resolution: 'paid', reason: 'because' },
        {},
      ]) {
        expect((await resolve(id, body)).status).toBe(400);
      }
    });
  });

  describe('GET /v1/merchant/webhooks', () => {
    it('lists failed webhooks, which can be replayed with the same id', async () => {
      stack = await open();
      stack.receiver.answer = 410;
      const { body } = await stack.pay('ORDER-1');
      settleNewest(stack, 'approve');
      await stack.until(body.id, 'completed');
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
      });
      expect((await read<{ data: Delivery[] }>('/v1/merchant/webhooks?status=delivered')).data).toEqual([]);

      stack.receiver.answer = 200;
      const replayed = await stack.post<Delivery>(`/v1/merchant/webhooks/${failed?.id}/replay`, {}, asMerchant);
      expect(replayed.status).toBe(200);
      await eventually(() => expect(stack.receiver.webhooks).toMatchObject([{ id: failed?.id }]));
      await eventually(async () => expect((await read<Merchant>('/v1/merchant')).failedWebhooks).toBe(0));
      expect((await stack.post<ProblemAnswer>('/v1/merchant/webhooks/msg_none/replay', {}, asMerchant)).body.code).toBe(
        'webhook_not_found',
      );
    });
  });

  describe('GET /v1/merchant/webhooks/{id}', () => {
    it('shows the body as it is sent, and the list is filtered by type and order', async () => {
      stack = await open();
      const { body } = await stack.pay('ORDER-1');
      settleNewest(stack, 'reject');
      await stack.until(body.id, 'failed');
      await eventually(() => expect(stack.receiver.webhooks).toHaveLength(1));
      const [sent] = stack.receiver.webhooks;
      expect(await read(`/v1/merchant/webhooks/${sent?.id}`)).toMatchObject({ id: sent?.id, order: 'ORDER-1', body: sent?.event });
      const ids = async (query: string) => (await read<{ data: Delivery[] }>(`/v1/merchant/webhooks?${query}`)).data.map(({ id }) => id);
      expect(await ids('type=payment.failed&order=ORDER-1')).toEqual([sent?.id]);
      expect(await ids('type=payment.completed')).toEqual([]);
      expect(await ids('order=ORDER-2')).toEqual([]);
      expect((await stack.get<ProblemAnswer>('/v1/merchant/webhooks/msg_none', asMerchant)).body.code).toBe('webhook_not_found');
    });
  });

  describe('POST /v1/merchant/webhooks/test', () => {
    it.each(WEBHOOK_TYPES)('delivers a signed sample of %s about no real payment', async (type) => {
      stack = await open();
      const { status, body } = await stack.post<Delivery>('/v1/merchant/webhooks/test', { type }, asMerchant);
      expect(status).toBe(200);
      expect(body).toMatchObject({ type, status: 'pending', paymentId: expect.stringMatching(/^pay_test_/) });
      await eventually(() =>
        expect(stack.receiver.webhooks).toMatchObject([{ id: body.id, event: { type, data: { id: body.paymentId } } }]),
      );
      expect(stack.receiver.webhooks[0]?.event.data.order).toMatch(/^TEST-.{16}$/);
      await eventually(async () =>
        expect((await read<{ data: Delivery[] }>('/v1/merchant/webhooks')).data).toMatchObject([{ id: body.id, status: 'delivered' }]),
      );
      expect((await stack.get(`/v1/payments/${body.paymentId}`)).status).toBe(404);
    });

    it('rejects an unknown type', async () => {
      stack = await open();
      expect((await stack.post('/v1/merchant/webhooks/test', { type: 'payment.paid' }, asMerchant)).status).toBe(400);
    });
  });

  describe('GET /v1/merchant/totals', () => {
    it('adds up exactly, by the day in Madagascar on which payments became final', async () => {
      stack = await open();
      const at = (time: string) => Date.parse(time);
      const big = 900_719_925_474;
      await seedPayment(store(), { status: 'completed', amount: big, fees: '5.46', final_at: at('2026-03-08T20:59:59.999Z') });
      await seedPayment(store(), { status: 'completed', amount: 100, fees: '0.01', final_at: at('2026-03-08T21:00:00Z') });
      for (let index = 0; index < 3; index += 1) {
        await seedPayment(store(), { status: 'completed', amount: big, fees: '5.46', final_at: at('2026-03-09T12:00:00Z') });
      }
      await seedPayment(store(), { status: 'completed', amount: 101, fees: null, final_at: at('2026-03-09T20:59:59.999Z') });
      await seedPayment(store(), { status: 'failed', final_at: at('2026-03-09T03:00:00Z') });
      await seedPayment(store(), { status: 'pending' });

      const totals = z.parse(totalsSchema, await read<Totals>('/v1/merchant/totals?from=2026-03-08&to=2026-03-10'));
      expect(totals.days).toEqual([
        { day: '2026-03-08', completed: 1, amount: String(big), refunded: '0', net: String(big), fees: '5.46', unknownFees: 0, failed: 0 },
        {
          day: '2026-03-09',
          completed: 5,
          amount: String(3 * big + 201),
          refunded: '0',
          net: String(3 * big + 201),
          fees: '16.39',
          unknownFees: 1,
          failed: 1,
        },
        { day: '2026-03-10', completed: 0, amount: '0', refunded: '0', net: '0', fees: '0', unknownFees: 0, failed: 0 },
      ]);
      expect(totals.total).toEqual({
        completed: 6,
        amount: String(4 * big + 201),
        refunded: '0',
        net: String(4 * big + 201),
        fees: '21.85',
        unknownFees: 1,
        failed: 1,
      });
    });

    it('covers the last thirty days by default', async () => {
      stack = await open();
      const totals = await read<Totals>('/v1/merchant/totals');
      expect(totals.days).toHaveLength(30);
      expect(totals.days.at(-1)?.day).toBe(dayOf(Date.now()));
      expect((await read<Totals>('/v1/merchant/totals?days=7')).days).toEqual(totals.days.slice(-7));
      for (const query of [
        'days=0',
        'days=401',
        'from=2026-01-02&to=2026-01-01',
        'from=2020-01-01&to=2026-01-01',
        'from=2026-01-01T00:00:00Z',
      ]) {
        expect((await stack.get(`/v1/merchant/totals?${query}`, asMerchant)).status).toBe(400);
      }
    });

    it('covers one day to 400 days', async () => {
      stack = await open();
      for (const [query, count] of [
        ['from=2026-01-01&to=2026-01-01', 1],
        ['from=2024-11-27&to=2025-12-31', 400],
        ['days=400', 400],
      ] as const) {
        expect((await read<Totals>(`/v1/merchant/totals?${query}`)).days).toHaveLength(count);
      }
      expect((await stack.get('/v1/merchant/totals?from=2024-11-26&to=2025-12-31', asMerchant)).status).toBe(400);
    });
  });
});

describe('the merchant key', () => {
  it('gives access to the merchant’s settings', async () => {
    stack = await startStack();
    expect(await read('/v1/merchant')).toEqual({
      partnerName: 'Tsena Boutique',
      partnerMsisdn: '034 •• ••0 04',
      environment: 'sandbox',
      key: { name: 'owner', scope: 'admin' },
      webhooksEnabled: true,
      reviewCounts: { unresolved: 0, details_mismatch: 0, overpaid: 0, polling_stopped: 0, unverified: 0 },
      failedWebhooks: 0,
    });
  });

  it('is required at each address below /v1/merchant, unknown ones too', async () => {
    stack = await startStack();
    for (const path of ['', 'payments', 'payments.csv', 'payments/pay_0000000000000000000000', 'totals', 'webhooks', 'nonsense']) {
      const { status, body } = await stack.get<ProblemAnswer>(`/v1/merchant/${path}`);
      expect(status, path).toBe(401);
      expect(body.code).toBe('merchant_key_invalid');
    }
  });

  it('is answered 401 as often as a request has none, which is no wrong one', async () => {
    stack = await startStack();
    const ask = async (headers: Record<string, string> = {}) => (await stack.get('/v1/merchant', headers)).status;
    for (let time = 1; time <= 15; time += 1) expect(await ask()).toBe(401);
    expect(await ask({ Authorization: 'Bearer guess' })).toBe(401);
  });

  it('is answered 429 after ten wrong ones from an address, while the right one is accepted', async () => {
    stack = await startStack();
    const answers = [];
    for (let index = 0; index < 12; index += 1) {
      answers.push(await stack.get<ProblemAnswer>('/v1/merchant/payments', { Authorization: `Bearer guess-${index}` }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429, 429]);
    expect(answers[11]?.body.code).toBe('key_attempts_exhausted');
    const retryAfter = Number(answers[11]?.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(30);
    expect((await stack.get('/v1/merchant/payments', asMerchant)).status).toBe(200);
  });

  it('does not reset the count of wrong keys from its address', async () => {
    stack = await startStack();
    const strangers = [];
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 5; index += 1) {
        strangers.push((await stack.get('/v1/merchant/payments', { Authorization: 'Bearer wrong' })).status);
      }
      expect((await stack.get('/v1/merchant/payments', asMerchant)).status).toBe(200);
    }
    expect(strangers).toEqual([...Array(10).fill(401), ...Array(5).fill(429)]);
  });

  it('turns the merchant API off if it is not set', async () => {
    stack = await startStack({ env: { MERCHANT_API_KEY: '' } });
    expect((await stack.get<ProblemAnswer>('/v1/merchant/payments', asMerchant)).body.code).toBe('merchant_api_off');
  });
});
