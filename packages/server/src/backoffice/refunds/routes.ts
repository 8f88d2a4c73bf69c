import { paymentIdSchema } from '@tsena/shared/checkout';
import {
  pagingQuerySchema,
  refundBodySchema,
  refundIdSchema,
  refundPageSchema,
  refundSchema,
  voidRefundBodySchema,
} from '@tsena/shared/merchant';
import { callerOf, readActor } from '../../http/kit/caller.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { recordListReading } from '../shared/listReadings.ts';
import { pageOfRefunds, recordRefund, voidRefund } from './refund.ts';

/** The records of refunds: `/v1/merchant/payments/{id}/refunds` and `/v1/merchant/refunds`. */
export const refundRoutes = {
  /**
   * Record a refund that was made outside.
   *
   * Moves no money: the operator’s interface has no refunds. The refunds of a payment never exceed its amount. Send
   * `Idempotency-Key` (1 to 255 characters) to repeat the request safely: for seven days, the same body gets the same
   * refund, as it stands.
   */
  recordRefund: defineRoute('POST /v1/merchant/payments/{id}/refunds', {
    scope: 'operate',
    params: { id: { schema: paymentIdSchema, otherwise: 'payment_not_found' } },
    body: refundBodySchema,
    answers: { 201: { text: 'The refund', schema: refundSchema } },
    problems: ['refund_not_possible', 'refund_exceeds_payment', 'idempotency_key_reused'],
    handle: (context, { request, response, params, body }) =>
      recordRefund(context, params.id, { body, ...readActor(request, response) }),
  }),
  /** List refunds, newest first. */
  listRefunds: defineRoute('GET /v1/merchant/refunds', {
    scope: 'read',
    query: pagingQuerySchema,
    answers: { 200: { text: 'A page', schema: refundPageSchema } },
    async handle(context, { query, response }) {
      await recordListReading(context.storage, callerOf(response), 'refunds', query.cursor);
      return pageOfRefunds(context, query);
    },
  }),
  /**
   * Void a refund that was recorded by mistake.
   *
   * Safe to repeat.
   */
  voidRefund: defineRoute('POST /v1/merchant/refunds/{id}/void', {
    scope: 'operate',
    params: { id: { schema: refundIdSchema, otherwise: 'refund_not_found' } },
    body: voidRefundBodySchema,
    answers: { 200: { text: 'The refund, voided', schema: refundSchema } },
    handle: (context, { response, params, body }) => voidRefund(context, params.id, body.reason, callerOf(response)),
  }),
};
