import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Language, PROBLEMS, type ProblemCode, pickLanguage, sentenceFor } from '@tsena/shared';
import { type Checkout, isFinal, type Payment } from '@tsena/shared/checkout';
import { VIEW_ALONE } from '@tsena/testkit/payments';
import { type Served, serve } from '@tsena/testkit/serve';
import { somePayment, states } from './states.ts';
import { readWidgetFile, SCRIPT } from './widgetFiles.ts';

/** A request that the stub received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** Answers a request instead of the stub. */
export type Answer = (request: IncomingMessage, response: ServerResponse, language: Language) => void;

type RequestKind = 'app' | 'checkout' | 'initiate' | 'payment' | 'events';

/** Sends a problem document. */
export function problem(code: ProblemCode, headers: Record<string, string> = {}, members: object = {}): Answer {
  return (_request, response, language) => {
    const { status, cause } = PROBLEMS[code];
    const body = {
      type: `https://tsena.example/problems/${code}`,
      title: cause,
      status,
      detail: sentenceFor(code, language),
      code,
      ...members,
    };
    response.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers }).end(JSON.stringify(body));
  };
}

/** Closes the connection without an answer. */
export const reset: Answer = (request) => request.socket.destroy();

/** An HTTP server with the companion's interface. The test decides its answers. */
export class CompanionStub {
  /** The received requests, in order. */
  readonly requests: ReceivedRequest[] = [];
  /** Answers that replace the usual ones, by kind of request. */
  answers: Partial<Record<RequestKind, Answer>> = {};
  /** The state of each order, by order token. An unknown token starts as the scene of its name, else as a new order. */
  readonly checkouts = new Map<string, Checkout>();
  #attempts = 0;
  readonly #streams = new Map<string, Set<{ response: ServerResponse; language: Language }>>();
  #served: Served | undefined;

  /** Starts a stub on a free loopback port. */
  static async start(): Promise<CompanionStub> {
    const stub = new CompanionStub();
    stub.#served = await serve((request, response) => void stub.#serve(request, response));
    return stub;
  }

  get url(): string {
    return this.#served?.url ?? '';
  }

  async close(): Promise<void> {
    await this.#served?.close();
  }

  /** Returns the requests to a path. */
  requestsTo(method: string, path: RegExp): ReceivedRequest[] {
    return this.requests.filter((request) => request.method === method && path.test(request.path));
  }

  /** Returns the order's state. */
  checkout(token: string): Checkout {
    const known = this.checkouts.get(token) ?? structuredClone(states[token] ?? states.form);
    if (known === undefined) throw new Error('there is no scene "form"');
    this.checkouts.set(token, known);
    return known;
  }

  /** Returns the order's payment. */
  payment(token: string): Payment {
    const { payment } = this.checkout(token);
    if (payment === null) throw new Error(`order ${token} has no payment`);
    return payment;
  }

  /** Changes the order's payment, and sends it to the open streams. */
  updatePayment(token: string, changes: Partial<Payment>): void {
    const checkout = this.checkout(token);
    const now = new Date().toISOString();
    const view = changes.status && VIEW_ALONE[changes.status];
    const payment = { ...this.payment(token), ...(view && { view }), updatedAt: now, ...changes, serverTime: now };
    if (isFinal(payment.status)) payment.nextPollMs = null;
    checkout.payment = payment;
    this.#sendEvent(payment);
  }

