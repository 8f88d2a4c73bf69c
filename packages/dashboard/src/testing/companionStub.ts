import type { FieldError } from '@tsena/shared';
import type * as answers from '@tsena/shared/merchant';
import { EventStreams } from './eventStreams.ts';
import {
  COUNTER,
  createCheck,
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
  readonly accept: string | null;
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
  /** Members of `reference_not_matched`. */
  readonly verdict?: string;
  readonly reason?: string;
  /** A member of `refund_exceeds_payment`. */
  readonly remaining?: string;
}

/** A request to one of the stub's routes. */
interface Asked {
  /** The third part of the path. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
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
  /** The companion's time, for its header `Date`; undefined for no header. */
  date: string | undefined = undefined;
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
  /** The answer of `GET …/references/checks`. */
  checks: answers.ReferenceChecks['data'] = [];
  /** The answer of `POST …/references/check`. */
  check: (text: string) => answers.ReferenceCheck | StubProblem = (reference) => createCheck({ reference });
  /** The answer of an action on a payment or a webhook; undefined for the unchanged payment or webhook. */
  act: (path: string, body: unknown) => answers.MerchantPayment | StubProblem | undefined = () => undefined;
  /** The answer of `POST …/statements`. */
  report: answers.StatementReport | StubProblem | string = { problem: 'invalid_request', detail: 'Not set.' };
  /** The answer of `POST …/statements/preview`. */
  preview: answers.PreviewedStatement = { columns: [], rows: [], suggestion: null };
  /** The settings; `PATCH …/settings` changes them unless `act` refuses. */
  settings: answers.MerchantSettings = createSettings();
  /** The audit log, newest first. */
  audit: readonly answers.AuditEntry[] = [];
  /** The answer of `GET …/counter`. */
  counter: () => answers.Counter | StubProblem | Promise<never> = () => COUNTER;
  /** The payment that the counter starts and reads. */
  counterPayment: unknown = undefined;
  /** Other payments that the counter reads, by their id. */
  readonly devicePayments = new Map<string, unknown>();
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
      accept: headers.get('accept'),
      body,
      idempotencyKey: headers.get('idempotency-key'),
    });
    // The cookie alone says whose session it is.
    if (headers.has('authorization') || init.credentials !== 'same-origin')
      throw new Error(`${path} was sent with a key or without cookies.`);
    if (path === '/session') return this.answerSession(init.method, body);
    // The counter reads its payment as a payer does.
    if (path.startsWith('https:'))
      return json(this.devicePayments.get(path.split('/').at(-1) ?? '') ?? this.counterPayment);
    if (!this.isSignedIn) return problem(401, 'merchant_key_invalid', 'The key is not right.');
    const answer = await this.answer(init.method ?? 'GET', path, body);
    if (this.date !== undefined) answer.headers.set('Date', new Date(this.date).toUTCString());
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
      if ((body as { readonly key: string }).key !== this.key)
        return problem(401, 'merchant_key_invalid', 'The key is not right.');
      this.isSignedIn = this.keepsCookies;
    }
    return new Response(null, { status: 204 });
  }

  private readonly routes: Readonly<Record<string, (asked: Asked) => unknown>> = {
    'GET /': () => ({ ...MERCHANT, ...this.countReviews(), ...this.merchant }),
    'GET /setup': () => this.setup,
    'GET /counter': () => this.counter(),
    'GET /totals': ({ query }) => this.totals(Number(query.get('days') ?? Number.NaN), query),
    'GET /payments': ({ query }) => {
      if (query.has('link')) return page(this.linkPayments, query);
      return query.get('needsReview') === 'true' ? page(this.needsReview) : this.list(query);
    },
    'POST /payments': () => this.counterPayment,
    'POST /payments/search': ({ body }) => this.list(new URLSearchParams(body as Record<string, string>)),
    'GET /payments.csv': () => this.csv(),
    'GET /payments/{id}': ({ id, query }) => {
      const detail = this.details.get(id);
      if (detail === undefined) return problem(404, 'payment_not_found', 'This payment was not found.');
      return query.get('operator') === '1' ? detail : { ...detail, operator: null };
    },
    'POST /payments/{id}/refresh': ({ id }) => this.payment(id),
    'POST /payments/{id}/resolve': ({ id }) => this.payment(id),
    'POST /payments/{id}/refunds': ({ id, body }) => this.addRefund(id, body as Partial<answers.Refund>),
    'GET /refunds': () => page(this.refunds),
    'POST /refunds/{id}/void': ({ id, body }) => {
      const { reason } = body as { readonly reason: string };
      const voided = {
        status: 'voided',
        voidedAt: new Date().toISOString(),
        voidedBy: 'owner',
        voidReason: reason,
      } as const;
      this.refunds = this.refunds.map((refund) => (refund.id === id ? { ...refund, ...voided } : refund));
      return this.refunds.find((refund) => refund.id === id);
    },
    'POST /references/check': ({ body }) => this.check((body as { readonly text: string }).text),
    'GET /references/checks': () => page(this.checks),
    'GET /webhooks': ({ query }) => (query.get('status') === 'failed' ? page(this.failedWebhooks) : undefined),
    'POST /webhooks/test': () => createDelivery({ type: 'tsena.ping', status: 'pending', lastError: null }),
    'POST /webhooks/{id}/replay': ({ id }) => ({
      ...createDelivery(this.failedWebhooks[0]),
      id,
      status: 'pending',
      lastError: null,
    }),
    'GET /links': () => page(this.links),
    'POST /links': ({ body }) => {
      this.links = [createLink(body as Partial<answers.Link>), ...this.links];
      return this.links[0];
    },
    'GET /links/{id}': ({ id }) =>
      this.links.find((link) => link.id === id) ?? problem(404, 'link_not_found', 'This link was not found.'),
    'GET /links/{id}/qr.svg': () =>
      new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'Content-Type': 'image/svg+xml' } }),
    'POST /links/{id}/cancel': ({ id }) => {
      this.links = this.links.map((link) => (link.id === id ? { ...link, status: 'cancelled' } : link));
      return this.links.find((link) => link.id === id);
    },
    'GET /keys': () => page(this.keys),
    'POST /keys': ({ body }) => {
      const { id, name, scope, expiresAt } = createKey(body as Partial<answers.Key>);
      this.keys = [createKey({ id, name, scope, expiresAt }), ...this.keys];
      return {
        id,
        name,
        scope,
        expiresAt,
        secret: 'tsena_test_0123456789abcdefghijABCDEFGHIJ012345',
      } satisfies answers.CreatedKey;
    },
    'DELETE /keys/{id}': ({ id }) => {
      const revoked = { revokedAt: new Date().toISOString(), revokedBy: 'owner' };
      this.keys = this.keys.map((key) => (key.id === id ? { ...key, ...revoked } : key));
    },
    'GET /settings': () => this.settings,
    'PATCH /settings': ({ body }) => {
      this.settings = { ...this.settings, ...(body as Partial<answers.MerchantSettings>) };
      return { ...this.settings, webhookSecret: null };
    },
    'POST /settings/try': () => undefined,
    'POST /settings/webhook-secret': () => {
      this.settings = { ...this.settings, webhookSecrets: this.settings.webhookSecrets + 1 };
      return { secret: 'whsec_0123456789' };
    },
    'POST /statements': () => this.report,
    'POST /statements/preview': () => this.preview,
    'GET /audit': () => page(this.audit),
    'GET /audit.csv': () => 'at',
    'POST /payers/erase': () => ({ payments: 2, open: 1 }),
  };

  private async answer(method: string, path: string, body: unknown): Promise<Response> {
    const { pathname, searchParams: query } = new URL(path, 'https://pay.example/');
    const [, , id = ''] = pathname.split('/');
    const names = [pathname, pathname.replace(`/${id}`, '/{id}')].map((name) => `${method} ${name}`);
    const route = names.flatMap((name) => this.routes[name] ?? [])[0];
    if (route === undefined) throw new Error(`The stub has no ${names[0]}.`);
    const isChange = method !== 'GET' && pathname !== '/payments/search';
    return respond((isChange ? this.act(pathname, body) : undefined) ?? (await route({ id, query, body })));
  }

  private payment(id: string): answers.MerchantPayment | undefined {
    return this.needsReview.find((payment) => payment.id === id) ?? this.details.get(id)?.payment;
  }

  private addRefund(id: string, body: Partial<answers.Refund>): answers.Refund {
    const detail = this.details.get(id);
    const refund = createRefund({ ...body, ...(detail === undefined ? {} : { paymentId: detail.payment.id }) });
    this.refunds = [refund, ...this.refunds];
    if (detail !== undefined) {
      const amountRefunded = String(Number(detail.payment.amountRefunded) + Number(refund.amount));
      const payment = { ...detail.payment, amountRefunded };
      this.addPayment(payment, { ...detail, payment, refunds: [...this.refunds] });
    }
    return refund;
  }

  private countReviews(): Pick<answers.Merchant, 'reviewCounts' | 'failedWebhooks'> {
    const reviewCounts = { ...MERCHANT.reviewCounts };
    for (const { reviewReasons } of this.needsReview) for (const reason of reviewReasons) reviewCounts[reason] += 1;
    return { reviewCounts, failedWebhooks: this.failedWebhooks.length };
  }
}

/** One page of a list, whose cursor is the number of the items before. */
function page<Item>(
  items: readonly Item[],
  query = new URLSearchParams(),
): { data: readonly Item[]; nextCursor: string | null } {
  const start = Number(query.get('cursor') ?? 0);
  const end = start + Number(query.get('limit') ?? 50);
  return { data: items.slice(start, end), nextCursor: items.length > end ? String(end) : null };
}

/** A text is a file in CSV, a {@link StubProblem} is answered 422. */
function respond(result: unknown): Response {
  if (result instanceof Response) return result;
  if (result === undefined) return new Response(null, { status: 204 });
  if (typeof result === 'string') return new Response(result, { headers: { 'Content-Type': 'text/csv' } });
  const { problem: code, detail, ...members } = result as StubProblem;
  return code === undefined ? json(result) : problem(422, code, detail, members);
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
}

function problem(status: number, code: string, detail: string, members: object = {}): Response {
  const body = { type: `urn:tsena:problem:${code}`, title: code, status, detail, code, ...members };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json' } });
}
