import type { FieldError } from '@tsena/shared';
import type * as answers from '@tsena/shared/merchant';
import { EventStreams } from './eventStreams.ts';
import {
  COUNTER,
  createDelivery,
  createDetail,
  createKey,
  createLink,
  createRefund,
  createSettings,
  createSetup,
  createTotals,
  MERCHANT,
} from './fixtures.ts';

export const KEY = 'the-right-key-of-the-merchant';
const BASE = 'https://pay.example/v1/merchant';

/** A request that the page sent. */
export interface SentRequest {
  readonly method: string;
  /** The path after `/v1/merchant`, with its query. */
  readonly path: string;
  readonly language: string | null;
  readonly body: unknown;
  readonly idempotencyKey: string | null;
}

/** A problem document to answer with. */
export interface StubProblem {
  readonly problem: string;
  readonly detail: string;
  /** A member of `reference_mismatch`. */
  readonly mismatch?: unknown;
  /** The wrong fields. */
  readonly errors?: readonly FieldError[];
  /** A member of `refund_exceeds_payment`. */
  readonly remaining?: string;
}

/** A merchant API that answers from the fields that a test sets, and keeps the page's requests. */
export class CompanionStub {
  readonly base = BASE;
  readonly requests: SentRequest[] = [];
  /** The key that signs in. */
  key = KEY;
  /** Whether the browser has the cookie of a session that lasts. */
  isSignedIn = false;
  /** Whether the browser keeps the cookie that a sign-in sets. */
  keepsCookies = true;
  isReachable = true;
  /** How many of the next changes arrive, but without an answer. */
  lostAnswers = 0;
  /** Fields of `GET /v1/merchant` that differ from the fixture's. The counts follow the two lists below. */
  merchant: Partial<answers.Merchant> = {};
  /** The answer of `GET …/payments?needsReview=true`. */
  needsReview: readonly answers.MerchantPayment[] = [];
  /** The answer of `GET …/webhooks?status=failed`. */
  failedWebhooks: readonly answers.Delivery[] = [];
  /** The payment links, newest first. `POST …/links` adds one. */
  links: answers.Link[] = [];
  /** The merchant keys, newest first. `POST …/keys` adds one. */
  keys: answers.Key[] = [];
  /** The refunds, newest first. `POST …/refunds` adds one. */
  refunds: answers.Refund[] = [];
  /** The answer of `GET …/payments?link=…`. */
  linkPayments: readonly answers.MerchantPayment[] = [];
  /** The answer of every other list of payments. */
  list: (query: URLSearchParams) => answers.PaymentPage = () => ({ data: [], nextCursor: null });
  /** The answer of `GET …/totals?days=…`; `days` is NaN for a range. */
  totals: (days: number, query: URLSearchParams) => answers.Totals | StubProblem = (days) =>
    createTotals(Array.from({ length: days }, (_, index) => (index + 1) * 1000));
  /** The answer of `GET …/setup`. */
  setup: answers.Setup = createSetup();
  /** Whether event streams are taken. */
  hasEvents = true;
  /** The event streams that the page reads. */
  readonly streams = new EventStreams();
  /** Replaces `EventSource`. */
  readonly EventSource = this.streams.createSource(() => this.hasEvents && this.isReachable && this.isSignedIn);
  csv: () => string | StubProblem = () => '\uFEFForder\r\n';
  /** The answer of `GET …/transactions/{reference}`. */
  transaction: (reference: string) => answers.Transaction | StubProblem = () => ({
    problem: 'transaction_not_found',
    detail: 'Not found.',
  });
  /** The answer of an action on a payment or a webhook; undefined for the unchanged payment or webhook. */
  act: (path: string, body: unknown) => answers.MerchantPayment | StubProblem | undefined = () => undefined;
  /** The statements; `POST …/statements` answers with the first one. */
  statements: readonly answers.Statement[] = [];
  /** The rows of every statement. */
  statementRows: readonly answers.StatementRow[] = [];
  /** The answer of `POST …/statements/preview`. */
  preview: answers.PreviewedStatement = { columns: [], rows: [], mapping: null };
  /** The settings; `PATCH …/settings` changes them unless `act` refuses. */
  settings: answers.MerchantSettings = createSettings();
  /** The audit log, newest first. */
  audit: readonly answers.AuditEntry[] = [];
  /** The answer of `GET …/counter`. */
  counter: () => answers.Counter | StubProblem | Promise<never> = () => COUNTER;
  /** The payment that the counter starts and reads. */
  counterPayment: unknown = undefined;
  private readonly details = new Map<string, answers.PaymentDetail>();

