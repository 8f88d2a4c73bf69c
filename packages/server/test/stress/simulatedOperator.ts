import type { Call } from '../../src/core/operator/http.ts';
import type { Reply } from '../../src/core/operator/outcome.ts';
import { answer } from '../support/operatorAnswers.ts';
import type { OperatorRecords, RequestRecord } from './paymentInvariants.ts';
import type { SimulatedProcess } from './virtualTime.ts';

/** What happens to one initiation. Those with `accepted` or `created` reach the operator, which opens a prompt. */
export const INITIATION_FATES = [
  'accepted',
  'accepted without an answer',
  'created, 500',
  'created, empty 404',
  'created, unreadable answer',
  'accepted and answered late',
  'created, no answer for 30 s',
  'arrives after 40 s',
  'lost',
  '500',
  '402',
  '429',
  '4002',
  '401',
  'never sent',
] as const;
export type InitiationFate = (typeof INITIATION_FATES)[number];

/** The operator refuses these, and the companion may send the request again. */
const REPEATABLE: readonly InitiationFate[] = ['4002', '401', '429'];

/** The faults that last for a while. */
export interface OperatorFaults {
  network: 'up' | 'down';
  tokens: 'up' | 'down' | 'slow';
  lookups: 'up' | 'down' | 'slow' | 'odd';
  details: 'up' | 'down' | 'absent' | 'wrong amount' | 'no amount' | 'no debit party' | 'no credit party' | 'pending';
  /**
   * Whether new results name no transaction (objectReference), or contradict themselves: the status says failed, the
   * details completed.
   */
  results: 'named' | 'not named' | 'contradictory';
}

/** An operator without faults. */
export const NO_FAULTS: Readonly<OperatorFaults> = {
  network: 'up',
  tokens: 'up',
  lookups: 'up',
  details: 'up',
  results: 'named',
};

/** The faults of the operator, one at a time. */
export const OPERATOR_FAULTS: readonly Partial<OperatorFaults>[] = [
  { network: 'down' },
  { tokens: 'down' },
  { tokens: 'slow' },
  { lookups: 'down' },
  { lookups: 'slow' },
  { lookups: 'odd' },
  { details: 'down' },
  { details: 'absent' },
  { details: 'wrong amount' },
  { details: 'no amount' },
  { details: 'no debit party' },
  { details: 'no credit party' },
  { details: 'pending' },
  { results: 'not named' },
  { results: 'contradictory' },
];

/** A transaction as its details show it; also one that a customer has sent by hand, without a prompt. */
export interface DetailedTransaction {
  readonly index: number;
  readonly transactionId: string;
  /** The X-CorrelationID of its initiation; empty without one. */
  readonly correlationId: string;
  readonly payer: string;
  readonly amount: string;
  /** Ms since 1970. */
  readonly createdAt: number;
  state: 'pending' | 'completed' | 'failed';
  /** Whether the operator has returned matching details. */
  hasMatchingDetails: boolean;
}

/** A transaction of the simulated operator that an initiation began. */
export interface OperatorTransaction extends DetailedTransaction {
  readonly serverCorrelationId: string;
  readonly reference: string;
  readonly callbackUrl: string | undefined;
  /** The process that sent it, and when. Times are ms since 1970. */
  readonly sender: SimulatedProcess;
  readonly sentAt: number;
  /** Whether the operator has ever reported it as failed. */
  wasFailed: boolean;
  /** Transactions that forged callbacks named to this one's address. */
  forgedNames: OperatorTransaction[];
  completedAt: number | null;
  isNamed: boolean;
  contradictsItself: boolean;
}

/** What the operator reports to a simulation. */
export interface OperatorEvents {
  /** @param answeredInMs when its sender gets the answer, or loses it */
  onCreated?(transaction: OperatorTransaction, answeredInMs: number): void;
  onState?(transaction: OperatorTransaction): void;
  /** Default: it throws. */
  violated?(violation: string): void;
}

/** One request, as it arrives. */
export interface Arrival {
  readonly sender: SimulatedProcess;
  readonly sentAt: number;
  readonly fate?: InitiationFate;
  readonly answeredInMs?: number;
}

/** Short, so that faults of the token service matter often. */
const TOKEN_LIFETIME_S = 120;
const PARTNER = '0343500004';
/** The path of the payments, below the operator's address. */
export const MERCHANTPAY = '/svc/mm/transactions/type/merchantpay/1.0.0/';

function businessError(status: number, errorCode: string, mmErrorCode: string, errorDescription = 'simulated'): Reply {
  const errorParameters = [{ key: 'mmErrorCode', value: mmErrorCode }];
  return answer(status, { errorCategory: 'businessRule', errorCode, errorDescription, errorParameters });
}

