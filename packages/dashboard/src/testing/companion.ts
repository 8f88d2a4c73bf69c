import type { MerchantPayment, PaymentDetail, PaymentPage, ReviewCounts, Totals } from '@tsena/shared/merchant';
import { aRecord, aReview, MERCHANT, someTotals } from './fixtures.ts';

export const KEY = 'the-right-key-of-the-merchant';
const BASE = 'https://pay.example/v1/merchant';

/** A request that the page made. */
export interface Asked {
  readonly method: string;
  /** After `/v1/merchant`, with its query. */
  readonly path: string;
  readonly language: string | null;
  readonly body: unknown;
}

/** A companion that answers from what a test sets; what it was asked is kept. */
export class FakeCompanion {
  readonly base = BASE;
  readonly asked: Asked[] = [];
  key = KEY;
  reachable = true;
  attention: ReviewCounts = aReview();
  totals: (days: number) => Totals = (days) => someTotals(Array.from({ length: days }, (_, index) => (index + 1) * 1000));
  list: (query: URLSearchParams) => PaymentPage = () => ({ payments: [], nextCursor: null });
  records = new Map<string, PaymentDetail>();
  /** What acting on a payment comes to; the payment as it is by default. */
  act: (path: string, body: unknown) => MerchantPayment | { readonly problem: string; readonly detail: string } | undefined = () =>
    undefined;

  /** In the place of `fetch`. */
  readonly fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (!this.reachable) throw new TypeError('Failed to fetch');
    const headers = new Headers(init.headers);
    const path = String(input).slice(BASE.length);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.asked.push({ method: init.method ?? 'GET', path, language: headers.get('accept-language'), body });
    if (headers.get('authorization') !== `Bearer ${this.key}`) return problem(401, 'merchant_key_invalid', 'The key is not right.');
    return this.answer(path, body);
  };

  private answer(path: string, body: unknown): Response {
    const { pathname, searchParams } = new URL(path, 'https://pay.example/');
    if (pathname === '/') return json(MERCHANT);
    if (pathname === '/attention') return json(this.attention);
    if (pathname === '/totals') return json(this.totals(Number(searchParams.get('days'))));
    if (pathname === '/payments') return json(this.list(searchParams));
    if (pathname === '/payments/search') return json(this.list(new URLSearchParams(body as Record<string, string>)));
    if (pathname === '/payments.csv') return new Response('\uFEFForder\r\n', { headers: { 'Content-Type': 'text/csv' } });
    const [, kind, id = '', act] = pathname.split('/');
    if (act !== undefined) {
      const result = this.act(pathname, body);
      if (result !== undefined && 'problem' in result) return problem(422, result.problem, result.detail);
      if (kind === 'webhooks') return json({ ...this.attention.webhooks[0], state: 'waiting', lastError: null });
      return json(result ?? this.attention.payments.find((one) => one.id === id) ?? this.records.get(id)?.payment);
    }
    const record = this.records.get(id);
    if (record === undefined) return problem(404, 'payment_not_found', 'This payment was not found.');
    return json(searchParams.get('operator') === '0' ? { ...record, operator: null } : record);
  }

  /** Makes a payment known under its id. */
  know(payment: MerchantPayment, more: Partial<PaymentDetail> = {}): MerchantPayment {
    this.records.set(payment.id, aRecord(payment, more));
    return payment;
  }
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
}

function problem(status: number, code: string, detail: string): Response {
  const body = { type: `urn:tsena:problem:${code}`, title: code, status, detail, code };
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/problem+json' } });
}
