import {
  type OperatorStub,
  reply,
  reset,
  type StubAnswer,
  type StubRequest,
  startOperatorStub,
} from '@tsena/testkit/operatorStub';
import { afterEach, beforeEach } from 'vitest';
import type { OperatorOptions } from '../../src/core/operator/client.ts';
import { type OperatorFixture, operatorAt } from './operatorFixture.ts';
import { PARTNER } from './paymentState.ts';

/** The stub of the test that runs. */
export let stub: OperatorStub;
const open: OperatorFixture[] = [];

/** Each test gets a stub that accepts initiations. Afterwards the stub and the clients of the test are closed. */
export function useOperatorStub(): void {
  beforeEach(async () => {
    stub = await startOperatorStub();
    stub.payments(ACCEPTED);
  });
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await stub.close();
  });
}

/** A client of the stub, or of another address. */
export function operator(
  options: Partial<OperatorOptions> = {},
  env: Readonly<Record<string, string>> = {},
): OperatorFixture {
  const client = operatorAt(env.OPERATOR_BASE_URL ?? stub.baseUrl, options, env);
  open.push(client);
  return client;
}

/** Section 4.3: an initiation is accepted. */
export const ACCEPTED = reply(202, { status: 'pending', serverCorrelationId: 'a-1', notificationMethod: 'polling' });
/** Section 4.4: the payment is pending. */
export const PENDING = reply(200, {
  status: 'pending',
  serverCorrelationId: 'a-1',
  notificationMethod: 'polling',
  objectReference: '',
});
/** Section 4.5: the transaction is completed. */
export const DETAILS = reply(200, { amount: '25000.00', currency: 'Ar', transactionStatus: 'completed' });

/** A stub of the operator that answers by id. */
export type PaymentsStub = Awaited<ReturnType<typeof startPaymentsStub>>;

const PAYMENTS = '/svc/mm/transactions/type/merchantpay/1.0.0/';

/** A business error for an unknown transaction. */
export const noSuchTransaction: StubAnswer = reply(404, {
  errorCategory: 'businessRule',
  errorCode: 'identifierError',
});

/** An answer with a transaction's status. */
export function statusOf(serverCorrelationId: string, status: string, objectReference = ''): StubAnswer {
  return reply(200, { status, serverCorrelationId, notificationMethod: 'polling', objectReference });
}

/**
 * An answer with the details of a completed transaction from the test payer to the partner, without an X-CorrelationID.
 */
export function detailsOf(amount: string, creationDate: string, more: object = {}): StubAnswer {
  return reply(200, {
    amount: `${amount}.00`,
    currency: 'Ar',
    transactionStatus: 'completed',
    transactionReference: '636085941',
    debitParty: [{ key: 'msisdn', value: '0343500003' }],
    creditParty: [{ key: 'msisdn', value: PARTNER }],
    creationDate,
    fees: [],
    ...more,
  });
}

/** Starts a stub of the operator that answers by id: which initiations get no answer, and its status and details. */
export async function startPaymentsStub() {
  const stub = await startOperatorStub();
  let accepted = 0;
  const operator = {
    baseUrl: stub.baseUrl,
    /** The references of the details requests, in order, as they were sent. */
    detailsAsked: [] as string[],
    /** The serverCorrelationIds of the status checks, in order, as they were sent. */
    statusAsked: [] as string[],
    /** The callback addresses of the initiations, in order. */
    callbackUrls: [] as string[],
    /** Amounts whose initiation is read and then reset. Other initiations are accepted as `sc-1`, `sc-2` … in order. */
    lost: new Set<string>(),
    /** Answers to the next initiations, in order; those after them are accepted. */
    initiations: [] as StubAnswer[],
    /** The answer to a status check; default: pending. */
    status: (serverCorrelationId: string) => statusOf(serverCorrelationId, 'pending'),
    /** The answer to a details request; default: a business 404. */
    details: (_reference: string) => noSuchTransaction,
    close: stub.close,
  };

  function initiation(request: StubRequest): StubAnswer {
    operator.callbackUrls.push(request.headers['X-Callback-URL'] ?? '');
    const { amount } = JSON.parse(request.body) as { amount: string };
    if (operator.lost.has(amount)) return reset;
    const answer = operator.initiations.shift();
    if (answer !== undefined) return answer;
    accepted += 1;
    return reply(202, { status: 'pending', serverCorrelationId: `sc-${accepted}`, notificationMethod: 'polling' });
  }

  stub.payments((answer, request) => {
    const path = request.path.slice(PAYMENTS.length);
    if (request.method === 'POST') return initiation(request)(answer, request);
    if (path.startsWith('status/')) {
      const id = path.slice('status/'.length);
      operator.statusAsked.push(id);
      return operator.status(id)(answer, request);
    }
    operator.detailsAsked.push(path);
    return operator.details(path)(answer, request);
  });
  return operator;
}
