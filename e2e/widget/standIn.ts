import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Language, PROBLEMS, type ProblemCode, pickLanguage, sentenceFor } from '@tsena/shared';
import { type Checkout, isFinal, type Payment } from '@tsena/shared/checkout';
import { scenes, somePayment } from './scenes.ts';

/** What the stand-in was asked. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** A call's answer in place of the usual one. */
export type Answer = (request: IncomingMessage, response: ServerResponse, language: Language) => void;

type Call = 'checkout' | 'initiate' | 'payment' | 'events' | 'claim';

/** Answers with a problem document. */
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

/** Never answers. */
export const hang: Answer = () => undefined;

/** Breaks the connection. */
export const reset: Answer = (request) => request.socket.destroy();

/** Answers as a captive portal does. */
export const garbage: Answer = (_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Connectez-vous au Wi-Fi</html>');
};

/** A companion that says what a test tells it to: a real HTTP server that speaks the contract. */
export class StandIn {
  /** Everything that was asked, in order. */
  readonly asked: Asked[] = [];
  /** Other answers than the usual ones, by call. */
  answers: Partial<Record<Call, Answer>> = {};
  /** Every order's state, by order token; an unknown token starts as the scene of its name, else as a fresh order. */
  readonly checkouts = new Map<string, Checkout>();
  /** When to ask again, in ms, for those who poll. */
  pollMs = 200;
  /** How many looks were under way at once, at most. */
  mostChecksAtOnce = 0;
  #looks = 0;
  #attempts = 0;
  readonly #streams = new Map<string, Set<{ response: ServerResponse; language: Language }>>();
  readonly #server: Server;
  readonly #script = readFileSync(createRequire(import.meta.url).resolve('@tsena/widget/checkout.js'));

