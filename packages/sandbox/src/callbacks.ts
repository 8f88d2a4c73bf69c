import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import type { Ledger, Transaction } from './ledger.ts';
import type { Settings } from './options.ts';
import type { FaultRule } from './page/views.ts';

const TIMEOUT_MS = 5000;

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
export function callbackBody(transaction: Transaction, settings: Settings): Record<string, unknown> {
  const completed = transaction.status === 'completed';
  const body = {
    transactionStatus: transaction.word,
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
    serverCorrelationId: crypto.randomUUID(),
    transactionReference: '999999999',
    fees: [{ feeAmount: '0' }],
  };
}

/** Sends callbacks by PUT, once each: the document names no retries. */
export class Callbacks {
  readonly #ledger: Ledger;
  readonly #settings: Settings;
  readonly #abort = new AbortController();
  readonly #underWay = new Set<Promise<void>>();

  constructor(ledger: Ledger, settings: Settings) {
    this.#ledger = ledger;
    this.#settings = settings;
  }

  /** Tells the transaction's callback address of its state, as the fault would have it. Ends when that is done. */
  send(transaction: Transaction, fault: FaultRule | undefined): Promise<void> {
    const done = this.#send(transaction, fault).finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  /** Lets what is under way finish for so many ms, and ends the rest. */
  async close(graceMs: number): Promise<void> {
    const timer = setTimeout(() => this.#abort.abort(), graceMs);
    await Promise.all(this.#underWay);
    clearTimeout(timer);
    this.#abort.abort();
  }

  async #send(transaction: Transaction, fault: FaultRule | undefined): Promise<void> {
    const url = transaction.callbackUrl;
    if (url === null || this.#abort.signal.aborted) return;
    if (fault?.do === 'drop') {
      this.#note(transaction, 'dropped', { error: 'not sent: a fault rule dropped it' });
      return;
    }
    if (fault?.do === 'delay') {
      const waited = await sleep(fault.value ?? 0, true, { signal: this.#abort.signal }).catch(() => false);
      if (!waited) return;
    }
    const body = callbackBody(transaction, this.#settings);
    if (fault?.do === 'forge') await this.#put(transaction, url, 'forged', forgedBody(transaction, this.#settings));
    const times = fault?.do === 'duplicate' ? (fault.value ?? 2) : 1;
    for (let sent = 0; sent < times; sent += 1) await this.#put(transaction, url, 'true', body);
  }

  async #put(transaction: Transaction, url: string, kind: 'true' | 'forged', body: Record<string, unknown>): Promise<void> {
    const started = performance.now();
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const { status } = await http.put(url, body, { signal });
      this.#note(transaction, kind, { status, ms: Math.round(performance.now() - started) });
    } catch (error) {
      const why = signal.aborted
        ? `no answer within ${TIMEOUT_MS} ms`
        : isAxiosError(error)
          ? (error.code ?? error.message)
          : String(error);
      this.#note(transaction, kind, { error: why, ms: Math.round(performance.now() - started) });
    }
  }

  #note(transaction: Transaction, kind: 'true' | 'forged' | 'dropped', outcome: { status?: number; error?: string; ms?: number }): void {
    this.#ledger.noteCallback(transaction.serverCorrelationId, {
      at: new Date(this.#settings.now()).toISOString(),
      kind,
      transactionStatus: transaction.word,
      status: outcome.status ?? null,
      error: outcome.error ?? null,
      ms: outcome.ms ?? null,
    });
  }
}
