import { randomUUID } from 'node:crypto';
import { detailsResponseSchema } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import type { Initiation, Operator } from '../../src/core/operator/client.ts';
import type { DetailsOutcome, InitiationOutcome, StatusOutcome } from '../../src/core/rules/operatorAnswers.ts';

/** What happens to the next initiation. */
export type Fate =
  | 'accepted'
  | 'accepted without an answer'
  | 'lost'
  | 'refused'
  | 'throttled'
  | 'never sent'
  | 'accepted and answered late';

/** Why the transaction details are inconclusive: they neither match nor differ. */
export type Inconclusive = 'no amount' | 'no debit party' | 'no credit party' | 'pending' | 'absent';

/** A transaction of the simulated operator. */
export interface SimulatedTransaction {
  readonly serverCorrelationId: string;
  readonly transactionId: string;
  readonly initiation: Initiation;
  state: 'pending' | 'completed' | 'failed';
  /** The time when it was opened, ms since 1970, the connection, and the transactions that were pending then. */
  readonly openedAt: number;
  readonly openedBy: number;
  readonly beside: readonly SimulatedTransaction[];
  /** Whether the operator has returned matching details; only then can the payment be verified. */
  hasMatchingDetails: boolean;
}

/** An answer that is kept back, and a promise that resolves when it is. */
interface KeptBack {
  readonly isKeptBack: Promise<undefined>;
  readonly keep: () => void;
  answer?: () => void;
}

const REFUSAL = { reason: 'simulated', errorDateTime: null, isPassing: false } as const;

/** A simulated operator that returns outcomes without HTTP, and counts the initiations that it receives. */
export class OperatorSimulator {
  readonly transactions: SimulatedTransaction[] = [];
  /** The references of the initiations that it received, in order. */
  readonly initiations: string[] = [];
  fate: Fate = 'accepted';
  tokens = true;
  lookups = true;
  records = true;
  recordsAreWrong = false;
  inconclusive: Inconclusive | null = null;
  /** Holds up the answer to a status check: receives the function that releases it. Undefined: the answer comes at once. */
  onLookup: ((release: () => void) => void) | undefined;
  /** Holds up a token, as {@link onLookup} does with a status check. */
  onToken: ((release: () => void) => void) | undefined;
  readonly #now: () => number;
  readonly #keptBack = new Map<string, KeptBack>();
  #connections = 0;

  /** @param now the real time, ms since 1970 */
  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  /** A connection of one process. When it is cut, it receives and answers nothing. */
  connect(isCut: () => boolean): Operator {
    this.#connections += 1;
    const connection = this.#connections;
    const never = new Promise<never>(() => undefined);
    const guarded = async <T>(answer: () => T | Promise<T>): Promise<T> => {
      if (isCut()) return never;
      const given = await answer();
      return isCut() ? never : given;
    };
    const operator: Operator = {
      ready: () =>
        guarded<Awaited<ReturnType<Operator['ready']>>>(() =>
          this.#letThrough(
            this.tokens ? { ok: true } : { ok: false, code: 'operator_unreachable', reason: 'simulated', retryAfterMs: null },
            this.onToken,
          ),
        ),
      // Half of the payments are opened as `sending`.
      isReady: () => !isCut() && this.tokens && this.onToken === undefined && this.initiations.length % 2 === 1,
      initiate: (initiation, maySend) =>
        guarded(async () => {
          if ((await maySend?.(null)) === false) return { kind: 'not_sent', code: 'not_sent', reason: 'simulated' };
          return this.#initiate(initiation, connection);
        }),
      status: (id) => guarded(() => this.#letThrough(this.#status(id), this.onLookup)),
      details: (id) => guarded(() => this.#details(id)),
      // Without budgets: a lookup that a budget refuses is repeated later, which the model covers.
      submitted: { run: (_payment, work) => work(operator) },
      named: { run: (_payment, work) => work(operator) },
      searched: { details: (id) => operator.details(id) },
      close: () => undefined,
    };
    return operator;
  }

  /** Resolves when the answer to this initiation is kept back, so that the caller stops waiting. */
  keptBack(reference: string): Promise<undefined> {
    return this.#entryOf(reference).isKeptBack;
  }

  /** Releases all late answers. */
  answerLate(): void {
    for (const { answer } of this.#keptBack.values()) answer?.();
    this.#keptBack.clear();
  }

  #entryOf(reference: string): KeptBack {
    const known = this.#keptBack.get(reference);
    if (known !== undefined) return known;
    let keep: () => void = () => undefined;
    const isKeptBack = new Promise<undefined>((resolve) => {
      keep = () => resolve(undefined);
    });
    const entry = { isKeptBack, keep };
    this.#keptBack.set(reference, entry);
    return entry;
  }

  #letThrough<T>(answer: T, hold: ((release: () => void) => void) | undefined): T | Promise<T> {
    return hold === undefined ? answer : new Promise((resolve) => hold(() => resolve(answer)));
  }

