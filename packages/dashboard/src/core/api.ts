import { readMsisdn } from '@tsena/shared';
import type { LinkId } from '@tsena/shared/checkout';
import * as schemas from '@tsena/shared/merchant';
import type * as z from 'zod/mini';
import type { ApiError } from './apiError.ts';
import { readChanges } from './changeStream.ts';
import { type Filter, writeFilter } from './filter.ts';
import { createSender, SESSION_PATH, type SenderOptions } from './sender.ts';

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

/** A statement of the operator, and how to read it. */
export interface StatementToImport {
  readonly file: Blob;
  readonly mapping: schemas.StatementMapping;
  /** Days; empty: those of the file. */
  readonly from: string;
  readonly to: string;
}

/** The beginning of a file that shows its columns. */
const PREVIEW_BYTES = 64 * 1024;

/** A page of webhook deliveries, newest first. */
export type DeliveryPage = z.output<typeof schemas.webhookPageSchema>;

/** The body of a refund's record. */
export type NewRefund = z.input<typeof schemas.refundBodySchema>;

interface Requests extends ReturnType<typeof createSender> {
  /** Spreadsheets set to French expect semicolons; in Madagascar they are set to French for Malagasy users too. */
  readonly separator: 'comma' | 'semicolon';
}

/** The browser’s session, and what all pages show. */
function sessionCalls({ send, request, separator }: Requests) {
  return {
    /** Signs the browser in. The companion keeps the session in a cookie that no script can read; the key is not kept. */
    signIn: async (key: string) => void (await send(SESSION_PATH, { key })),
    /** Ends the browser's session. */
    signOut: async () => void (await send(SESSION_PATH, undefined, { method: 'DELETE' })),
    /** The merchant's settings, and how many payments and webhooks need review. */
    merchant: () => request(schemas.merchantSchema, ''),
    /** Calls back for each change of payments. Resolves when the companion ends the stream; throws if the connection breaks. */
    changes: async (onChange: (changed: schemas.ChangedPayments) => void, signal: AbortSignal) =>
      readChanges(await send('/events', undefined, { signal }), onChange),
    /** Sends a request of a page that is loaded later, and returns its answer as the page's schema describes it. */
    request,
    /** Totals of the last `days` days, today included. */
    totals: (days: number) => request(schemas.totalsSchema, `/totals?days=${days}`),
    /** Totals of the days from `from` to `to`, both included, as `YYYY-MM-DD`. */
    totalsBetween: (from: string, to: string) => request(schemas.totalsSchema, `/totals?from=${from}&to=${to}`),
    /** A month (`2026-11`) for the accountant, as a CSV file. */
    books: async (month: string) => (await send(`/books.csv?month=${month}&separator=${separator}`)).blob(),
  };
}

/** Payments, their webhooks and transactions. */
function paymentCalls({ send, request, separator }: Requests) {
  return {
    payments({ filter, digits, cursor, limit }: ListRequest) {
      const query = writeFilter(filter);
      query.set('limit', String(limit));
      if (cursor !== null) query.set('cursor', cursor);
      if (digits === '') return request(schemas.paymentPageSchema, `/payments?${query}`);
      return request(schemas.paymentPageSchema, '/payments/search', { ...Object.fromEntries(query), ...searchFor(digits) });
    },
    /** A payment with its history. The companion does not ask the operator. */
    payment: (id: string) => request(schemas.paymentDetailSchema, `/payments/${id}`),
    /** As {@link Api.payment}, and the companion also asks the operator, which can take seconds. */
    paymentWithOperator: (id: string) => request(schemas.paymentDetailSchema, `/payments/${id}?operator=1`),
    /** Checks the payment's status with the operator now. */
    refresh: (id: string) => request(schemas.merchantPaymentSchema, `/payments/${id}/refresh`, {}),
    resolve: (id: string, body: z.input<typeof schemas.resolveBodySchema>) =>
      request(schemas.merchantPaymentSchema, `/payments/${id}/resolve`, body),
    /** The operator's details of a transaction of the merchant. The companion asks the operator, which can take seconds. */
    transaction: (reference: string) => request(schemas.transactionSchema, `/transactions/${encodeURIComponent(reference)}`),
    /** The payments that match the filter, as a CSV file. */
    async csv(filter: Filter, digits: string) {
      const query = writeFilter(filter);
      query.set('separator', separator);
      if (digits === '') return (await send(`/payments.csv?${query}`)).blob();
      return (await send('/payments.csv', { ...Object.fromEntries(query), ...searchFor(digits) })).blob();
    },
    failedWebhooks: (limit: number) => request(schemas.webhookPageSchema, `/webhooks?status=failed&limit=${limit}`),
    /** Delivers a webhook again, with the same id and body. */
    replay: (webhookId: string) => request(schemas.deliverySchema, `/webhooks/${encodeURIComponent(webhookId)}/replay`, {}),
    /** Sends a `tsena.ping` to the shop. */
    sendTestWebhook: () => request(schemas.deliverySchema, '/webhooks/test', { type: 'tsena.ping' }),
  };
}

/** Payment links. */
function linkCalls({ send, request }: Requests) {
  return {
    links: (cursor: string | null) => request(schemas.linkPageSchema, pageOf('/links?limit=50', cursor)),
    link: (id: LinkId) => request(schemas.linkSchema, `/links/${id}`),
    /** Creates a payment link. A repeated request with the same key creates no second one. */
    createLink: (body: schemas.CreateLinkBody, idempotencyKey: string) =>
      request(schemas.linkSchema, '/links', body, { headers: { 'Idempotency-Key': idempotencyKey } }),
    /** Cancels a link: no new payment can begin. */
    cancelLink: (id: LinkId) => request(schemas.linkSchema, `/links/${id}/cancel`, {}),
    /** The newest payments that began on a link's page. */
    linkPayments: (id: LinkId) => request(schemas.paymentPageSchema, `/payments?link=${id}&limit=20`),
    // The page's policy allows images in data addresses.
    /** A link's QR code as an address of an image. */
    qrCode: async (id: LinkId) => `data:image/svg+xml,${encodeURIComponent(await (await send(`/links/${id}/qr.svg`)).text())}`,
  };
}