  /** Closes every open stream, as a proxy or a restart does. */
  cutStreams(): void {
    for (const streams of this.#streams.values()) for (const { response } of streams) response.destroy();
  }

  /** The number of open streams. */
  get openStreams(): number {
    return [...this.#streams.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #sendEvent(payment: Payment): void {
    for (const { response, language } of this.#streams.get(payment.id) ?? []) {
      response.write(`event: payment\ndata: ${JSON.stringify(translateFailure(payment, language))}\n\n`);
      if (isFinal(payment.status)) response.end();
    }
  }

  #find(id: string): { token: string; payment: Payment } | undefined {
    for (const token of [...this.checkouts.keys(), ...Object.keys(states)]) {
      const { payment } = this.checkout(token);
      if (payment?.id === id) return { token, payment };
    }
    return undefined;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', this.url);
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    response.setHeader('Access-Control-Expose-Headers', 'retry-after');
    if (method === 'OPTIONS') {
      response.writeHead(204, { 'Access-Control-Max-Age': '600' }).end();
      return;
    }
    const body = method === 'POST' ? await json(request) : undefined;
    this.requests.push({ method, path: url.pathname, headers: request.headers, body });
    const language =
      pickLanguage([url.searchParams.get('locale') ?? '', request.headers['accept-language'] ?? '']) ?? 'mg';

    const [, , id = '', last = ''] = /^\/v1\/(payments)\/([^/]+)\/?(\w*)$/.exec(url.pathname) ?? [];
    const [, app] = /^\/v1\/(checkout-app\.js)$/.exec(url.pathname) ?? [];
    if (app !== undefined) {
      if (this.answers.app) return this.answers.app(request, response, language);
      sendScript(response, readWidgetFile(app));
    } else if (/^\/v1\/checkout(-\w+)?\.js$/.test(url.pathname)) sendScript(response, readWidgetFile(SCRIPT));
    else if (url.pathname === '/v1/checkout') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const answer =
        this.answers.checkout ?? (Object.hasOwn(PROBLEMS, token) ? problem(token as ProblemCode) : undefined);
      if (answer) return answer(request, response, language);
      const checkout = this.checkout(token);
      const { payment } = checkout;
      sendJson(response, 200, {
        ...checkout,
        payment: payment && translateFailure(payment, language),
        view: payment?.view ?? null,
      });
    } else if (url.pathname === '/v1/payments' && method === 'POST') {
      if (this.answers.initiate) return this.answers.initiate(request, response, language);
      sendJson(response, 201, translateFailure(this.initiate(body), language));
    } else if (last === 'events') {
      if (this.answers.events) return this.answers.events(request, response, language);
      this.#stream(id, response, language);
    } else if (last === 'reference') {
      this.#submitReference(id, body, request, response, language);
    } else if (id !== '') {
      const found = this.#find(id);
      if (found?.token === 'unreachable') reset(request, response, language);
      else if (this.answers.payment) this.answers.payment(request, response, language);
      else if (found)
        sendJson(response, 200, translateFailure({ ...found.payment, serverTime: new Date().toISOString() }, language));
      else problem('payment_not_found')(request, response, language);
    } else problem('not_found')(request, response, language);
  }

  /** Starts a payment like `POST /v1/payments`, or returns the order's payment if no new one may start. */
  initiate(body: unknown): Payment {
    const { orderToken, msisdn } = body as { orderToken: string; msisdn: string };
    const checkout = this.checkout(orderToken);
    if (checkout.payment !== null && !checkout.payment.retryable) return checkout.payment;
    this.#attempts += 1;
    const now = new Date().toISOString();
    checkout.payment = somePayment(`${orderToken}${this.#attempts}`, {
      environment: checkout.environment,
      order: checkout.order,
      attemptNumber: this.#attempts,
      amount: checkout.amount,
      partnerName: checkout.partnerName,
      payer: `${msisdn.slice(0, 3)} •• ••${msisdn.slice(7, 8)} ${msisdn.slice(8)}`,
      createdAt: now,
      updatedAt: now,
      serverTime: now,
      nextPollMs: 200,
    });
    return checkout.payment;
  }

  #submitReference(
    id: string,
    body: unknown,
    request: IncomingMessage,
    response: ServerResponse,
    language: Language,
  ): void {
    const found = this.#find(id);
    // The companion ignores spaces.
    const transactionReference = (body as { transactionReference: string }).transactionReference.replace(/\s/g, '');
    if (found === undefined || transactionReference !== '636042511') {
      problem('reference_mismatch')(request, response, language);
      return;
    }
    this.updatePayment(found.token, { status: 'completed', transactionReference, fees: '150' });
    sendJson(response, 200, translateFailure(this.payment(found.token), language));
  }

  #stream(id: string, response: ServerResponse, language: Language): void {
    const found = this.#find(id);
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`event: payment\ndata: ${JSON.stringify(translateFailure(found.payment, language))}\n\n`);
    const streams = this.#streams.get(id) ?? new Set();
    this.#streams.set(id, streams);
    const stream = { response, language };
    streams.add(stream);
    response.on('close', () => streams.delete(stream));
  }
}

/** Returns the payment with its failure message in the requested language. */
function translateFailure(payment: Payment, language: Language): Payment {
  const { failure } = payment;
  if (failure === null || !Object.hasOwn(PROBLEMS, failure.code)) return payment;
  return { ...payment, failure: { ...failure, message: sentenceFor(failure.code as ProblemCode, language) } };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
    .end(JSON.stringify(body));
}

function sendScript(response: ServerResponse, script: string): void {
  response.writeHead(200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  response.end(script);
}