function gatewayError(status: number, code: string, message: string, retryAfterMs: number | null = null): Reply {
  return answer(status, { code, type: 'Status report', message, description: 'simulated' }, retryAfterMs);
}

/**
 * The operator's service. It answers on the operator's wire format, without time, network and HTTP: they belong to a
 * connection.
 */
export class SimulatedOperator {
  readonly transactions: OperatorTransaction[] = [];
  /** Money that customers have sent by hand. */
  readonly sentByHand: DetailedTransaction[] = [];
  readonly faults: OperatorFaults = { ...NO_FAULTS };
  /** The fates of the next initiations; afterwards each has `fate`. */
  readonly fates: InitiationFate[] = [];
  fate: InitiationFate = 'accepted';
  /** The initiations that left a companion, in order, without those after which it may send the request again. */
  readonly requests: RequestRecord[] = [];
  readonly #now: () => number;
  readonly #events: OperatorEvents;
  readonly #byReference = new Map<string, OperatorTransaction>();
  /** The fate of the last initiation with each reference. */
  readonly #fates = new Map<string, InitiationFate>();

  /** @param now the real time, ms since 1970 */
  constructor(now: () => number, events: OperatorEvents = {}) {
    this.#now = now;
    this.#events = events;
  }

  /** The references of the initiations that left a companion, in order. */
  get initiations(): readonly string[] {
    return this.requests.map(({ reference }) => reference ?? '');
  }

  find(reference: string): OperatorTransaction | undefined {
    return this.#byReference.get(reference);
  }

  /** A customer sends money from the phone's menu: nobody gets a callback. */
  sendByHand(payer: string, amount: number, createdAt: number): DetailedTransaction {
    const index = this.sentByHand.length;
    const transaction: DetailedTransaction = {
      index,
      transactionId: String(500_000_000 + index),
      correlationId: '',
      payer,
      amount: String(amount),
      createdAt,
      state: 'completed',
      hasMatchingDetails: false,
    };
    this.sentByHand.push(transaction);
    return transaction;
  }

  fateOf(reference: string): InitiationFate | undefined {
    return this.#fates.get(reference);
  }

  /** What happens to the initiation that is sent now. */
  takeFate(): InitiationFate {
    return this.fates.shift() ?? this.fate;
  }

  setState(transaction: OperatorTransaction, state: 'completed' | 'failed'): void {
    transaction.state = state;
    if (state === 'failed') transaction.wasFailed = true;
    else transaction.completedAt = this.#now();
    this.#events.onState?.(transaction);
  }

  /** Its records, as a judge reads them. */
  records(): OperatorRecords {
    const transactions = this.transactions.map(
      ({ reference, state: status, amount, transactionId: objectReference }) => {
        return { reference, status, amount, objectReference };
      },
    );
    const byHand = this.sentByHand.map(({ transactionId: objectReference, amount, state: status }) => {
      return { reference: '', status, amount, objectReference };
    });
    return { transactions: [...transactions, ...byHand], requests: this.requests, hasCorrections: true };
  }

  /** From now on everything works. */
  endFaults(): void {
    Object.assign(this.faults, NO_FAULTS);
    this.fates.length = 0;
    this.fate = 'accepted';
  }

  /** Answers the open prompts; each transaction is then reported as it is. */
  decidePrompts(): void {
    for (const transaction of this.transactions) {
      Object.assign(transaction, { isNamed: true, contradictsItself: false });
      if (transaction.state === 'pending')
        this.setState(transaction, transaction.index % 2 === 0 ? 'completed' : 'failed');
    }
  }

  /** Answers a request. */
  answer(call: Call, arrival: Arrival): Reply {
    if (call.path === '/token') {
      if (this.faults.tokens === 'down') return answer(500, undefined);
      const token = {
        access_token: `token-${this.#now()}`,
        scope: 'simulated',
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_S,
      };
      return answer(200, token);
    }
    if (call.method === 'POST') return this.#initiate(call, arrival);
    const id = decodeURIComponent(call.path.slice(MERCHANTPAY.length));
    return id.startsWith('status/') ? this.#status(id.slice('status/'.length)) : this.#details(id);
  }