  /** Replaces `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (!this.isReachable) throw new TypeError('Failed to fetch');
    const headers = new Headers(init.headers);
    const path = String(input).replace(BASE, '');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined);
    this.requests.push({
      method: init.method ?? 'GET',
      path,
      language: headers.get('accept-language'),
      body,
      idempotencyKey: headers.get('idempotency-key'),
    });
    // The cookie alone says whose session it is.
    if (headers.has('authorization') || init.credentials !== 'same-origin')
      throw new Error(`${path} was sent with a key or without cookies.`);
    if (path === '/session') return this.answerSession(init.method, body);
    // The counter reads its payment as a payer does.
    if (path.startsWith('https:')) return json(this.counterPayment);
    if (!this.isSignedIn) return problem(401, 'merchant_key_invalid', 'The key is not right.');
    const answer = await this.answer(init.method ?? 'GET', path, body);
    if (init.method !== 'POST' || this.lostAnswers === 0) return answer;
    this.lostAnswers -= 1;
    throw new TypeError('Failed to fetch');
  };

  /** Makes `GET …/payments/{id}` answer with this payment. `operator` is in the answer only with `?operator=1`. */
  addPayment(payment: answers.MerchantPayment, detail: Partial<answers.PaymentDetail> = {}): answers.MerchantPayment {
    this.details.set(payment.id, createDetail(payment, detail));
    return payment;
  }

  /** The requests that changed something, oldest first. */
  get posts(): SentRequest[] {
    return this.requests.filter(({ method }) => method === 'POST');
  }

  /** Breaks the connections of the event streams, and answers nothing from now on. */
  goAway(): void {
    this.isReachable = false;
    this.streams.endAll();
  }

  private answerSession(method: string | undefined, body: unknown): Response {
    if (method === 'DELETE') {
      this.isSignedIn = false;
    } else {
      if ((body as { readonly key: string }).key !== this.key) return problem(401, 'merchant_key_invalid', 'The key is not right.');
      this.isSignedIn = this.keepsCookies;
    }
    return new Response(null, { status: 204 });
  }

  private async answer(method: string, path: string, body: unknown): Promise<Response> {
    const { pathname, searchParams } = new URL(path, 'https://pay.example/');
    switch (pathname) {
      case '/':
        return json({ ...MERCHANT, ...this.countReviews(), ...this.merchant });
      case '/setup':
        return json(this.setup);
      case '/webhooks/test':
        return jsonOrProblem(this.act(pathname, body) ?? createDelivery({ type: 'tsena.ping', status: 'pending', lastError: null }));
      case '/totals':
        return jsonOrProblem(this.totals(Number(searchParams.get('days') ?? Number.NaN), searchParams));
      case '/counter':
        return jsonOrProblem(await this.counter());
      case '/payments':
        if (method === 'POST') return jsonOrProblem(this.act(pathname, body) ?? Object(this.counterPayment));
        return this.answerPayments(searchParams);
      case '/payments/search':
        return json(this.list(new URLSearchParams(body as Record<string, string>)));
      case '/payments.csv': {
        const file = this.csv();
        return typeof file === 'string' ? new Response(file, { headers: { 'Content-Type': 'text/csv' } }) : jsonOrProblem(file);
      }
      case '/webhooks':
        return searchParams.get('status') === 'failed' ? json(page(this.failedWebhooks)) : problem(400, 'invalid_request', path);
      case '/audit':
        return json(page(this.audit));
      case '/audit.csv':
        return new Response('at', { headers: { 'Content-Type': 'text/csv' } });
      case '/payers/erase':
        return json({ payments: 2, open: 1 });
      default:
        if (pathname.startsWith('/settings')) return this.answerSettings(method, pathname, body);
        if (pathname.startsWith('/keys')) return this.answerKeys(method, pathname, body);
        if (/\/refunds\b/.test(pathname)) return this.answerRefunds(pathname, body);
        return this.answerOne(pathname, searchParams, body);
    }
  }

  private answerPayments(query: URLSearchParams): Response {
    if (query.has('link')) return json(page(this.linkPayments));
    return json(query.get('needsReview') === 'true' ? page(this.needsReview) : this.list(query));
  }

