import { type OperatorStub, reply, reset, type StubAnswer, type StubRequest, startOperatorStub } from '@tsena/testkit/operatorStub';
import { PARTNER } from './stack.ts';

/** An operator over HTTP that a test scripts: which initiations get no answer, and what it says of a transaction. */
export interface ScriptedOperator {
  readonly baseUrl: string;
  /** The references under which details were asked for, in order, as they came over the wire. */
  readonly detailsAsked: readonly string[];
  /** The serverCorrelationIds of the status checks, in order, as they came over the wire. */
  readonly statusAsked: readonly string[];
  /** Where the initiations asked to be called back, in order. */
  readonly callbackUrls: readonly string[];
  /** Amounts whose initiation is reset after it was read; the others are accepted, as `sc-1`, `sc-2` … in order. */
  readonly lost: Set<string>;
  /** What a status check gets; at first each transaction is pending. */
  status: (serverCorrelationId: string) => StubAnswer;
  /** What a request for details gets; at first a business 404. */
  details: (reference: string) => StubAnswer;
  close(): Promise<void>;
}

const PAYMENTS = '/svc/mm/transactions/type/merchantpay/1.0.0/';

/** A business error: the operator has no such transaction. */
export const noSuchTransaction: StubAnswer = reply(404, { errorCategory: 'businessRule', errorCode: 'identifierError' });

/** The status of a transaction. */
export function statusOf(serverCorrelationId: string, status: string, objectReference = ''): StubAnswer {
  return reply(200, { status, serverCorrelationId, notificationMethod: 'polling', objectReference });
}

/** The details of a completed transaction from the test payer to the partner, without an X-CorrelationID. */
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

export async function startScriptedOperator(): Promise<ScriptedOperator> {
  const stub: OperatorStub = await startOperatorStub();
  const detailsAsked: string[] = [];
  const statusAsked: string[] = [];
  const callbackUrls: string[] = [];
  let accepted = 0;
  const operator: ScriptedOperator = {
    baseUrl: stub.baseUrl,
    detailsAsked,
    statusAsked,
    callbackUrls,
    lost: new Set(),
    status: (id) => statusOf(id, 'pending'),
    details: () => noSuchTransaction,
    close: stub.close,
  };

  function initiation(request: StubRequest): StubAnswer {
    callbackUrls.push(request.headers['X-Callback-URL'] ?? '');
    const { amount } = JSON.parse(request.body) as { amount: string };
    if (operator.lost.has(amount)) return reset;
    accepted += 1;
    return reply(202, { status: 'pending', serverCorrelationId: `sc-${accepted}`, notificationMethod: 'polling' });
  }

  stub.payments((answer, request) => {
    const path = request.path.slice(PAYMENTS.length);
    if (request.method === 'POST') return initiation(request)(answer, request);
    if (path.startsWith('status/')) {
      const id = path.slice('status/'.length);
      statusAsked.push(id);
      return operator.status(id)(answer, request);
    }
    detailsAsked.push(path);
    return operator.details(path)(answer, request);
  });
  return operator;
}