  #initiate(call: Call, arrival: Arrival): Reply {
    const { fate = 'accepted' } = arrival;
    const { requestingOrganisationTransactionReference: reference, ...body } = JSON.parse(
      call.body ?? '{}',
    ) as InitiationBody;
    const before = this.#fates.get(reference);
    if (before !== undefined && !REPEATABLE.includes(before)) this.#violated('an initiation was sent twice');
    this.#fates.set(reference, fate);
    const reply = this.#refusalOf(fate) ?? this.#open(call, { ...body, reference }, fate, arrival);
    if (!REPEATABLE.includes(fate))
      this.requests.push({ on: 'initiate', reference, outcome: 'status' in reply ? reply.status : 'hang' });
    return reply;
  }

  #violated(violation: string): void {
    if (this.#events.violated === undefined) throw new Error(violation);
    this.#events.violated(violation);
  }

  /** The answer, or none, if the operator opens no prompt. */
  #refusalOf(fate: InitiationFate): Reply | undefined {
    if (fate === 'lost') return { kind: 'no_answer', reason: 'ECONNRESET' };
    if (fate === '500') return answer(500, undefined);
    if (fate === '402') return businessError(402, 'insufficientFunds', '5001');
    if (fate === '4002') return businessError(400, 'genericError', '4002');
    if (fate === '401') return gatewayError(401, '900901', 'Invalid Credentials');
    return fate === '429' ? gatewayError(429, '900802', 'throttled', 2000) : undefined;
  }

  #open(
    call: Call,
    { reference, amount, debitParty }: Opened,
    fate: InitiationFate,
    { sender, sentAt, answeredInMs = 0 }: Arrival,
  ): Reply {
    const transaction: OperatorTransaction = {
      index: this.transactions.length,
      serverCorrelationId: `00000000-0000-4000-8000-${String(this.transactions.length).padStart(12, '0')}`,
      transactionId: String(100_000_000 + this.transactions.length),
      reference,
      correlationId: call.headers['X-CorrelationID'] ?? '',
      payer: debitParty[0]?.value ?? '',
      amount,
      callbackUrl: call.headers['X-Callback-URL'],
      sender,
      sentAt,
      createdAt: this.#now(),
      state: 'pending',
      wasFailed: false,
      forgedNames: [],
      completedAt: null,
      hasMatchingDetails: false,
      isNamed: this.faults.results !== 'not named',
      contradictsItself: this.faults.results === 'contradictory',
    };
    this.transactions.push(transaction);
    this.#byReference.set(reference, transaction);
    this.#events.onCreated?.(transaction, answeredInMs);
    if (fate === 'accepted without an answer' || fate === 'created, no answer for 30 s')
      return { kind: 'no_answer', reason: 'ECONNRESET' };
    if (fate === 'created, 500') return answer(500, undefined);
    if (fate === 'created, empty 404') return answer(404, undefined);
    if (fate === 'created, unreadable answer') return answer(200, { status: 'pending' });
    const { serverCorrelationId, callbackUrl } = transaction;
    const notificationMethod = callbackUrl === undefined ? 'polling' : 'callback';
    return answer(202, { status: 'pending', serverCorrelationId, notificationMethod });
  }

  #status(serverCorrelationId: string): Reply {
    if (this.faults.lookups === 'down') return answer(500, undefined);
    const found = this.transactions.find((one) => one.serverCorrelationId === serverCorrelationId);
    if (found === undefined)
      return businessError(400, 'formatError', '4001', `No transaction found with id ${serverCorrelationId}`);
    const { state, contradictsItself, isNamed, transactionId } = found;
    if (this.faults.lookups === 'odd')
      return answer(200, { status: 'waiting', serverCorrelationId, objectReference: '' });
    const isContradiction = contradictsItself && state === 'completed';
    if (isContradiction) found.wasFailed = true;
    const hasReference = isNamed && (state === 'completed' || isContradiction);
    return answer(200, {
      status: isContradiction ? 'failed' : state,
      serverCorrelationId,
      notificationMethod: 'callback',
      objectReference: hasReference ? transactionId : '',
    });
  }

  #details(transactionId: string): Reply {
    const { details } = this.faults;
    if (details === 'down' || this.faults.lookups === 'down') return answer(500, undefined);
    const found = [...this.transactions, ...this.sentByHand].find((one) => one.transactionId === transactionId);
    if (found === undefined || found.state !== 'completed' || details === 'absent')
      return businessError(404, 'transactionNotFound', '4001');
    if (details === 'up') found.hasMatchingDetails = true;
    return answer(200, {
      ...(details === 'no amount' ? {} : { amount: details === 'wrong amount' ? '1.00' : `${found.amount}.00` }),
      currency: 'Ar',
      transactionReference: String(900_000_000 + found.index),
      transactionStatus: details === 'pending' ? 'pending' : 'completed',
      creationDate: new Date(found.createdAt).toISOString(),
      debitParty: details === 'no debit party' ? [] : [{ key: 'msisdn', value: found.payer }],
      creditParty: details === 'no credit party' ? [] : [{ key: 'msisdn', value: PARTNER }],
      fees: [{ feeAmount: '0' }],
      metadata: found.correlationId === '' ? [] : [{ key: 'XCorrelationId', value: found.correlationId }],
    });
  }
}

interface InitiationBody {
  readonly amount: string;
  readonly requestingOrganisationTransactionReference: string;
  readonly debitParty: readonly { readonly value: string }[];
}
type Opened = Pick<InitiationBody, 'amount' | 'debitParty'> & { readonly reference: string };
