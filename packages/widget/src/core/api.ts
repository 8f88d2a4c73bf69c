import type { Language } from '@tsena/shared';
import type { Checkout, Payment, PaymentId } from '@tsena/shared/checkout';
import { CompanionError, localFault } from './companionError.ts';
import { type Read, readCheckout, readPayment, readProblem } from './read.ts';

/** After so long without an answer a call counts as lost, in ms: generous, for 3G. */
const TIMEOUT_MS = 20_000;

/** The companion's HTTP interface, as far as a browser uses it. Every method rejects with a {@link CompanionError}. */
export interface Api {
  /** What is to be paid, and how far it has come. */
  checkout(orderToken: string): Promise<Checkout>;
  /** Asks for a payment from this number; answers with the one that stands if there is one already. */
  initiate(orderToken: string, msisdn: string): Promise<Payment>;
  /** A payment's present state; `abort` ends the call early. */
  payment(id: PaymentId, abort?: AbortController): Promise<Payment>;
  /** Offers the operator's reference from the SMS as evidence for an unresolved payment. */
  submitReference(id: PaymentId, transactionReference: string): Promise<Payment>;
  /** Where a payment's Server-Sent Events come from. */
  eventsUrl(id: PaymentId): string;
}

interface Call<T> {
  path: string;
  read: Read<T>;
  token?: string;
  body?: object;
  abort?: AbortController | undefined;
}

/**
 * Binds the calls to one companion.
 *
 * @param companionUrl - the companion's address, without `/v1`
 * @param language - what the companion's sentences shall be in
 */
export function createApi(companionUrl: string, language: Language): Api {
  const base = `${companionUrl.replace(/\/+$/, '')}/v1`;

  async function call<T>({ path, read, token, body, abort = new AbortController() }: Call<T>): Promise<T> {
    const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
    try {
      const response = await fetch(base + path, {
        method: body ? 'POST' : 'GET',
        headers: {
          'Accept-Language': language,
          ...(token && { Authorization: `Bearer ${token}` }),
          ...(body && { 'Content-Type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        cache: 'no-store',
        credentials: 'omit',
        signal: abort.signal,
      });
      const answer: unknown = await response.json();
      if (response.ok) return read(answer);
      const { problem, payment } = readProblem(answer);
      throw new CompanionError(problem, { payment, retryAfterMs: readRetryAfter(response) });
    } catch (cause) {
      if (cause instanceof CompanionError) throw cause;
      if (abort.signal.aborted) throw localFault('timeout', cause);
      // fetch rejects with a TypeError where no answer came; anything else is an answer that nobody can read.
      if (!(cause instanceof TypeError)) throw localFault('unreadable', cause);
      throw localFault(navigator.onLine === false ? 'offline' : 'unreachable', cause);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    checkout: (token) => call({ path: '/checkout', read: readCheckout, token }),
    initiate: (orderToken, msisdn) => call({ path: '/payments', read: readPayment, body: { orderToken, msisdn, language } }),
    payment: (id, abort) => call({ path: `/payments/${id}`, read: readPayment, abort }),
    submitReference: (id, transactionReference) =>
      call({ path: `/payments/${id}/reference`, read: readPayment, body: { transactionReference } }),
    eventsUrl: (id) => `${base}/payments/${id}/events?locale=${language}`,
  };
}

function readRetryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : null;
}
