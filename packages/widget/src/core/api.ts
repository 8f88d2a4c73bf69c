import type { Language } from '@tsena/shared';
import type { PaymentId } from '@tsena/shared/checkout';
import { CompanionError, createLocalError } from './companionError.ts';
import { type Reader, readCheckout, readPayment, readProblem } from './readAnswers.ts';
import { trimAddress } from './trimAddress.ts';

/** A request without an answer fails after this time. Long enough for 3G. */
const TIMEOUT_MS = 20_000;

/**
 * The part of the companion's HTTP interface that a browser uses. Every request rejects with a {@link CompanionError}.
 */
export type Api = ReturnType<typeof createApi>;

/** The address below `/v1` that answers with the order of a token. */
const ORDER_PATH = '/checkout';

interface ApiRequest<T> {
  /** The address below `/v1`. */
  path: string;
  read: Reader<T>;
  token?: string;
  body?: object;
  /** Cancels the request. */
  signal?: AbortSignal | undefined;
}

/**
 * Creates the {@link Api} of one companion.
 *
 * @param companionUrl - the companion's address, without `/v1`
 * @param language - the language of the companion's messages
 */
export function createApi(companionUrl: string, language: Language) {
  const base = `${trimAddress(companionUrl)}/v1`;

  async function ask(
    { path, token, body }: ApiRequest<unknown>,
    signal: AbortSignal,
  ): Promise<{ response: Response; answer: unknown }> {
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
      signal,
    });
    return { response, answer: await response.json() };
  }

  async function send<T>(request: ApiRequest<T>): Promise<T> {
    const abort = new AbortController();
    request.signal?.addEventListener('abort', () => abort.abort());
    let timer: ReturnType<typeof setTimeout> | undefined;
    try {
      // Chrome before 66 cannot abort a request: it must not be waited for.
      const timeout = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          abort.abort();
          reject();
        }, TIMEOUT_MS);
      });
      const { response, answer } = await Promise.race([ask(request, abort.signal), timeout]);
      if (response.ok) return request.read(answer);
      // Shoppers get a sentence without the cause. The developer of the shop needs it, and sees no other message of a
      // refused token.
      if (request.path === ORDER_PATH) console.error(`${companionUrl} refused the order:`, answer);
      const { problem, payment } = readProblem(answer);
      throw new CompanionError(problem, { payment, retryAfterMs: readRetryAfterMs(response) });
    } catch (cause) {
      if (cause instanceof CompanionError) throw cause;
      if (abort.signal.aborted) throw createLocalError('timeout', cause);
      // fetch rejects with a TypeError if no answer arrived. Any other error comes from an unreadable answer.
      if (!(cause instanceof TypeError)) throw createLocalError('unreadable', cause);
      if (navigator.onLine === false) throw createLocalError('offline', cause);
      // A browser does not tell a page that it was refused. The order comes first, so this is said once.
      if (request.path === ORDER_PATH)
        console.error(`${companionUrl} did not answer. Does its ALLOWED_ORIGINS name ${location.origin}?`);
      throw createLocalError('unreachable', cause);
    } finally {
      clearTimeout(timer);
    }
  }

  const paymentPath = (id: PaymentId) => `/payments/${id}`;
  return {
    /** Reads the order and its current payment. */
    getCheckout: (token: string) => send({ path: ORDER_PATH, read: readCheckout, token }),
    /**
     * Starts a payment from this number, or returns the order's payment if no new one may start.
     *
     * @param retryOf - the payment in whose place the shopper wants another one; null if the widget shows none
     */
    initiate: (orderToken: string, msisdn: string, retryOf: PaymentId | null) =>
      send({ path: '/payments', read: readPayment, body: { orderToken, msisdn, language, retryOf } }),
    /** Reads a payment. `signal` cancels the request. */
    getPayment: (id: PaymentId, signal?: AbortSignal) => send({ path: paymentPath(id), read: readPayment, signal }),
    /** Submits the operator's reference from the SMS for an unresolved payment. */
    submitReference: (id: PaymentId, transactionReference: string) =>
      send({ path: `${paymentPath(id)}/reference`, read: readPayment, body: { transactionReference } }),
    /** The address of a payment's Server-Sent Events. */
    getEventsUrl: (id: PaymentId) => `${base}${paymentPath(id)}/events?locale=${language}`,
  };
}

function readRetryAfterMs(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : null;
}
