import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { CallbackRule } from './faults.ts';
import { Lanes } from './lanes.ts';
import type { Ledger, Transaction } from './ledger.ts';
import type { Settings } from './options.ts';
import type { CallbackView } from './page/views.ts';

const TIMEOUT_MS = 5000;
/** So that "approve all" does not open a connection for each at once. */
const MAX_AT_ONCE = 200;

// A fresh connection each: a receiver that restarts must not lose a callback to a connection from before.
const http = axios.create({
  httpAgent: new HttpAgent({ keepAlive: false }),
  httpsAgent: new HttpsAgent({ keepAlive: false }),
  proxy: false,
  maxRedirects: 0,
  maxContentLength: 64 * 1024,
  responseType: 'text',
  transformResponse: [],
  validateStatus: null,
});

/** A status-change callback's body (section 6); in the live dialect with everything that the service really sends. */
function callbackBody(transaction: Transaction, settings: Settings): Record<string, unknown> {
  const completed = transaction.status === 'completed';
  const body = {
    transactionStatus: transaction.operatorStatus,
    serverCorrelationId: transaction.serverCorrelationId,
    ...(completed ? { transactionReference: transaction.objectReference, fees: transaction.fees } : {}),
  };
  if (settings.dialect === 'spec') return body;
  return {
    ...body,
    transactionReference: transaction.objectReference ?? '',
    requestDate: new Date(settings.now()).toISOString(),
    debitParty: transaction.debitParty,
    creditParty: transaction.creditParty,
    metadata: [{ key: 'XCorrelationId', value: transaction.correlationId }],
  };
}

/** A wrong body: another transaction's id, and the opposite state. */
function forgedBody(transaction: Transaction, settings: Settings): Record<string, unknown> {
  const completed = transaction.status === 'completed';
  return {
    ...callbackBody(transaction, settings),
    transactionStatus: completed ? 'failed' : 'completed',
    serverCorrelationId: randomUUID(),
    transactionReference: '999999999',
    fees: [{ feeAmount: '0' }],
  };
}

/** Sends callbacks by PUT, once each: the document names no retries. */
export class Callbacks {
  readonly #ledger: Ledger;
  readonly #settings: Settings;
  /** Ends what only waits. */
  readonly #closing = new AbortController();
  /** Ends what is being sent. */
  readonly #abort = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #lanes = new Lanes(MAX_AT_ONCE);

  constructor(ledger: Ledger, settings: Settings) {
    this.#ledger = ledger;
    this.#settings = settings;
  }

  /** Tells the transaction's callback address of its state, as the fault would have it. Ends when that is done. */
  send(transaction: Transaction, fault?: CallbackRule): Promise<void> {
    const done = this.#send({ ...transaction }, fault).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  /** Lets what is being sent finish for so many ms, and drops what only waits for its time. */
  async close(graceMs: number): Promise<void> {
    this.#closing.abort();
    const timer = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.all(this.#underWay);
    clearTimeout(timer);
    this.#abort.abort();
  }

  async #send(transaction: Transaction, fault: CallbackRule | undefined): Promise<void> {
    const url = transaction.callbackUrl;
    if (url === null) return;
    if (fault?.do === 'drop') {
      this.#note(transaction, 'dropped', { error: 'not sent: a fault rule dropped it' });
      return;
    }
    if (fault?.do === 'delay') {
      const waited = await sleep(fault.value ?? 0, true, { signal: this.#closing.signal }).catch(() => false);
      if (!waited) return;
    }
    const put = (kind: CallbackView['kind'], body: object) => this.#lanes.run(() => this.#put(transaction, url, kind, body));
    if (fault?.do === 'forge') await put('forged', forgedBody(transaction, this.#settings));
    const body = callbackBody(transaction, this.#settings);
    const times = fault?.do === 'duplicate' ? (fault.value ?? 2) : 1;
    await Promise.all(Array.from({ length: times }, () => put('true', body)));
  }

  async #put(transaction: Transaction, url: string, kind: CallbackView['kind'], body: object): Promise<void> {
    const started = performance.now();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    let outcome: { status?: number; error?: string };
    try {
      const { status } = await http.put(url, body, { signal: AbortSignal.any([this.#abort.signal, timeout]) });
      outcome = { status };
    } catch (error) {
      if (timeout.aborted) outcome = { error: `no answer within ${TIMEOUT_MS} ms` };
      else if (this.#abort.signal.aborted) outcome = { error: 'the sandbox was closed' };
      else outcome = { error: isAxiosError(error) && error.code !== undefined ? error.code : String(error) };
    }
    this.#note(transaction, kind, { ...outcome, ms: Math.round(performance.now() - started) });
  }

  #note(transaction: Transaction, kind: CallbackView['kind'], outcome: { status?: number; error?: string; ms?: number }): void {
    this.#ledger.noteCallback(transaction.serverCorrelationId, {
      at: new Date(this.#settings.now()).toISOString(),
      kind,
      transactionStatus: transaction.operatorStatus,
      status: outcome.status ?? null,
      error: outcome.error ?? null,
      ms: outcome.ms ?? null,
    });
  }
}