  private answerLinks([, , id, action]: readonly string[], body: unknown): Response {
    if (id === undefined) {
      if (body === undefined) return json(page(this.links));
      const refused = this.act('/links', body);
      if (refused !== undefined) return jsonOrProblem(refused);
      const link = createLink(body as Partial<answers.Link>);
      this.links = [link, ...this.links];
      return json(link);
    }
    const link = this.links.find((one) => one.id === id);
    if (link === undefined) return problem(404, 'link_not_found', 'This link was not found.');
    if (action === 'qr.svg')
      return new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'Content-Type': 'image/svg+xml' } });
    if (action !== 'cancel') return json(link);
    const cancelled: answers.Link = { ...link, status: 'cancelled' };
    this.links = this.links.map((one) => (one.id === id ? cancelled : one));
    return json(cancelled);
  }

  private answerSettings(method: string, pathname: string, body: unknown): Response {
    if (method === 'GET') return json(this.settings);
    const refused = this.act(pathname, body);
    if (refused !== undefined) return jsonOrProblem(refused);
    if (pathname === '/settings/try') return new Response(null, { status: 204 });
    if (pathname === '/settings/webhook-secret') {
      this.settings = { ...this.settings, webhookSecrets: this.settings.webhookSecrets + 1 };
      return json({ secret: 'whsec_0123456789' });
    }
    this.settings = { ...this.settings, ...(body as Partial<answers.MerchantSettings>) };
    return json({ ...this.settings, webhookSecret: null });
  }

  private answerKeys(method: string, pathname: string, body: unknown): Response {
    if (method === 'GET') return json(page(this.keys));
    const refused = this.act(pathname, body);
    if (refused !== undefined) return jsonOrProblem(refused);
    if (method === 'DELETE') {
      const id = pathname.split('/').at(-1);
      this.keys = this.keys.map((key) => (key.id === id ? { ...key, revokedAt: new Date().toISOString(), revokedBy: 'owner' } : key));
      return new Response(null, { status: 204 });
    }
    const { id, name, scope, expiresAt } = createKey(body as Partial<answers.Key>);
    this.keys = [createKey({ id, name, scope, expiresAt }), ...this.keys];
    const created: answers.CreatedKey = { id, name, scope, expiresAt, secret: 'tsena_test_0123456789abcdefghijABCDEFGHIJ012345' };
    return json(created);
  }

  private answerRefunds(pathname: string, body: unknown): Response {
    if (body === undefined) return json(page(this.refunds));
    const refused = this.act(pathname, body);
    if (refused !== undefined) return jsonOrProblem(refused);
    const [, collection, id = ''] = pathname.split('/');
    if (collection === 'refunds') {
      const { reason } = body as { readonly reason: string };
      this.refunds = this.refunds.map((refund) =>
        refund.id === id
          ? { ...refund, status: 'voided', voidedAt: new Date().toISOString(), voidedBy: 'owner', voidReason: reason }
          : refund,
      );
      return json(this.refunds.find((refund) => refund.id === id));
    }
    const payment = this.details.get(id)?.payment;
    const refund = createRefund({ ...(body as Partial<answers.Refund>), ...(payment === undefined ? {} : { paymentId: payment.id }) });
    this.refunds = [refund, ...this.refunds];
    if (payment !== undefined) {
      const amountRefunded = String(Number(payment.amountRefunded) + Number(refund.amount));
      const detail = this.details.get(id);
      this.addPayment({ ...payment, amountRefunded }, { ...detail, payment: { ...payment, amountRefunded }, refunds: [...this.refunds] });
    }
    return json(refund);
  }

  private answerStatements([, , id, view]: readonly string[], query: URLSearchParams, body: unknown): Response {
    if (id === undefined) return json(body === undefined ? page(this.statements) : this.statements[0]);
    if (id === 'preview') return json(this.preview);
    if (view === 'rows') return json(page(this.statementRows.filter(({ result }) => result === query.get('result'))));
    return json(this.statements.find((statement) => statement.id === id));
  }

  private answerOne(pathname: string, query: URLSearchParams, body: unknown): Response {
    const parts = pathname.split('/');
    const [, collection, id = '', action] = parts;
    if (collection === 'transactions') return jsonOrProblem(this.transaction(id));
    if (collection === 'statements') return this.answerStatements(parts, query, body);
    if (collection === 'links') return this.answerLinks(parts, body);
    const detail = this.details.get(id);
    if (action !== undefined) {
      const result = this.act(pathname, body);
      if (result !== undefined) return jsonOrProblem(result);
      if (collection === 'webhooks')
        return json({ ...createDelivery(), ...this.failedWebhooks[0], id, status: 'pending', lastError: null });
      return json(this.needsReview.find((payment) => payment.id === id) ?? detail?.payment);
    }
    if (detail === undefined) return problem(404, 'payment_not_found', 'This payment was not found.');
    return json(query.get('operator') === '1' ? detail : { ...detail, operator: null });
  }

  private countReviews(): Pick<answers.Merchant, 'reviewCounts' | 'failedWebhooks'> {
    const reviewCounts = { ...MERCHANT.reviewCounts };
    for (const { reviewReasons } of this.needsReview) for (const reason of reviewReasons) reviewCounts[reason] += 1;
    return { reviewCounts, failedWebhooks: this.failedWebhooks.length };
  }
}

/** One page of at most 50 items; the dashboard asks for no more. */
function page<Item>(items: readonly Item[]): { data: readonly Item[]; nextCursor: string | null } {
  return { data: items.slice(0, 50), nextCursor: items.length > 50 ? 'next' : null };
}

function jsonOrProblem(result: object | StubProblem): Response {
  return 'problem' in result
    ? problem(422, result.problem, result.detail, { mismatch: result.mismatch, remaining: result.remaining, errors: result.errors })
    : json(result);
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
}

function problem(status: number, code: string, detail: string, members: object = {}): Response {
  const body = { type: `urn:tsena:problem:${code}`, title: code, status, detail, code, ...members };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json' } });
}
