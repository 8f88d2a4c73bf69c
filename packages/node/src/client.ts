import type {
  AuditEntry,
  ChangedSettings,
  CounterPaymentBody,
  CreatedKey,
  CreateKeyBody,
  CreateLinkBody,
  Delivery,
  DeliveryDetail,
  ErasedPayer,
  ErasePayerBody,
  Key,
  Link,
  Merchant,
  MerchantPayment,
  MerchantSettings,
  Payment,
  PaymentDetail,
  PaymentSearch,
  PreviewedStatement,
  ReferenceCheck,
  ReferenceCheckBody,
  ReferenceChecks,
  Refund,
  RefundBody,
  ResolveBody,
  SampleBody,
  SettingsBody,
  Setup,
  StatementColumns,
  StatementForm,
  StatementReport,
  Totals,
  Transaction,
  VoidRefundBody,
} from './apiTypes.ts';
import { createRequests, type RequestsOptions } from './requests.ts';

/** Options of {@link createMerchantClient}. */
export type MerchantClientOptions = RequestsOptions;

/** A list, newest first. */
export interface Page<Row> {
  /** The rows of the page. */
  readonly data: readonly Row[];
  /** Pass it as `cursor` for the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Which page of a list, and how long. */
export type Paging = Pick<PaymentSearch, 'cursor' | 'limit'>;

/**
 * Which payments. With `msisdn`, the filters are sent in a body: a phone number does not belong in an address, which
 * proxies log.
 */
export interface PaymentFilters extends Omit<PaymentSearch, 'needsReview' | keyof Paging> {
  /** Only payments that need review. */
  readonly needsReview?: true;
}

/** Which links. */
export interface LinkFilters {
  /** Only links with this status. */
  readonly status?: Link['status'];
  /** The order reference, exactly. */
  readonly order?: string;
}

/** Which deliveries. */
export interface DeliveryFilters {
  /** Only deliveries with this status. */
  readonly status?: Delivery['status'];
  /** Only deliveries of this type of event. */
  readonly type?: Delivery['type'];
  /** The order reference, exactly. */
  readonly order?: string;
}

/** How a CSV file is written. */
export interface CsvOptions {
  /** French spreadsheets expect the semicolon. Default: the comma. */
  readonly separator?: 'comma' | 'semicolon';
}

/** Options of a request that creates something. */
export interface Idempotency {
  /**
   * 1 to 255 characters: the same key and body get the same answer, so that a repeated request creates nothing twice.
   */
  readonly idempotencyKey?: string;
}

/** How to read a statement. Without an option, it is recognized. */
export interface StatementOptions extends Omit<StatementForm, 'file' | 'columns' | 'separator'> {
  /** Which column of the file has what, by its name in the header. */
  readonly columns?: StatementColumns;
}

/** A statement of the operator: the content of a CSV file. */
export type StatementFile = string | Uint8Array<ArrayBuffer>;

/**
 * A client of the merchant API. Each method is one request, and no request is repeated by itself.
 *
 * Methods throw TsenaError with the problem's `code`, or `companion_unreachable`, `answer_invalid`, `request_invalid`.
 */
export interface MerchantClient {
  /** The merchant, and what is about all payments. */
  readonly merchant: {
    /** The settings, and how many payments need review. */
    read(): Promise<Merchant>;
    /** Totals of each day in Madagascar. Without `from`, of the last `days` (30) up to `to`, or to today. */
    readTotals(query?: { readonly from?: string; readonly to?: string; readonly days?: number }): Promise<Totals>;
    /** The go-live checklist. `detail` is in French, the companion's default language. */
    readSetup(): Promise<Setup>;
    /** A month (`2026-11`) for the accountant as CSV: a line for each payment and refund, or for each day. */
    exportBooks(query: { readonly month: string; readonly by?: 'entry' | 'day' } & CsvOptions): Promise<string>;
  };
  /** Payments, and what a merchant does with them. */
  readonly payments: {
    /** A page of payments. */
    list(filters?: PaymentFilters & Paging): Promise<Page<MerchantPayment>>;
    /** All payments that match, as CSV. */
    exportCsv(filters?: PaymentFilters & CsvOptions): Promise<string>;
    /**
     * A payment with its history. With `operator`, the companion asks the operator too, which needs the scope
     * `operate`.
     */
    read(id: string, options?: { readonly operator?: boolean }): Promise<PaymentDetail>;
    /**
     * Takes a payment at the counter: the prompt appears on the customer's phone. A repeated request with the same key
     * sends no second one. With `transactionReference`, nothing is sent: the customer has sent the money by hand.
     */
    start(body: CounterPaymentBody, options: Required<Idempotency>): Promise<Payment>;
    /** Checks the status at the operator now. */
    refresh(id: string): Promise<MerchantPayment>;
    /** Resolves a payment that needs review: by the operator's reference, or by your decision with its reason. */
    resolve(id: string, body: ResolveBody): Promise<MerchantPayment>;
  };
  /** The operator's record of transactions. */
  readonly transactions: {
    /** The operator's details of a transaction of yours, with masked numbers. */
    read(transactionReference: string): Promise<Transaction>;
  };
  /** References of SMS that customers show. */
  readonly references: {
    /** Says whether a reference, or the message that has it, is money that nothing was sold for. */
    check(body: ReferenceCheckBody): Promise<ReferenceCheck>;
    /** What this key has checked today, in Madagascar. */
    list(): Promise<ReferenceChecks>;
  };
  /** Records of refunds. The money itself is sent by hand: the operator's interface has no refunds. */
  readonly refunds: {
    /** Records a refund of a payment. */
    record(paymentId: string, body: RefundBody, options?: Idempotency): Promise<Refund>;
    /** A page of refunds. */
    list(query?: Paging): Promise<Page<Refund>>;
    /** Voids a refund that was recorded by mistake. */
    void(id: string, body: VoidRefundBody): Promise<Refund>;
  };
  /** The operator's statements, compared with the payments. */
  readonly statements: {
    /** Compares a statement with the payments. It changes no payment, and the report is not stored. */
    import(file: StatementFile, options?: StatementOptions): Promise<StatementReport>;
    /** The same, with every row, as CSV. */
    exportCsv(file: StatementFile, options?: StatementOptions & CsvOptions): Promise<string>;
    /** The columns and the first rows of a statement; its beginning is enough. */
    preview(file: StatementFile): Promise<PreviewedStatement>;
  };
  /** Payment links. */
  readonly links: {
    /** Creates a link. */
    create(body: CreateLinkBody, options?: Idempotency): Promise<Link>;
    /** A page of links. */
    list(query?: LinkFilters & Paging): Promise<Page<Link>>;
    /** A link. */
    read(id: string): Promise<Link>;
    /** The QR code of a link's address, as SVG. */
    readQrCode(id: string): Promise<string>;
    /** Cancels a link: no new payment can begin. */
    cancel(id: string): Promise<Link>;
  };
  /** The webhooks that were sent to the shop. */
  readonly webhooks: {
    /** A page of deliveries. */
    list(query?: DeliveryFilters & Paging): Promise<Page<Delivery>>;
    /** A delivery with the webhook's body. */
    read(id: string): Promise<DeliveryDetail>;
    /** Sends a webhook again, with the same id. */
    replay(id: string): Promise<Delivery>;
    /** Sends a sample about an invented payment, whose id begins with `pay_test_`. */
    sendTest(body: SampleBody): Promise<Delivery>;
  };
  /** Keys of the merchant API. They need the scope `admin`. */
  readonly keys: {
    /** Creates a key. The answer is the only one that contains it. */
    create(body: CreateKeyBody): Promise<CreatedKey>;
    /** A page of keys. */
    list(query?: Paging): Promise<Page<Key>>;
    /** Revokes a key, at once. */
    revoke(id: string): Promise<void>;
  };
  /** What the merchant sets. It needs the scope `admin`. */
  readonly settings: {
    /** The settings, and which of them are set on the server (`fixed`). */
    read(): Promise<MerchantSettings>;
    /** Changes settings. Each is tried before it is kept; a wrong one changes nothing. */
    change(body: SettingsBody): Promise<ChangedSettings>;
  };
  /** Who did what. It needs the scope `admin`. */
  readonly audit: {
    /** A page of audit entries. */
    list(query?: Paging): Promise<Page<AuditEntry>>;
    /** All audit entries, as CSV. */
    exportCsv(query?: CsvOptions): Promise<string>;
  };
  /** Payers who ask to be forgotten. It needs the scope `admin`. */
  readonly payers: {
    /** Erases a payer's number. Amounts, times and references stay. */
    erase(body: ErasePayerBody): Promise<ErasedPayer>;
  };
}

/**
 * Makes a client of the merchant API.
 *
 * @throws TsenaError `request_invalid` for an address that is not http or https, or an empty key
 * @example await createMerchantClient({ companionUrl: 'https://pay.example', apiKey }).payments.list({ status:
 *   'completed' })
 */
export function createMerchantClient(options: MerchantClientOptions): MerchantClient {
  const { json, text } = createRequests(options);
  return {
    merchant: {
      read: () => json('GET /v1/merchant'),
      readTotals: (query = {}) => json('GET /v1/merchant/totals', { query }),
      readSetup: () => json('GET /v1/merchant/setup'),
      exportBooks: (query) => text('GET /v1/merchant/books.csv', { query }),
    },
    payments: {
      list: ({ msisdn, ...query } = {}) =>
        msisdn === undefined
          ? json('GET /v1/merchant/payments', { query })
          : json('POST /v1/merchant/payments/search', { body: { ...query, msisdn } }),
      exportCsv: ({ msisdn, ...query } = {}) =>
        msisdn === undefined
          ? text('GET /v1/merchant/payments.csv', { query })
          : text('POST /v1/merchant/payments.csv', { body: { ...query, msisdn } }),
      read: (id, { operator = false } = {}) =>
        json('GET /v1/merchant/payments/{id}', { path: { id }, query: operator ? { operator: '1' } : {} }),
      start: (body, { idempotencyKey }) => json('POST /v1/merchant/payments', { body, idempotencyKey }),
      refresh: (id) => json('POST /v1/merchant/payments/{id}/refresh', { path: { id } }),
      resolve: (id, body) => json('POST /v1/merchant/payments/{id}/resolve', { path: { id }, body }),
    },
    transactions: {
      read: (transactionReference) =>
        json('GET /v1/merchant/transactions/{transactionReference}', { path: { transactionReference } }),
    },
    references: {
      check: (body) => json('POST /v1/merchant/references/check', { body }),
      list: () => json('GET /v1/merchant/references/checks'),
    },
    refunds: {
      record: (id, body, { idempotencyKey } = {}) =>
        json('POST /v1/merchant/payments/{id}/refunds', { path: { id }, body, idempotencyKey }),
      list: (query = {}) => json('GET /v1/merchant/refunds', { query }),
      void: (id, body) => json('POST /v1/merchant/refunds/{id}/void', { path: { id }, body }),
    },
    statements: {
      import: (file, options = {}) => json('POST /v1/merchant/statements', { form: formOf(file, options) }),
      exportCsv: (file, options = {}) =>
        text('POST /v1/merchant/statements', { form: formOf(file, options), accept: 'text/csv' }),
      preview: (file) => json('POST /v1/merchant/statements/preview', { form: formOf(file, {}) }),
    },
    links: {
      create: (body, { idempotencyKey } = {}) => json('POST /v1/merchant/links', { body, idempotencyKey }),
      list: (query = {}) => json('GET /v1/merchant/links', { query }),
      read: (id) => json('GET /v1/merchant/links/{id}', { path: { id } }),
      readQrCode: (id) => text('GET /v1/merchant/links/{id}/qr.svg', { path: { id } }),
      cancel: (id) => json('POST /v1/merchant/links/{id}/cancel', { path: { id } }),
    },
    webhooks: {
      list: (query = {}) => json('GET /v1/merchant/webhooks', { query }),
      read: (id) => json('GET /v1/merchant/webhooks/{id}', { path: { id } }),
      replay: (id) => json('POST /v1/merchant/webhooks/{id}/replay', { path: { id } }),
      sendTest: (body) => json('POST /v1/merchant/webhooks/test', { body }),
    },
    keys: {
      create: (body) => json('POST /v1/merchant/keys', { body }),
      list: (query = {}) => json('GET /v1/merchant/keys', { query }),
      async revoke(id) {
        await text('DELETE /v1/merchant/keys/{id}', { path: { id } });
      },
    },
    settings: {
      read: () => json('GET /v1/merchant/settings'),
      change: (body) => json('PATCH /v1/merchant/settings', { body }),
    },
    audit: {
      list: (query = {}) => json('GET /v1/merchant/audit', { query }),
      exportCsv: (query = {}) => text('GET /v1/merchant/audit.csv', { query }),
    },
    payers: {
      erase: (body) => json('POST /v1/merchant/payers/erase', { body }),
    },
  };
}

function formOf(file: StatementFile, { columns, ...fields }: StatementOptions): FormData {
  const form = new FormData();
  if (columns !== undefined) form.set('columns', JSON.stringify(columns));
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  form.set('file', new Blob([file], { type: 'text/csv' }), 'statement.csv');
  return form;
}
