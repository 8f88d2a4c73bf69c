import { type Language, problemSchema } from '@tsena/shared';
import {
  type Delivery,
  deliverySchema,
  type Merchant,
  type MerchantPayment,
  merchantPaymentSchema,
  merchantSchema,
  type PaymentDetail,
  type PaymentPage,
  paymentDetailSchema,
  paymentPageSchema,
  type ResolveBody,
  type ReviewCounts,
  reviewCountsSchema,
  type Totals,
  totalsSchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { ApiError } from './apiError.ts';
import { type Filter, writeFilter } from './filter.ts';

/** A list of payments that is asked for. */
export interface ListRequest {
  readonly filter: Filter;
  /** A payer's number as typed; empty for all. It goes in a body, never in an address. */
  readonly msisdn: string;
  readonly cursor: string | null;
  readonly limit: number;
}

/** The companion's merchant API. Every method throws an {@link ApiError} if it does not get its answer. */
export interface Api {
  merchant(): Promise<Merchant>;
  attention(): Promise<ReviewCounts>;
  totals(days: number): Promise<Totals>;
  payments(request: ListRequest): Promise<PaymentPage>;
  /** With what the operator says, which takes as long as the operator does. */
  payment(id: string, withOperator: boolean): Promise<PaymentDetail>;
  refresh(id: string): Promise<MerchantPayment>;
  resolve(id: string, body: ResolveBody): Promise<MerchantPayment>;
  replay(webhook: string): Promise<Delivery>;
  csv(filter: Filter): Promise<Blob>;
}

/** What {@link createApi} takes. */
export interface ApiOptions {
  readonly key: string;
  readonly language: Language;
  /** The address of `/v1/merchant`, without a slash at its end. */
  readonly base: string;
}

/** Makes the client of one key. */
export function createApi({ key, language, base }: ApiOptions): Api {
  async function send(path: string, body?: unknown): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${base}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${key}`,
          'Accept-Language': language,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'omit',
        cache: 'no-store',
      });
    } catch (cause) {
      throw new ApiError('unreachable', '', { cause });
    }
    if (response.ok) return response;
    const problem = z.safeParse(problemSchema, await readJson(response));
    throw problem.success ? new ApiError(problem.data.code, problem.data.detail) : new ApiError('unreachable');
  }

  async function ask<Schema extends z.ZodMiniType>(schema: Schema, path: string, body?: unknown): Promise<z.output<Schema>> {
    const read = z.safeParse(schema, await readJson(await send(path, body)));
    if (!read.success) throw new ApiError('unreadable', '', { cause: read.error });
    return read.data;
  }

  return {
    merchant: () => ask(merchantSchema, ''),
    attention: () => ask(reviewCountsSchema, '/attention'),
    totals: (days) => ask(totalsSchema, `/totals?days=${days}`),
    payments({ filter, msisdn, cursor, limit }) {
      const query = writeFilter(filter);
      query.set('limit', String(limit));
      if (cursor !== null) query.set('cursor', cursor);
      if (msisdn === '') return ask(paymentPageSchema, `/payments?${query}`);
      return ask(paymentPageSchema, '/payments/search', { ...Object.fromEntries(query), msisdn });
    },
    payment: (id, withOperator) => ask(paymentDetailSchema, `/payments/${id}?operator=${withOperator ? 1 : 0}`),
    refresh: (id) => ask(merchantPaymentSchema, `/payments/${id}/refresh`, {}),
    resolve: (id, body) => ask(merchantPaymentSchema, `/payments/${id}/resolve`, body),
    replay: (webhook) => ask(deliverySchema, `/webhooks/${encodeURIComponent(webhook)}/replay`, {}),
    async csv(filter) {
      const query = writeFilter(filter);
      // Spreadsheets in French, which Malagasy ones are too, split at the semicolon.
      query.set('separator', language === 'en' ? 'comma' : 'semicolon');
      return (await send(`/payments.csv?${query}`)).blob();
    },
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
