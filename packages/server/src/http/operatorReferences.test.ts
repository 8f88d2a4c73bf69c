import type { PaymentDetail, PaymentPage } from '@tsena/shared/merchant';
import { STORES } from '@tsena/testkit/stores';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { detailsOf, noSuchTransaction, startPaymentsStub, statusOf } from '../../test/support/operatorStub.ts';
import { MERCHANT_API_KEY, startStack } from '../../test/support/stack.ts';
import { useForAll } from '../../test/support/use.ts';

const OWNER = { Authorization: `Bearer ${MERCHANT_API_KEY}` };
/** As the operator writes them, and as they are in its paths. */
const REFERENCES = [
  ['MP241128.1234.A12345', 'MP241128.1234.A12345'],
  ['TX-1001', 'TX-1001'],
  ['6f1c9c5e-1f0b-4a53-8f0e-0c9a3d1f2b7c', '6f1c9c5e-1f0b-4a53-8f0e-0c9a3d1f2b7c'],
  ['q83v/EjRWeJA+w==', 'q83v%2FEjRWeJA%2Bw%3D%3D'],
  ['0636042511', '0636042511'],
  ['6360', '6360'],
  ['1234567890123456789012345', '1234567890123456789012345'],
  ['mp6360425ab', 'mp6360425ab'],
  ['Réf 12/É', 'R%C3%A9f%2012%2F%C3%89'],
  ['../a?b=c#d', '..%2Fa%3Fb%3Dc%23d'],
  ['%2e%2e', '%252e%252e'],
  ['A'.repeat(200), 'A'.repeat(200)],
] as const;

describe.each(STORES)('the operator’s own reference, on %s,', (store) => {
  const operator = useForAll(startPaymentsStub);
  const stack = useForAll(() => startStack({ env: { OPERATOR_BASE_URL: operator.baseUrl }, store }));
  let count = 0;

  /** Another payer pays another order. The operator then knows the transaction under this path only. */
  async function pay(path: string) {
    count += 1;
    const payer = `03435001${String(count).padStart(2, '0')}`;
    transactions.set(path, { debitParty: [{ key: 'msisdn', value: payer }] });
    return (await stack.pay(`REF-${count}`, '25000', payer)).body;
  }
  const transactions = new Map<string, object>();
  /** The operator creates the transaction, but its answer is lost. */
  async function payWithLostAnswer(path: string) {
    operator.lost.add('25000');
    const body = await pay(path);
    operator.lost.delete('25000');
    await stack.until(body.id, 'unresolved');
    operator.detailsAsked.length = 0;
    return body;
  }
  beforeEach(() => {
    operator.detailsAsked.length = 0;
    operator.details = (path) => {
      const parties = transactions.get(path);
      return parties === undefined ? noSuchTransaction : detailsOf('25000', new Date().toISOString(), parties);
    };
  });
  const showToMerchant = async (id: string) =>
    (await stack.get<PaymentDetail>(`/v1/merchant/payments/${id}`, OWNER)).body;
  const search = async (q: string) =>
    (await stack.get<PaymentPage>(`/v1/merchant/payments?q=${encodeURIComponent(q)}`, OWNER)).body.data.map(
      ({ id }) => id,
    );

  it('is asked about as it is, completes the payment, and is shown and found', async () => {
    const named = new Map<string, string>();
    operator.status = (id) => statusOf(id, named.has(id) ? 'completed' : 'pending', named.get(id));
    const paid = [];
    for (const [index, [reference, path]] of REFERENCES.entries()) {
      named.set(`sc-${index + 1}`, reference);
      paid.push({ reference, ...(await pay(path)) });
    }
    for (const { id, reference } of paid) {
      expect(await stack.until(id, 'completed')).toMatchObject({ transactionReference: reference });
      expect((await showToMerchant(id)).payment).toMatchObject({
        transactionReference: reference,
        verified: true,
        differences: null,
      });
      expect(await search(reference)).toEqual([id]);
      expect(await search(reference.toLowerCase())).toEqual([id]);
    }
    expect(operator.detailsAsked.toSorted()).toEqual(REFERENCES.map(([, path]) => path).toSorted());
  });

  it.each([
    ['SMS-77.12ab', ' \u2068SMS-77.\u200b12ab.\u2069 '],
    ['CIA9400X8', 'cia9400x8'],
    ['0777042511', '0777 042 511'],
  ])('%s is found by the payer who types %j, after a lost answer', async (reference, typed) => {
    const body = await payWithLostAnswer(reference);
    const submitted = await stack.post(`/v1/payments/${body.id}/reference`, { transactionReference: typed });
    expect([submitted.status, submitted.body]).toMatchObject([
      200,
      { status: 'completed', transactionReference: reference },
    ]);
  });

  it('that a callback has named is asked about in its spelling when a person types it', async () => {
    const body = await payWithLostAnswer('Mp-00.5550425');
    const note = { transactionStatus: 'completed', transactionReference: 'Mp-00.5550425' };
    const answer = await stack.send('PUT', new URL(operator.callbackUrls.at(-1) ?? '').pathname, note);
    expect(answer.status).toBe(200);
    await stack.post(`/v1/merchant/payments/${body.id}/resolve`, { transactionReference: 'mp005550425' }, OWNER);
    expect((await showToMerchant(body.id)).payment).toMatchObject({
      status: 'completed',
      transactionReference: 'Mp-00.5550425',
    });
    expect(operator.detailsAsked).not.toContain('mp005550425');
  });

  it('in another spelling that has paid another payment needs review, and pays nothing', async () => {
    operator.status = (id) => statusOf(id, 'completed', 'DUP-1001');
    const first = await pay('DUP-1001');
    await stack.until(first.id, 'completed');
    operator.status = (id) => statusOf(id, 'completed', 'dup1001');
    const second = await pay('dup1001');
    const { payment } = await vi.waitFor(
      async () => {
        const shown = await showToMerchant(second.id);
        // The answer reads the payment and its webhooks one after the other.
        expect(shown.webhooks.map(({ type }) => type)).toContain('payment.review_required');
        return shown;
      },
      { timeout: 15_000 },
    );
    expect(payment).toMatchObject({
      status: 'pending',
      differences: ['transactionReference'],
      reviewReasons: ['details_mismatch'],
    });
  });
});