  private constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  /** Starts one on a free port of loopback. */
  static async start(port = 0): Promise<StandIn> {
    const standIn = new StandIn();
    await new Promise<void>((resolve) => standIn.#server.listen(port, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Everything asked of a path. */
  askedOf(method: string, path: RegExp): Asked[] {
    return this.asked.filter((one) => one.method === method && path.test(one.path));
  }

  /** The order's state now. */
  checkout(token: string): Checkout {
    const known = this.checkouts.get(token) ?? structuredClone(scenes[token] ?? scenes.form);
    if (known === undefined) throw new Error('the scene "form" is gone');
    this.checkouts.set(token, known);
    return known;
  }

  /** The order's payment now. */
  payment(token: string): Payment {
    const { payment } = this.checkout(token);
    if (payment === null) throw new Error(`order ${token} has no payment`);
    return payment;
  }

  /** Moves the order's payment on, and tells those who listen unless `quiet`. */
  move(token: string, changes: Partial<Payment>, { quiet = false } = {}): void {
    const checkout = this.checkout(token);
    const now = new Date().toISOString();
    const payment = { ...this.payment(token), updatedAt: now, ...changes, serverTime: now };
    if (isFinal(payment.status)) payment.nextPollMs = null;
    checkout.payment = payment;
    if (!quiet) this.#tell(payment);
  }

  /** Ends every open stream, as a proxy or a restart does. */
  cutStreams(): void {
    for (const streams of this.#streams.values()) for (const { response } of streams) response.destroy();
  }

  /** How many streams are open. */
  get openStreams(): number {
    return [...this.#streams.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #tell(payment: Payment): void {
    for (const { response, language } of this.#streams.get(payment.id) ?? []) {
      response.write(`event: payment\ndata: ${JSON.stringify(speak(payment, language))}\n\n`);
      if (isFinal(payment.status)) response.end();
    }
  }

  #find(id: string): { token: string; payment: Payment } | undefined {
    for (const token of [...this.checkouts.keys(), ...Object.keys(scenes)]) {
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
    const body = method === 'POST' ? await readJson(request) : undefined;
    this.asked.push({ method, path: url.pathname, headers: request.headers, body });
    const language = pickLanguage([url.searchParams.get('locale') ?? '', request.headers['accept-language'] ?? '']) ?? 'mg';

    const [, , id = '', last = ''] = /^\/v1\/(payments)\/([^/]+)\/?(\w*)$/.exec(url.pathname) ?? [];
    if (/^\/v1\/checkout(-\w+)?\.js$/.test(url.pathname)) {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cross-Origin-Resource-Policy': 'cross-origin' });
      response.end(this.#script);
    } else if (url.pathname === '/v1/checkout') {
      const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
      const answer = this.answers.checkout ?? (Object.hasOwn(PROBLEMS, token) ? problem(token as ProblemCode) : undefined);
      if (answer) return answer(request, response, language);
      const checkout = this.checkout(token);
      sendJson(response, 200, { ...checkout, payment: checkout.payment && speak(checkout.payment, language) });
    } else if (url.pathname === '/v1/payments' && method === 'POST') {
      if (this.answers.initiate) return this.answers.initiate(request, response, language);
      sendJson(response, 201, speak(this.initiate(body), language));
    } else if (last === 'events') {
      if (this.answers.events) return this.answers.events(request, response, language);
      this.#stream(id, response, language);
    } else if (last === 'claim') {
      if (this.answers.claim) return this.answers.claim(request, response, language);
      this.#claim(id, body, request, response, language);
    } else if (id !== '') {
      this.#looks += 1;
      this.mostChecksAtOnce = Math.max(this.mostChecksAtOnce, this.#looks);
      response.on('close', () => {
        this.#looks -= 1;
      });
      const found = this.#find(id);
      if (found?.token === 'unreachable') reset(request, response, language);
      else if (this.answers.payment) this.answers.payment(request, response, language);
      else if (found) sendJson(response, 200, speak({ ...found.payment, serverTime: new Date().toISOString() }, language));
      else problem('payment_not_found')(request, response, language);
    } else problem('not_found')(request, response, language);
  }

  /** Starts an attempt as `POST /v1/payments` does, or finds the one that stands. */
  initiate(body: unknown): Payment {
    const { orderToken, msisdn } = body as { orderToken: string; msisdn: string };
    const checkout = this.checkout(orderToken);
    if (checkout.payment !== null && !checkout.payment.retryable) return checkout.payment;
    this.#attempts += 1;
    const now = new Date().toISOString();
    checkout.payment = somePayment(`${orderToken}${this.#attempts}`, {
      order: checkout.order,
      amount: checkout.amount,
      partnerName: checkout.partnerName,
      payer: `${msisdn.slice(0, 3)} •• ••${msisdn.slice(7, 8)} ${msisdn.slice(8)}`,
      createdAt: now,
      updatedAt: now,
      serverTime: now,
      nextPollMs: this.pollMs,
    });
    return checkout.payment;
  }

  #claim(id: string, body: unknown, request: IncomingMessage, response: ServerResponse, language: Language): void {
    const found = this.#find(id);
    // Read into its one spelling, as the companion reads it.
    const transactionReference = (body as { transactionReference: string }).transactionReference.replace(/\s/g, '');
    if (found === undefined || transactionReference !== '636042511') {
      problem('reference_mismatch')(request, response, language);
      return;
    }
    this.move(found.token, { status: 'completed', transactionReference, fees: '150' });
    sendJson(response, 200, speak(this.payment(found.token), language));
  }

  #stream(id: string, response: ServerResponse, language: Language): void {
    const found = this.#find(id);
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(`event: payment\ndata: ${JSON.stringify(speak(found.payment, language))}\n\n`);
    const streams = this.#streams.get(id) ?? new Set();
    this.#streams.set(id, streams);
    const stream = { response, language };
    streams.add(stream);
    response.on('close', () => streams.delete(stream));
  }
}

/** The payment with its failure's sentence in the language asked for. */
function speak(payment: Payment, language: Language): Payment {
  const { failure } = payment;
  if (failure === null || !Object.hasOwn(PROBLEMS, failure.code)) return payment;
  return { ...payment, failure: { ...failure, message: sentenceFor(failure.code as ProblemCode, language) } };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body));
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}
