import type { PaymentId } from '@tsena/shared/checkout';
import { detailsResponseSchema } from '@tsena/shared/operator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import type { DetailsOutcome, StatusOutcome } from '../../core/rules/operatorAnswers.ts';
import type { StoredPayment } from '../../database/schema.ts';
import { createOperatorViewReader, type ReadOperatorView } from './operatorView.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');

const payment = {
  id: 'pay_1' as PaymentId,
  version: 3,
  msisdn: '0343500003',
  amount: 25_000,
  correlation_id: 'correlation',
  server_correlation_id: 'their-id',
  transaction_id: null,
} as StoredPayment;

const completed: StatusOutcome = {
  kind: 'state',
  state: 'completed',
  operatorStatus: 'Completed',
  objectReference: '600000001',
};
const details = (change: object = {}): DetailsOutcome => ({
  kind: 'details',
  details: z.parse(detailsResponseSchema, {
    amount: '25000.00',
    currency: 'Ar',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: '0343500004' }],
    transactionStatus: 'completed',
    creationDate: '2026-03-01T09:59:00Z',
    ...change,
  }),
});

let read: ReadOperatorView;
let asked: string[];
/** How long the operator takes to answer a status check, ms. */
let takesMs: number;
let answers: { status: StatusOutcome; details: DetailsOutcome };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  asked = [];
  takesMs = 0;
  answers = { status: completed, details: details() };
  read = createOperatorViewReader({
    storage: { clock: { now: () => NOW } },
    operator: {
      status: async (id: string) => {
        asked.push(`status ${id}`);
        vi.advanceTimersByTime(takesMs);
        return answers.status;
      },
      details: async (id: string) => {
        asked.push(`details ${id}`);
        return answers.details;
      },
    },
    settings: { PARTNER_MSISDN: '0343500004' },
  } as unknown as Parameters<typeof createOperatorViewReader>[0]);
});
afterEach(() => vi.useRealTimers());

describe('the operator’s view of a payment', () => {
  const fetchedAt = '2026-03-01T10:00:00.000Z';

  it('has its status, and the details of the transaction that the status names', async () => {
    expect(await read({ ...payment, transaction_id: '600000009' })).toEqual({
      state: 'known',
      fetchedAt,
      reason: null,
      status: { state: 'completed', operatorStatus: 'Completed', transactionReference: '600000001' },
      details: {
        amount: '25000.00',
        currency: 'Ar',
        transactionStatus: 'completed',
        debitParty: '034 •• ••0 03',
        creditParty: '034 •• ••0 04',
        createdAt: '2026-03-01T09:59:00Z',
        fees: null,
        differences: [],
      },
    });
    expect(asked).toEqual(['status their-id', 'details 600000001']);
  });

  it('names what differs, and nothing where the details do not say enough', async () => {
    answers.details = details({ amount: '26000', currency: 'EUR' });
    expect((await read(payment)).details?.differences).toEqual(['amount', 'currency']);
    answers.details = details({ debitParty: undefined, amount: undefined, fees: [{ feeAmount: '375.00' }] });
    expect((await read({ ...payment, version: 4 })).details).toMatchObject({
      amount: null,
      debitParty: null,
      fees: '375',
      differences: null,
    });
  });

  it('shows no number that it cannot mask', async () => {
    answers.details = details({ debitParty: [{ key: 'msisdn', value: '12345' }] });
    expect((await read(payment)).details?.debitParty).toBe('••••');
  });
});

describe('an answer of the operator', () => {
  it('is reused for three seconds, from its request on', async () => {
    takesMs = 1000;
    await Promise.all([read(payment), read(payment)]);
    vi.advanceTimersByTime(2000);
    await read(payment);
    expect(asked).toHaveLength(2);
    vi.advanceTimersByTime(1);
    takesMs = 0;
    await read(payment);
    expect(asked).toHaveLength(4);
    vi.advanceTimersByTime(3000);
    await read(payment);
    expect(asked).toHaveLength(4);
  });

  it('from before a change of the payment is not reused', async () => {
    await read(payment);
    await read({ ...payment, version: 4 });
    expect(asked).toHaveLength(4);
  });
});
