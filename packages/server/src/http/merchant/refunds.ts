import { type Ariary, writeAmount } from '@tsena/shared';
import { refundBodySchema, refundIdSchema, refundQuerySchema, voidRefundBodySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import * as z from 'zod/mini';
import { viewRefund } from '../../backoffice/refunds/refund.ts';
import { listRefunds } from '../../backoffice/refunds/refundRows.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { readIdempotencyKey } from '../idempotencyKey.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { allow, callerOf } from './caller.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { parsePaymentId } from './paymentId.ts';

/** The records of refunds: `/v1/merchant/payments/{id}/refunds` and `/v1/merchant/refunds`. */
export function refundRouter({ storage, recordRefund, voidRefund }: HttpContext): Router {
  const router = Router();

  router
    .route('/v1/merchant/payments/:id/refunds')
    .post(allow('operate'), async (request, response) => {
      const key = readIdempotencyKey(request);
      const body = await readBody(request, refundBodySchema);
      const { name: by, keyId } = callerOf(response);
      const idempotency = key === undefined ? {} : { idempotency: { actor: keyId ?? by, key } };
      const result = await recordRefund(parsePaymentId(request), { body, by, ...idempotency });
      switch (result.kind) {
        case 'recorded':
          response.status(201).json(result.refund);
          break;
        case 'not_found':
          throw new ProblemError('payment_not_found');
        case 'not_possible':
          throw new ProblemError('refund_not_possible');
        case 'exceeds':
          throw new ProblemError('refund_exceeds_payment', { members: { remaining: writeAmount(result.remaining as Ariary) } });
        case 'in_future':
          throw new ProblemError('invalid_request', { errors: [{ pointer: '/refundedAt', detail: 'a time in the past' }] });
        case 'before_payment':
          throw new ProblemError('invalid_request', { errors: [{ pointer: '/refundedAt', detail: 'a time after the payment began' }] });
        case 'reused':
          throw new ProblemError('idempotency_key_reused');
      }
    })
    .all(rejectOtherMethods('POST'));

  router
    .route('/v1/merchant/refunds')
    .get(allow('read'), async (request, response) => {
      const { cursor, limit } = readQuery(request, refundQuerySchema);
      const page = await listRefunds(storage.store.db, limit, readCursor(cursor));
      response.json({ data: page.rows.map(viewRefund), nextCursor: writeCursor(page.next) });
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/refunds/:id/void')
    .post(allow('operate'), async (request, response) => {
      const { reason } = await readBody(request, voidRefundBodySchema);
      const id = z.safeParse(refundIdSchema, request.params.id);
      const result = id.success ? await voidRefund(id.data, reason, callerOf(response).name) : undefined;
      if (result?.kind !== 'voided') throw new ProblemError('refund_not_found');
      response.json(result.refund);
    })
    .all(rejectOtherMethods('POST'));

  return router;
}