  #status(id: string): StatusOutcome {
    if (!this.lookups) return { kind: 'unavailable', reason: 'simulated', retryAfterMs: null };
    const found = this.transactions.find((transaction) => transaction.serverCorrelationId === id);
    if (found === undefined) return { kind: 'state', state: 'unknown', operatorStatus: '', objectReference: null };
    const objectReference = found.state === 'completed' ? found.transactionId : null;
    return { kind: 'state', state: found.state, operatorStatus: found.state, objectReference };
  }

  #details(id: string): DetailsOutcome {
    if (!this.lookups || !this.records) return { kind: 'unavailable', reason: 'simulated', retryAfterMs: null };
    const found = this.transactions.find((transaction) => transaction.transactionId === id && transaction.state === 'completed');
    const { inconclusive, recordsAreWrong } = this;
    if (found === undefined || inconclusive === 'absent') return { kind: 'absent', reason: 'simulated' };
    const { amount, payer, correlationId, requestedAt } = found.initiation;
    const details = z.parse(detailsResponseSchema, {
      ...(inconclusive === 'no amount' ? {} : { amount: recordsAreWrong ? '1.00' : `${amount}.00` }),
      currency: 'Ar',
      transactionStatus: inconclusive === 'pending' ? 'pending' : 'completed',
      transactionReference: randomUUID(),
      debitParty: inconclusive === 'no debit party' ? [] : [{ key: 'msisdn', value: payer }],
      creditParty: inconclusive === 'no credit party' ? [] : [{ key: 'msisdn', value: '0343500004' }],
      metadata: [{ key: 'XCorrelationId', value: correlationId }],
      creationDate: new Date(requestedAt).toISOString(),
      fees: [],
    });
    if (inconclusive === null && !recordsAreWrong) found.hasMatchingDetails = true;
    return { kind: 'details', details };
  }

  #initiate(initiation: Initiation, connection: number): InitiationOutcome | Promise<InitiationOutcome> {
    const { fate } = this;
    if (fate === 'never sent') return { kind: 'not_sent', code: 'operator_unreachable', reason: 'simulated' };
    this.initiations.push(initiation.reference);
    if (fate === 'lost') return { kind: 'unknown', reason: 'simulated' };
    if (fate === 'refused') return { kind: 'refused', code: 'insufficient_funds', ...REFUSAL, retryAfterMs: null };
    if (fate === 'throttled') return { kind: 'refused', code: 'operator_busy', ...REFUSAL, retryAfterMs: 1000 };
    const transaction: SimulatedTransaction = {
      serverCorrelationId: randomUUID(),
      transactionId: String(1_000_000 + this.transactions.length),
      initiation,
      state: 'pending',
      openedAt: this.#now(),
      openedBy: connection,
      beside: this.transactions.filter(({ state }) => state === 'pending'),
      hasMatchingDetails: false,
    };
    this.transactions.push(transaction);
    const accepted: InitiationOutcome = {
      kind: 'accepted',
      serverCorrelationId: transaction.serverCorrelationId,
      notificationMethod: initiation.callbackUrl === null ? 'polling' : 'callback',
    };
    if (fate === 'accepted') return accepted;
    if (fate === 'accepted without an answer') return { kind: 'unknown', reason: 'simulated' };
    const entry = this.#entryOf(initiation.reference);
    return new Promise((resolve) => {
      entry.answer = () => resolve(accepted);
      entry.keep();
    });
  }
}
