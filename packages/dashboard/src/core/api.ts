import { type Language, problemSchema, readMsisdn } from '@tsena/shared';
import type { LinkId } from '@tsena/shared/checkout';
import {
  type ChangedPayments,
  type CreateLinkBody,
  type Delivery,
  deliverySchema,
  type Link,
  type LinkPage,
  linkPageSchema,
  linkSchema,
  type Merchant,
  type MerchantPayment,
  merchantPaymentSchema,
  merchantSchema,
  type PaymentDetail,
  type PaymentPage,
  paymentDetailSchema,
  paymentPageSchema,
  type ResolveBody,
  referenceMismatchSchema,
  type Totals,
  type Transaction,
  totalsSchema,
  transactionSchema,
  webhookPageSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { ApiError } from './apiError.ts';
import { readChanges } from './changeStream.ts';
import { type Filter, writeFilter } from './filter.ts';

const refusedReferenceSchema = z.object({ mismatch: referenceMismatchSchema });

/** A request for one page of payments. */
export interface ListRequest {
  readonly filter: Filter;
  /**
   * Digits as typed: a payer's number, a part of one, or a reference; empty if there are none. They are sent in a request body, because
   * proxies log addresses.
   */
  readonly digits: string;
  /** `nextCursor` of the page before; null for the first page. */
  readonly cursor: string | null;
  readonly limit: number;
}

/** A page of webhook deliveries, newest first. */
export type DeliveryPage = z.output<typeof webhookPageSchema>;

/** The companion's merchant API. Every method throws an {@link ApiError} if the companion does not answer as documented. */
export interface Api {
  /** The merchant's settings, and how many payments and webhooks need review. */
  merchant(): Promise<Merchant>;
  /** Totals of the last `days` days, today included. */
  totals(days: number): Promise<Totals>;
  /** Calls back for each change of payments. Resolves when the companion ends the stream; throws if the connection breaks. */
  changes(onChange: (changed: ChangedPayments) => void, signal: AbortSignal): Promise<void>;
  payments(request: ListRequest): Promise<PaymentPage>;
  /** A payment with its history. The companion does not ask the operator. */
  payment(id: string): Promise<PaymentDetail>;
  /** As {@link Api.payment}, and the companion also asks the operator, which can take seconds. */
  paymentWithOperator(id: string): Promise<PaymentDetail>;
  /** Checks the payment's status with the operator now. */
  refresh(id: string): Promise<MerchantPayment>;
  resolve(id: string, body: ResolveBody): Promise<MerchantPayment>;
  /** The operator's details of a transaction of the merchant. The companion asks the operator, which can take seconds. */
  transaction(reference: string): Promise<Transaction>;
  failedWebhooks(limit: number): Promise<DeliveryPage>;
  /** Delivers a webhook again, with the same id and body. */
  replay(webhookId: string): Promise<Delivery>;
  links(cursor: string | null): Promise<LinkPage>;
  link(id: LinkId): Promise<Link>;
  /** Creates a payment link. A repeated request with the same key creates no second one. */
  createLink(body: CreateLinkBody, idempotencyKey: string): Promise<Link>;
  /** Cancels a link: no new payment can begin. */
  cancelLink(id: LinkId): Promise<Link>;
  /** The newest payments that began on a link's page. */
  linkPayments(id: LinkId): Promise<PaymentPage>;
  /** A link's QR code as an address of an image. */
  qrCode(id: LinkId): Promise<string>;
  /** The payments that match the filter, as a CSV file. */
  csv(filter: Filter, digits: string): Promise<Blob>;
}

interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of {@link createApi}. */
export interface ApiOptions {
  readonly key: string;
  readonly language: Language;
  /** The address of `/v1/merchant`, without a trailing slash. */
  readonly base: string;
}

/** Creates a client of the merchant API for one merchant key. */
export function createApi({ key, language, base }: ApiOptions): Api {
  async function send(path: string, body?: unknown, { signal, headers }: SendOptions = {}): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Accept-Language': language,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'omit',
        cache: 'no-store',
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (cause) {
      throw new ApiError('unreachable', '', { cause });
    }
    if (response.ok) return response;
    const answer = await readJson(response);
    const problem = z.safeParse(problemSchema, answer);
    if (!problem.success) throw new ApiError('unreachable');
    const refused = z.safeParse(refusedReferenceSchema, answer);
    throw new ApiError(problem.data.code, problem.data.detail, { mismatch: refused.success ? refused.data.mismatch : undefined });
  }

  async function request<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    body?: unknown,
    headers?: SendOptions['headers'],
  ): Promise<z.output<Schema>> {
    const parsed = z.safeParse(schema, await readJson(await send(path, body, { headers })));
    if (!parsed.success) throw new ApiError('unreadable', '', { cause: parsed.error });
    return parsed.data;
  }

  return {
    merchant: () => request(merchantSchema, ''),
    changes: async (onChange, signal) => readChanges(await send('/events', undefined, { signal }), onChange),
    totals: (days) => request(totalsSchema, `/totals?days=${days}`),
    payments({ filter, digits, cursor, limit }) {
      const query = writeFilter(filter);
      query.set('limit', String(limit));
      if (cursor !== null) query.set('cursor', cursor);
      if (digits === '') return request(paymentPageSchema, `/payments?${query}`);
      return request(paymentPageSchema, '/payments/search', { ...Object.fromEntries(query), ...searchFor(digits) });
    },
    payment: (id) => request(paymentDetailSchema, `/payments/${id}`),
    paymentWithOperator: (id) => request(paymentDetailSchema, `/payments/${id}?operator=1`),
    refresh: (id) => request(merchantPaymentSchema, `/payments/${id}/refresh`, {}),
    resolve: (id, body) => request(merchantPaymentSchema, `/payments/${id}/resolve`, body),
    transaction: (reference) => request(transactionSchema, `/transactions/${encodeURIComponent(reference)}`),
    failedWebhooks: (limit) => request(webhookPageSchema, `/webhooks?status=failed&limit=${limit}`),
    replay: (webhookId) => request(deliverySchema, `/webhooks/${encodeURIComponent(webhookId)}/replay`, {}),
    links: (cursor) => request(linkPageSchema, `/links?limit=50${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`),
    link: (id) => request(linkSchema, `/links/${id}`),
    createLink: (body, idempotencyKey) => request(linkSchema, '/links', body, { 'Idempotency-Key': idempotencyKey }),
    cancelLink: (id) => request(linkSchema, `/links/${id}/cancel`, {}),
    linkPayments: (id) => request(paymentPageSchema, `/payments?link=${id}&limit=20`),
    // The page's policy allows images in data addresses.
    qrCode: async (id) => `data:image/svg+xml,${encodeURIComponent(await (await send(`/links/${id}/qr.svg`)).text())}`,
    async csv(filter, digits) {
      const query = writeFilter(filter);
      // Spreadsheets set to French expect semicolons; in Madagascar they are set to French for Malagasy users too.
      query.set('separator', language === 'en' ? 'comma' : 'semicolon');
      if (digits === '') return (await send(`/payments.csv?${query}`)).blob();
      return (await send('/payments.csv', { ...Object.fromEntries(query), ...searchFor(digits) })).blob();
    },
  };
}

/** Searches for a whole number by the payer, for other digits by reference. */
function searchFor(digits: string): { readonly msisdn: string } | { readonly q: string } {
  return readMsisdn(digits).ok ? { msisdn: digits } : { q: digits };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
