import type { Call, OperatorHttp } from '../../src/core/operator/http.ts';
import type { Reply } from '../../src/core/operator/outcome.ts';
import { randomFrom } from './random.ts';
import type { SimulatedProcess, VirtualTime } from './virtualTime.ts';

/** What happens to one initiation. Those with `created` reach the operator, which opens a prompt. */
export const INITIATION_FATES = [
  'accepted',
  'created, answer lost',
  'created, 500',
  'created, empty 404',
  'created, unreadable answer',
  'created, answer after 20 s',
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

/** The faults that last for a while. */
export interface OperatorFaults {
  network: 'up' | 'down';
  tokens: 'up' | 'down' | 'slow';
  lookups: 'up' | 'down' | 'slow' | 'odd';
  details: 'up' | 'down' | 'absent' | 'wrong amount' | 'no amount' | 'no debit party' | 'no credit party' | 'pending';
  /** Whether new results name no transaction (objectReference), or contradict themselves: the status says failed, the details completed. */
  results: 'named' | 'not named' | 'contradictory';
}

/** An operator without faults. */
export const NO_FAULTS: Readonly<OperatorFaults> = { network: 'up', tokens: 'up', lookups: 'up', details: 'up', results: 'named' };

/** A transaction of the simulated operator. */
export interface OperatorTransaction {
  readonly index: number;
  readonly serverCorrelationId: string;
  readonly transactionId: string;
  readonly reference: string;
  readonly correlationId: string;
  readonly payer: string;
  readonly amount: string;
  readonly callbackUrl: string | undefined;
  /** The process that sent it, and when. Times are ms since 1970. */
  readonly sender: SimulatedProcess;
  readonly sentAt: number;
  readonly createdAt: number;
  state: 'pending' | 'completed' | 'failed';
  /** Whether the operator has ever reported it as failed. */
  wasFailed: boolean;
  /** Transactions that forged callbacks named to this one's address. */
  misledBy: OperatorTransaction[];
  completedAt: number | null;
  /** Whether the operator has returned matching details. */
  hasMatchingDetails: boolean;
  isNamed: boolean;
  contradictsItself: boolean;
}

/** What the operator reports to the simulation. */
export interface OperatorEvents {
  /** @param answeredInMs when its sender gets the answer, or loses it */
  onCreated(transaction: OperatorTransaction, answeredInMs: number): void;
  onState(transaction: OperatorTransaction): void;
  violated(violation: string): void;
}

const TIMEOUT_MS = 30_000;
/** Short, so that faults of the token service matter often. */
const TOKEN_LIFETIME_S = 120;
const LATENCY_MS = { min: 2, spread: 60 } as const;
const PARTNER = '0343500004';
const MERCHANTPAY = '/svc/mm/transactions/type/merchantpay/1.0.0/';

function answer(status: number, body: unknown, retryAfterMs: number | null = null): Reply {
  return { kind: 'answer', status, body, empty: body === undefined, retryAfterMs };
}

function businessError(status: number, errorCode: string, mmErrorCode: string): Reply {
  const errorParameters = [{ key: 'mmErrorCode', value: mmErrorCode }];
  return answer(status, { errorCategory: 'businessRule', errorCode, errorDescription: 'simulated', errorParameters });
}

/** The operator's service behind a simulated network. It answers on the operator's wire format; only HTTP itself is left out. */
export class SimulatedOperator {
  readonly transactions: OperatorTransaction[] = [];
  readonly faults: OperatorFaults = { ...NO_FAULTS };
  /** The fates of the next initiations; afterwards each is accepted. */
  readonly fates: InitiationFate[] = [];
  readonly #time: VirtualTime;
  readonly #events: OperatorEvents;
  readonly #random: () => number;
  readonly #byReference = new Map<string, OperatorTransaction>();
  readonly #byCorrelation = new Map<string, OperatorTransaction>();
  readonly #byTransaction = new Map<string, OperatorTransaction>();
  /** The initiations that it received, and whether it refused the last one. */
  readonly #received = new Map<string, { readonly fate: InitiationFate; readonly wasRefused: boolean }>();
  /** The status checks that wait for their answers, by serverCorrelationId and process. */
  readonly #checks = new Map<string, number>();
  /** When a lease could last have ended early, ms since 1970: processes hung, the clock stepped, the database failed. */
  leasesDisturbedAt = Number.NEGATIVE_INFINITY;

  constructor(time: VirtualTime, seed: number, events: OperatorEvents) {
    this.#time = time;
    this.#events = events;
    this.#random = randomFrom(seed ^ 0x27d4eb2f);
  }

  find(reference: string): OperatorTransaction | undefined {
    return this.#byReference.get(reference);
  }

  hasReceived(reference: string): boolean {
    return this.#received.has(reference);
  }

  fateOf(reference: string): InitiationFate | undefined {
    return this.#received.get(reference)?.fate;
  }

  setState(transaction: OperatorTransaction, state: 'completed' | 'failed'): void {
    transaction.state = state;
    if (state === 'failed') transaction.wasFailed = true;
    else transaction.completedAt = this.#time.now;
    this.#events.onState(transaction);
  }

  /** The connection of one process. */
  connect(process: SimulatedProcess): OperatorHttp {
    return { send: (call) => this.#send(process, call), close: () => undefined };
  }

  #latency(): number {
    return LATENCY_MS.min + Math.floor(this.#random() * LATENCY_MS.spread);
  }

  #send(process: SimulatedProcess, call: Call): Promise<Reply> {
    return new Promise((resolve) => {
      if (process.isDead) return;
      const sentAt = this.#time.now;
      const settle = (delayMs: number, reply: () => Reply) => this.#time.plan(delayMs, () => resolve(reply()), process);
      if (this.faults.network === 'down') {
        settle(1, () => ({ kind: 'never_sent', reason: 'ECONNREFUSED' }));
        return;
      }
      const isInitiation = call.method === 'POST' && call.path === MERCHANTPAY;
      const fate = isInitiation ? (this.fates.shift() ?? 'accepted') : 'accepted';
      if (fate === 'never sent') {
        settle(1, () => ({ kind: 'never_sent', reason: 'ECONNREFUSED' }));
        return;
      }
      if (fate === 'arrives after 40 s') {
        this.#time.plan(40_000, () => this.#initiate(process, call, sentAt, 'accepted', 0));
        settle(TIMEOUT_MS, () => ({ kind: 'no_answer', reason: 'no answer within 30000 ms' }));
        return;
      }
      const { tokens, lookups } = this.faults;
      const isSlow = call.path === '/token' ? tokens === 'slow' : !isInitiation && lookups === 'slow';
      const check = this.#beginCheck(process, call);
      this.#time.plan(this.#latency(), () => {
        const takesMs = isSlow ? 5000 + Math.floor(this.#random() * 20_000) : fate === 'created, answer after 20 s' ? 20_000 : 0;
        const answeredInMs = fate === 'created, no answer for 30 s' ? TIMEOUT_MS : takesMs + this.#latency();
        const reply = this.#handle(process, call, sentAt, fate, answeredInMs);
        this.#time.plan(
          answeredInMs,
          () => {
            this.#endCheck(check);
            resolve(reply);
          },
          process,
        );
      });
    });
  }

  /** A payment whose lease is held is checked by nobody else. */
  #beginCheck(process: SimulatedProcess, { path }: Call): string | undefined {
    if (!path.startsWith(`${MERCHANTPAY}status/`)) return undefined;
    const key = `${process.name} ${path}`;
    const running = this.#checks.get(key) ?? 0;
    this.#checks.set(key, running + 1);
    if (running > 0 && this.#time.now - this.leasesDisturbedAt > 60_000)
      this.#events.violated('a process checked one payment twice at the same time');
    return key;
  }

  #endCheck(key: string | undefined): void {
    if (key !== undefined) this.#checks.set(key, Math.max(0, (this.#checks.get(key) ?? 0) - 1));
  }

  #handle(process: SimulatedProcess, call: Call, sentAt: number, fate: InitiationFate, answeredInMs: number): Reply {
    if (call.path === '/token') {
      if (this.faults.tokens === 'down') return answer(500, undefined);
      return answer(200, {
        access_token: `token-${this.#time.now}`,
        scope: 'simulated',
        token_type: 'Bearer',
        expires_in: TOKEN_LIFETIME_S,
      });
    }
    if (call.method === 'POST') return this.#initiate(process, call, sentAt, fate, answeredInMs);
    const id = decodeURIComponent(call.path.slice(MERCHANTPAY.length));
    return id.startsWith('status/') ? this.#status(id.slice('status/'.length)) : this.#details(id);
  }

  #initiate(process: SimulatedProcess, call: Call, sentAt: number, fate: InitiationFate, answeredInMs: number): Reply {
    const body: unknown = JSON.parse(call.body ?? '{}');
    const {
      amount,
      requestingOrganisationTransactionReference: reference,
      debitParty,
    } = body as {
      amount: string;
      requestingOrganisationTransactionReference: string;
      debitParty: { value: string }[];
    };
    if (fate === 'lost') return { kind: 'no_answer', reason: 'ECONNRESET' };
    const before = this.#received.get(reference);
    if (before !== undefined && !before.wasRefused) this.#events.violated('an initiation was sent twice');
    this.#received.set(reference, { fate, wasRefused: fate === '4002' || fate === '401' });
    switch (fate) {
      case '500':
        return answer(500, undefined);
      case '402':
        return businessError(402, 'insufficientFunds', '5001');
      case '4002':
        return businessError(400, 'genericError', '4002');
      case '401':
        return answer(401, { code: '900901', type: 'Status report', message: 'Invalid Credentials', description: 'simulated' });
      case '429':
        return answer(429, { code: '900802', type: 'Status report', message: 'throttled', description: 'simulated' }, 2000);
      default:
    }
    const transaction: OperatorTransaction = {
      index: this.transactions.length,
      serverCorrelationId: `00000000-0000-4000-8000-${String(this.transactions.length).padStart(12, '0')}`,
      transactionId: String(100_000_000 + this.transactions.length),
      reference,
      correlationId: call.headers['X-CorrelationID'] ?? '',
      payer: debitParty[0]?.value ?? '',
      amount,
      callbackUrl: call.headers['X-Callback-URL'],
      sender: process,
      sentAt,
      createdAt: this.#time.now,
      state: 'pending',
      wasFailed: false,
      misledBy: [],
      completedAt: null,
      hasMatchingDetails: false,
      isNamed: this.faults.results !== 'not named',
      contradictsItself: this.faults.results === 'contradictory',
    };
    this.transactions.push(transaction);
    this.#byReference.set(reference, transaction);
    this.#byCorrelation.set(transaction.serverCorrelationId, transaction);
    this.#byTransaction.set(transaction.transactionId, transaction);
    this.#events.onCreated(transaction, answeredInMs);
    switch (fate) {
      case 'created, answer lost':
      case 'created, no answer for 30 s':
        return { kind: 'no_answer', reason: 'ECONNRESET' };
      case 'created, 500':
        return answer(500, undefined);
      case 'created, empty 404':
        return answer(404, undefined);
      case 'created, unreadable answer':
        return answer(200, { status: 'pending' });
      default: {
        const { serverCorrelationId, callbackUrl } = transaction;
        return answer(202, {
          status: 'pending',
          serverCorrelationId,
          notificationMethod: callbackUrl === undefined ? 'polling' : 'callback',
        });
      }
    }
  }

  #status(serverCorrelationId: string): Reply {
    if (this.faults.lookups === 'down') return answer(500, undefined);
    const found = this.#byCorrelation.get(serverCorrelationId);
    if (found === undefined) return businessError(400, 'formatError', '4001');
    const { state, contradictsItself, isNamed, transactionId } = found;
    if (this.faults.lookups === 'odd') return answer(200, { status: 'waiting', serverCorrelationId, objectReference: '' });
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
    const found = this.#byTransaction.get(transactionId);
    if (found === undefined || found.state !== 'completed' || details === 'absent')
      return businessError(404, 'transactionNotFound', '4001');
    if (details === 'up') found.hasMatchingDetails = true;
    return answer(200, {
      ...(details === 'no amount' ? {} : { amount: details === 'wrong amount' ? '1.00' : `${found.amount}.00` }),
      currency: 'Ar',
      transactionReference: String(900_000_000 + Math.floor(this.#random() * 99_999_999)),
      transactionStatus: details === 'pending' ? 'pending' : 'completed',
      creationDate: new Date(found.createdAt).toISOString(),
      debitParty: details === 'no debit party' ? [] : [{ key: 'msisdn', value: found.payer }],
      creditParty: details === 'no credit party' ? [] : [{ key: 'msisdn', value: PARTNER }],
      fees: [{ feeAmount: '0' }],
      metadata: [{ key: 'XCorrelationId', value: found.correlationId }],
    });
  }
}
