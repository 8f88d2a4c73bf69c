import { randomUUID } from 'node:crypto';
import { detailsResponseSchema } from '@tsena/shared/operator';
import * as z from 'zod/mini';
import type { Initiation, Operator } from '../../src/core/operator/client.ts';
import type { DetailsOutcome, InitiationOutcome, StatusOutcome } from '../../src/core/rules/operatorAnswers.ts';

/** A transaction of the simulated operator. */
export interface SimulatedTransaction {
  readonly serverCorrelationId: string;
  readonly transactionId: string;
  readonly initiation: Initiation;
  state: 'pending' | 'completed' | 'failed';
}

/** A simulated operator that returns outcomes without HTTP, and counts the initiations that it receives. */
export class OperatorSimulator {
  readonly transactions: SimulatedTransaction[] = [];
  /** The references of the initiations that it received, in order. */
  readonly initiations: string[] = [];
  /** What happens to the next initiations. */
  fate: 'accepted' | 'accepted without an answer' | 'lost' = 'accepted';
  /** Whether details can be read. */
  records = true;

  /** A connection of one process. */
  connect(): Operator {
    const operator: Operator = {
      ready: async () => ({ ok: true }),
      initiate: async (initiation, maySend) => {
        if ((await maySend?.(null)) === false) return { kind: 'not_sent', code: 'not_sent', reason: 'simulated' };
        return this.#initiate(initiation);
      },
      status: async (id) => this.#status(id),
      details: async (id) => this.#details(id),
      submitted: { run: (_payment, work) => work(operator) },
      named: { run: (_payment, work) => work(operator) },
      searched: { details: (id) => operator.details(id) },
      close: () => undefined,
    };
    return operator;
  }

  #initiate(initiation: Initiation): InitiationOutcome {
    this.initiations.push(initiation.reference);
    if (this.fate === 'lost') return { kind: 'unknown', reason: 'simulated' };
    const serverCorrelationId = randomUUID();
    const transactionId = String(1_000_000 + this.transactions.length);
    this.transactions.push({ serverCorrelationId, transactionId, initiation, state: 'pending' });
    if (this.fate === 'accepted without an answer') return { kind: 'unknown', reason: 'simulated' };
    return { kind: 'accepted', serverCorrelationId, notificationMethod: initiation.callbackUrl === null ? 'polling' : 'callback' };
  }

  #status(id: string): StatusOutcome {
    const found = this.transactions.find((transaction) => transaction.serverCorrelationId === id);
    if (found === undefined) return { kind: 'state', state: 'unknown', operatorStatus: '', objectReference: null };
    const objectReference = found.state === 'completed' ? found.transactionId : null;
    return { kind: 'state', state: found.state, operatorStatus: found.state, objectReference };
  }

  #details(id: string): DetailsOutcome {
    if (!this.records) return { kind: 'unavailable', reason: 'simulated', retryAfterMs: null };
    const found = this.transactions.find((transaction) => transaction.transactionId === id && transaction.state === 'completed');
    if (found === undefined) return { kind: 'absent', reason: 'simulated' };
    const { amount, payer, correlationId, requestedAt } = found.initiation;
    const details = z.parse(detailsResponseSchema, {
      amount: `${amount}.00`,
      currency: 'Ar',
      transactionStatus: 'completed',
      transactionReference: randomUUID(),
      debitParty: [{ key: 'msisdn', value: payer }],
      creditParty: [{ key: 'msisdn', value: '0343500004' }],
      metadata: [{ key: 'XCorrelationId', value: correlationId }],
      creationDate: new Date(requestedAt).toISOString(),
      fees: [],
    });
    return { kind: 'details', details };
  }
}
