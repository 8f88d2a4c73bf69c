import { randomUUID } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import axios, { isAxiosError } from 'axios';
import pLimit from 'p-limit';
import type { CallbackView } from '../views/views.ts';
import type { CallbackRule } from './faultRules.ts';
import type { Ledger, Transaction } from './ledger.ts';
import type { Settings } from './options.ts';

const TIMEOUT_MS = 5000;
/** Limits the connections that "approve all" opens. */
const MAX_CONCURRENT = 200;
const MAX_RESPONSE_BYTES = 64 * 1024;

// Each callback opens a connection of its own: a kept connection would lose a callback when the receiver restarts.
const http = axios.create({
  httpAgent: new HttpAgent({ keepAlive: false }),
  httpsAgent: new HttpsAgent({ keepAlive: false }),
  proxy: false,
  maxRedirects: 0,
  maxContentLength: MAX_RESPONSE_BYTES,
  responseType: 'text',
  transformResponse: [],
  validateStatus: null,
});

/**
 * Builds the body of a callback (section 6). In the live dialect, it has all the fields that the real service sends.
 */
function buildCallbackBody(transaction: Transaction, settings: Settings): Record<string, unknown> {
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

/** Builds a forged body: the id of another transaction, and the opposite status. */
function buildForgedBody(transaction: Transaction, settings: Settings): Record<string, unknown> {
  const completed = transaction.status === 'completed';
  return {
    ...buildCallbackBody(transaction, settings),
    transactionStatus: completed ? 'failed' : 'completed',
    serverCorrelationId: randomUUID(),
    transactionReference: '999999999',
    fees: [{ feeAmount: '0' }],
  };
}

/** Sends callbacks by PUT. Each is sent once, because the interface document names no retries. */
export class CallbackSender {
  readonly #ledger: Ledger;
  readonly #settings: Settings;
  /** Cancels callbacks that are delayed. */
  readonly #delays = new AbortController();
  /** Aborts callbacks that are being sent. */
  readonly #requests = new AbortController();
  readonly #sending = new Set<Promise<void>>();
  readonly #limit = pLimit(MAX_CONCURRENT);

  constructor(ledger: Ledger, settings: Settings) {
    this.#ledger = ledger;
    this.#settings = settings;
  }

  /**
   * Sends the callback of a transaction as it is now, under a fault rule if one is given.
   *
   * @returns a promise that resolves once the callback is answered, has failed or is dropped
   */
  send(transaction: Transaction, fault?: CallbackRule): Promise<void> {
    const done = this.#send({ ...transaction }, fault).finally(() => this.#sending.delete(done));
    this.#sending.add(done);
    return done;
  }

  /** Drops delayed callbacks, and gives those that are being sent this many ms to finish. */
  async close(graceMs: number): Promise<void> {
    this.#delays.abort();
    const timer = setTimeout(() => this.#requests.abort(), graceMs);
    await Promise.all(this.#sending);
    clearTimeout(timer);
    this.#requests.abort();
  }

  async #send(transaction: Transaction, fault: CallbackRule | undefined): Promise<void> {
    const url = transaction.callbackUrl;
    if (url === null) return;
    if (fault?.do === 'drop') {
      this.#record(transaction, 'dropped', { error: 'not sent: a fault rule dropped it' });
      return;
    }
    if (fault?.do === 'delay') {
      const isDue = await sleep(Number(fault.value ?? 0), true, { signal: this.#delays.signal }).catch(() => false);
      if (!isDue) return;
    }
    const put = (kind: CallbackView['kind'], body: object) =>
      this.#limit(() => this.#put(transaction, url, kind, body));
    if (fault?.do === 'forge') await put('forged', buildForgedBody(transaction, this.#settings));
    const body = buildCallbackBody(transaction, this.#settings);
    const times = fault?.do === 'duplicate' ? Number(fault.value ?? 2) : 1;
    await Promise.all(Array.from({ length: times }, () => put('genuine', body)));
  }

  async #put(transaction: Transaction, url: string, kind: CallbackView['kind'], body: object): Promise<void> {
    const startedMs = performance.now();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    let outcome: { status?: number; error?: string };
    try {
      const { status } = await http.put(url, body, { signal: AbortSignal.any([this.#requests.signal, timeout]) });
      outcome = { status };
    } catch (error) {
      if (timeout.aborted) outcome = { error: `no answer within ${TIMEOUT_MS} ms` };
      else if (this.#requests.signal.aborted) outcome = { error: 'the sandbox was closed' };
      else outcome = { error: isAxiosError(error) && error.code !== undefined ? error.code : String(error) };
    }
    this.#record(transaction, kind, { ...outcome, durationMs: Math.round(performance.now() - startedMs) });
  }

  #record(
    transaction: Transaction,
    kind: CallbackView['kind'],
    outcome: { status?: number; error?: string; durationMs?: number },
  ): void {
    this.#ledger.recordCallback(transaction.serverCorrelationId, {
      at: new Date(this.#settings.now()).toISOString(),
      kind,
      transactionStatus: transaction.operatorStatus,
      status: outcome.status ?? null,
      error: outcome.error ?? null,
      durationMs: outcome.durationMs ?? null,
    });
  }
}
