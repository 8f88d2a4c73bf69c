import type {
  Delivery,
  Merchant,
  MerchantPayment,
  Page,
  Paging,
  PaymentDetail,
  PaymentFilters,
  Refund,
  RefundBody,
  ResolveBody,
  Totals,
} from './merchantTypes.ts';
import { createRequests, type RequestsOptions } from './requests.ts';

/** Options of {@link createMerchantClient}. */
export type MerchantClientOptions = RequestsOptions;

/** Which list of webhooks. */
export interface DeliveryFilters {
  readonly status?: Delivery['status'];
}

/** Options of a request that creates something. */
export interface Idempotency {
  /** 1 to 255 characters: the same key and body get the same answer, so that a repeated request creates nothing twice. */
  readonly idempotencyKey?: string;
}

/**
 * A client of the merchant API. Each method is one route; no request is repeated by itself.
 *
 * @throws TsenaError `request_invalid` for an address that is not http or https, or an empty key. Methods throw TsenaError with the problem's
 * `code`, or `companion_unreachable`, `answer_invalid`, `request_invalid`
 * @example await createMerchantClient({ companionUrl: 'https://pay.example', apiKey }).listPayments({ status: 'completed' })
 */
export function createMerchantClient(options: MerchantClientOptions) {
  const { json, text } = createRequests(options);
  return {
    readMerchant: () => json<Merchant>('GET /v1/merchant'),
    listPayments: (query: PaymentFilters & Paging = {}) => json<Page<MerchantPayment>>('GET /v1/merchant/payments', { query }),
    /** Also by the payer's number, which does not belong in an address. */
    searchPayments: (body: PaymentFilters & Paging & { readonly msisdn?: string }) =>
      json<Page<MerchantPayment>>('POST /v1/merchant/payments/search', { body }),
    /** The same list as CSV. */
    exportPayments: (query: PaymentFilters & { readonly separator?: 'comma' | 'semicolon' } = {}) =>
      text('GET /v1/merchant/payments.csv', { query }),
    /** With `operator: '1'` the companion asks the operator too. */
    readPayment: (id: string, query: { readonly operator?: '0' | '1' } = {}) =>
      json<PaymentDetail>('GET /v1/merchant/payments/{id}', { path: { id }, query }),
    refreshPayment: (id: string) => json<MerchantPayment>('POST /v1/merchant/payments/{id}/refresh', { path: { id } }),
    resolvePayment: (id: string, body: ResolveBody) =>
      json<MerchantPayment>('POST /v1/merchant/payments/{id}/resolve', { path: { id }, body }),
    recordRefund: (id: string, body: RefundBody, { idempotencyKey }: Idempotency = {}) =>
      json<Refund>('POST /v1/merchant/payments/{id}/refunds', { path: { id }, body, idempotencyKey }),
    readTotals: (query: { readonly from?: string; readonly to?: string; readonly days?: number } = {}) =>
      json<Totals>('GET /v1/merchant/totals', { query }),
    listWebhooks: (query: DeliveryFilters & Paging = {}) => json<Page<Delivery>>('GET /v1/merchant/webhooks', { query }),
    replayWebhook: (id: string) => json<Delivery>('POST /v1/merchant/webhooks/{id}/replay', { path: { id } }),
  };
}

/** A client of the merchant API. */
export type MerchantClient = ReturnType<typeof createMerchantClient>;