/** The operator’s statements. */
function statementCalls({ send, request, separator }: Requests) {
  return {
    /** The columns and the first rows of a statement of the operator. */
    previewStatement: (file: Blob) =>
      request(schemas.previewedStatementSchema, '/statements/preview', formOf({ file: file.slice(0, PREVIEW_BYTES) })),
    /** Compares a statement of the operator with the payments. A repeated request with the same key makes no second statement. */
    importStatement({ file, mapping: { columns, dateFormat, decimal }, from, to }: StatementToImport, idempotencyKey: string) {
      const fields = { columns: JSON.stringify(columns), dateFormat: dateFormat ?? '', decimal: decimal ?? '', from, to, file };
      return request(schemas.statementSchema, '/statements', formOf(fields), { headers: { 'Idempotency-Key': idempotencyKey } });
    },
    statements: (cursor: string | null) => request(schemas.statementPageSchema, pageOf('/statements?limit=20', cursor)),
    statement: (id: schemas.StatementId) => request(schemas.statementSchema, `/statements/${id}`),
    statementRows: (id: schemas.StatementId, result: schemas.StatementResult, cursor: string | null) =>
      request(schemas.statementRowPageSchema, pageOf(`/statements/${id}/rows?limit=50&result=${result}`, cursor)),
    /** The rows with a result, or all rows, as a CSV file. */
    statementCsv: async (id: schemas.StatementId, result: schemas.StatementResult | null) =>
      (await send(`/statements/${id}/rows.csv?separator=${separator}${result === null ? '' : `&result=${result}`}`)).blob(),
  };
}

/** Records of refunds. */
function refundCalls({ request }: Requests) {
  return {
    /** Records a refund that the merchant made outside. A repeated request with the same key records no second one. */
    recordRefund: (paymentId: string, body: NewRefund, idempotencyKey: string) =>
      request(schemas.refundSchema, `/payments/${paymentId}/refunds`, body, { headers: { 'Idempotency-Key': idempotencyKey } }),
    /** Voids a refund that was recorded by mistake. */
    voidRefund: (id: schemas.RefundId, reason: string) => request(schemas.refundSchema, `/refunds/${id}/void`, { reason }),
    refunds: (cursor: string | null) => request(schemas.refundPageSchema, pageOf('/refunds?limit=50', cursor)),
  };
}

/** What only an administrator does: settings, keys, the audit log, erasing a payer. */
function adminCalls({ send, request, separator }: Requests) {
  return {
    /** What the merchant may set, and what the server sets. */
    settings: () => request(schemas.merchantSettingsSchema, '/settings'),
    /** Changes settings: all of them or none. The companion tries addresses first, which can take seconds. */
    changeSettings: (body: schemas.SettingsBody) => request(schemas.changedSettingsSchema, '/settings', body, { method: 'PATCH' }),
    /** Tries a setting as it is now; throws what does not work. */
    trySetting: async (name: z.input<typeof schemas.tryBodySchema>['name']) => void (await send('/settings/try', { name })),
    /** Makes a webhook secret. It is in this answer only. */
    makeWebhookSecret: () => request(schemas.webhookSecretSchema, '/settings/webhook-secret', {}),
    /** Who did what, newest first. */
    audit: (cursor: string | null) => request(schemas.auditPageSchema, pageOf('/audit?limit=50', cursor)),
    /** Who did what, as a CSV file. */
    auditCsv: async () => (await send(`/audit.csv?separator=${separator}`)).blob(),
    /** Erases a payer's number from all payments that have ended. */
    erasePayer: (msisdn: string) => request(schemas.erasedPayerSchema, '/payers/erase', { msisdn }),
    keys: (cursor: string | null) => request(schemas.keyPageSchema, pageOf('/keys?limit=50', cursor)),
    /** Creates a key. Its secret is in this answer only. */
    createKey: (body: z.input<typeof schemas.createKeyBodySchema>) => request(schemas.createdKeySchema, '/keys', body),
    revokeKey: async (id: string) => void (await send(`/keys/${encodeURIComponent(id)}`, undefined, { method: 'DELETE' })),
  };
}

/**
 * Creates a client of the merchant API. The browser's cookie says whose session it is. Every method throws an {@link ApiError} if the
 * companion does not answer as documented.
 */
export function createApi(options: SenderOptions) {
  const requests: Requests = { ...createSender(options), separator: options.language === 'en' ? 'comma' : 'semicolon' };
  return {
    ...sessionCalls(requests),
    ...paymentCalls(requests),
    ...linkCalls(requests),
    ...statementCalls(requests),
    ...refundCalls(requests),
    ...adminCalls(requests),
  };
}

/** The companion's merchant API. */
export type Api = ReturnType<typeof createApi>;

/** The path of a page of a list. */
function pageOf(path: string, cursor: string | null): string {
  return cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;
}

/** A form without the fields that are empty. */
function formOf(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') form.set(name, value, 'statement.csv');
    else if (value !== '') form.set(name, value);
  }
  return form;
}

/** Searches for a whole number by the payer, for other digits by reference. */
function searchFor(digits: string): { readonly msisdn: string } | { readonly q: string } {
  return readMsisdn(digits).ok ? { msisdn: digits } : { q: digits };
}
