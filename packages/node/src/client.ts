import type {
  CreatedKey,
  Delivery,
  DeliveryDetail,
  Key,
  KeyBody,
  Link,
  LinkBody,
  Merchant,
  MerchantPayment,
  Page,
  Paging,
  PaymentDetail,
  PaymentFilters,
  PreviewedStatement,
  Refund,
  RefundBody,
  ResolveBody,
  Setup,
  Statement,
  StatementOptions,
  StatementResult,
  StatementRow,
  Totals,
  Transaction,
} from './merchantTypes.ts';
import { createRequests, type RequestsOptions } from './requests.ts';

/** Options of {@link createMerchantClient}. */
export type MerchantClientOptions = RequestsOptions;

/** Which list of webhooks. */
export interface DeliveryFilters {
  readonly status?: Delivery['status'];
  readonly type?: string;
  /** The order reference, exactly. */
  readonly order?: string;
}

/** Which list of payment links. */
export interface LinkFilters {
  readonly status?: Link['status'];
  /** The order reference, exactly. */
  readonly order?: string;
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
    /** The same as CSV, also by the payer's number. */
    exportFoundPayments: (body: PaymentFilters & { readonly msisdn?: string; readonly separator?: 'comma' | 'semicolon' }) =>
      text('POST /v1/merchant/payments.csv', { body }),
    /** With `operator: '1'` the companion asks the operator too. */
    readPayment: (id: string, query: { readonly operator?: '0' | '1' } = {}) =>
      json<PaymentDetail>('GET /v1/merchant/payments/{id}', { path: { id }, query }),
    refreshPayment: (id: string) => json<MerchantPayment>('POST /v1/merchant/payments/{id}/refresh', { path: { id } }),
    resolvePayment: (id: string, body: ResolveBody) =>
      json<MerchantPayment>('POST /v1/merchant/payments/{id}/resolve', { path: { id }, body }),
    /** The operator's details of a transaction of yours. */
    readTransaction: (transactionReference: string) =>
      json<Transaction>('GET /v1/merchant/transactions/{transactionReference}', { path: { transactionReference } }),
    recordRefund: (id: string, body: RefundBody, { idempotencyKey }: Idempotency = {}) =>
      json<Refund>('POST /v1/merchant/payments/{id}/refunds', { path: { id }, body, idempotencyKey }),
    listRefunds: (query: Paging = {}) => json<Page<Refund>>('GET /v1/merchant/refunds', { query }),
    /** For a refund that was recorded by mistake. */
    voidRefund: (id: string, body: { readonly reason: string }) =>
      json<Refund>('POST /v1/merchant/refunds/{id}/void', { path: { id }, body }),
    /** Compares a statement of the operator (CSV) with the payments. It changes no payment. */
    importStatement: (file: string | Uint8Array<ArrayBuffer>, { columns, ...fields }: StatementOptions = {}) =>
      json<Statement>('POST /v1/merchant/statements', {
        form: formOf(file, { ...fields, ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }) }),
      }),
    /** The columns and the first rows of a statement; its beginning is enough. */
    previewStatement: (file: string | Uint8Array<ArrayBuffer>) =>
      json<PreviewedStatement>('POST /v1/merchant/statements/preview', { form: formOf(file, {}) }),
    listStatements: (query: Paging = {}) => json<Page<Statement>>('GET /v1/merchant/statements', { query }),
    readStatement: (id: string) => json<Statement>('GET /v1/merchant/statements/{id}', { path: { id } }),
    listStatementRows: (id: string, query: { readonly result?: StatementResult } & Paging = {}) =>
      json<Page<StatementRow>>('GET /v1/merchant/statements/{id}/rows', { path: { id }, query }),
    /** The same rows as CSV. */
    exportStatementRows: (id: string, query: { readonly result?: StatementResult; readonly separator?: 'comma' | 'semicolon' } = {}) =>
      text('GET /v1/merchant/statements/{id}/rows.csv', { path: { id }, query }),
    /** A month (`2026-11`) for the accountant, as CSV. */
    exportBooks: (query: { readonly month: string; readonly by?: 'entry' | 'day'; readonly separator?: 'comma' | 'semicolon' }) =>
      text('GET /v1/merchant/books.csv', { query }),
    createLink: (body: LinkBody, { idempotencyKey }: Idempotency = {}) => json<Link>('POST /v1/merchant/links', { body, idempotencyKey }),
    listLinks: (query: LinkFilters & Paging = {}) => json<Page<Link>>('GET /v1/merchant/links', { query }),
    readLink: (id: string) => json<Link>('GET /v1/merchant/links/{id}', { path: { id } }),
    /** The QR code of the link's address, as SVG. */
    readLinkCode: (id: string) => text('GET /v1/merchant/links/{id}/qr.svg', { path: { id } }),
    cancelLink: (id: string) => json<Link>('POST /v1/merchant/links/{id}/cancel', { path: { id } }),
    readTotals: (query: { readonly from?: string; readonly to?: string; readonly days?: number } = {}) =>
      json<Totals>('GET /v1/merchant/totals', { query }),
    /** The go-live checklist. `detail` is in the companion's default language, French. */
    readSetup: () => json<Setup>('GET /v1/merchant/setup'),
    listWebhooks: (query: DeliveryFilters & Paging = {}) => json<Page<Delivery>>('GET /v1/merchant/webhooks', { query }),
    /** A delivery with the webhook's body. */
    readWebhook: (id: string) => json<DeliveryDetail>('GET /v1/merchant/webhooks/{id}', { path: { id } }),
    replayWebhook: (id: string) => json<Delivery>('POST /v1/merchant/webhooks/{id}/replay', { path: { id } }),
    /** Sends a sample about an invented payment, whose id begins with `pay_test_`. */
    sendTestWebhook: (body: { readonly type: string }) => json<Delivery>('POST /v1/merchant/webhooks/test', { body }),
    /** The answer is the only one that contains the key. */
    createKey: (body: KeyBody) => json<CreatedKey>('POST /v1/merchant/keys', { body }),
    listKeys: (query: Paging = {}) => json<Page<Key>>('GET /v1/merchant/keys', { query }),
    async revokeKey(id: string): Promise<void> {
      await text('DELETE /v1/merchant/keys/{id}', { path: { id } });
    },
  };
}

function formOf(file: string | Uint8Array<ArrayBuffer>, fields: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  form.set('file', new Blob([file], { type: 'text/csv' }), 'statement.csv');
  return form;
}

/** A client of the merchant API. */
export type MerchantClient = ReturnType<typeof createMerchantClient>;
