import { createHash, timingSafeEqual } from 'node:crypto';
import { type Payment, type PaymentId, paymentIdSchema, paymentStatusSchema, transactionReferenceSchema } from '@tsena/shared/checkout';
import { type Request, type RequestHandler, Router } from 'express';
import * as z from 'zod/mini';
import { findPayment, historyOf, listPayments, webhooksOf } from '../ledger/reads.ts';
import type { StoredPayment } from '../ledger/schema.ts';
import { type ClaimResult, decide, resolveByEvidence } from '../payments/claim.ts';
import { bearerOf, bodyOf, jsonBody, queryOf } from './body.ts';
import type { HttpContext } from './context.ts';
import { languageOf, onlyMethods, ProblemError } from './problem.ts';

/** What a merchant sees of a payment beyond what a browser sees. */
export interface MerchantPayment extends Payment {
  readonly attempt: number;
  readonly verified: boolean | null;
  /** The fields in which the operator's record differs. */
  readonly mismatch: readonly string[] | null;
  readonly decision: { readonly decision: 'received' | 'not_received'; readonly reason: string } | null;
}

const isoTime = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'a date or an ISO 8601 timestamp')),
  z.transform((text) => Date.parse(text)),
);

const listQuery = z.object({
  status: z.optional(paymentStatusSchema),
  order: z.optional(z.string().check(z.maxLength(50))),
  from: z.optional(isoTime),
  to: z.optional(isoTime),
  cursor: z.optional(z.string().check(z.maxLength(100))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
});

const resolveBody = z.union([
  z.strictObject({ transactionReference: transactionReferenceSchema }),
  z.strictObject({ decision: z.enum(['received', 'not_received']), reason: z.string().check(z.trim(), z.minLength(3), z.maxLength(500)) }),
]);

/** `/v1/merchant`: what a merchant with the key may see and do. */
export function merchantRouter(context: HttpContext): Router {
  const { engine, reconciler } = context;
  const db = engine.ledger.store.db;
  const router = Router();
  router.use('/v1/merchant', merchantsOnly(context));

  router
    .route('/v1/merchant/payments')
    .get(async (request, response) => {
      const { cursor, ...filter } = queryOf(request, listQuery);
      const before = cursor === undefined ? {} : { before: readCursor(cursor) };
      const payments = await listPayments(db, { ...withoutUndefined(filter), ...before, limit: filter.limit });
      const last = payments.length === filter.limit ? payments.at(-1) : undefined;
      response.json({
        payments: payments.map((payment) => merchantView(context, request, payment)),
        nextCursor: last === undefined ? null : writeCursor(last),
      });
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/payments/:id')
    .get(async (request, response) => {
      const payment = await findPayment(db, idOf(request));
      if (payment === undefined) throw new ProblemError('payment_not_found');
      const [history, webhooks] = [await historyOf(db, payment.id), await webhooksOf(db, payment.id)];
      response.json({
        payment: merchantView(context, request, payment),
        history: history.map(({ at, kind, data }) => ({ at: new Date(at).toISOString(), kind, data: JSON.parse(data) })),
        webhooks: webhooks.map(({ id, type, state, tries, last_error }) => ({ id, type, state, tries, lastError: last_error })),
      });
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/payments/:id/refresh')
    .post(async (request, response) => {
      const payment = await reconciler.refresh(idOf(request));
      if (payment === undefined) throw new ProblemError('payment_not_found');
      response.json(merchantView(context, request, payment));
    })
    .all(onlyMethods('POST'));

  router
    .route('/v1/merchant/payments/:id/resolve')
    .post(jsonBody, async (request, response) => {
      const body = bodyOf(request, resolveBody);
      const id = idOf(request);
      const result: ClaimResult =
        'decision' in body ? await decide(engine, id, body) : await resolveByEvidence(engine, id, body.transactionReference);
      if (!result.ok) throw new ProblemError(result.code, { retryAfterMs: result.retryAfterMs });
      response.json(merchantView(context, request, result.payment));
    })
    .all(onlyMethods('POST'));

  return router;
}

function merchantsOnly({ settings }: HttpContext): RequestHandler {
  const key = settings.merchantApiKey;
  const wanted = key === null ? undefined : digest(key.reveal());
  return (request, response, next) => {
    if (wanted === undefined) throw new ProblemError('merchant_api_off');
    if (!timingSafeEqual(digest(bearerOf(request) ?? ''), wanted)) throw new ProblemError('merchant_key_invalid');
    response.set('Cache-Control', 'no-store');
    next();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function merchantView(context: HttpContext, request: Request, payment: StoredPayment): MerchantPayment {
  return {
    ...context.view(payment, languageOf(request)),
    attempt: payment.attempt,
    verified: payment.verified === null ? null : payment.verified === 1,
    mismatch: payment.mismatch === null ? null : payment.mismatch.split(','),
    decision: payment.decision === null ? null : { decision: payment.decision, reason: payment.decision_reason ?? '' },
  };
}

function idOf(request: Request): PaymentId {
  const id = z.safeParse(paymentIdSchema, request.params.id);
  if (!id.success) throw new ProblemError('payment_not_found');
  return id.data;
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<Defined<T>>;
}

function writeCursor(payment: StoredPayment): string {
  return Buffer.from(`${payment.created_at}.${payment.id}`).toString('base64url');
}

function readCursor(cursor: string): { createdAt: number; id: PaymentId } {
  const [createdAt, id] = Buffer.from(cursor, 'base64url').toString().split('.', 2);
  const read = z.safeParse(paymentIdSchema, id);
  if (!read.success || !/^\d{1,15}$/.test(createdAt ?? '')) {
    throw new ProblemError('invalid_request', { errors: [{ pointer: '/cursor', message: 'a nextCursor of this list' }] });
  }
  return { createdAt: Number(createdAt), id: read.data };
}
