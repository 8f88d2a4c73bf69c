import { paymentIdSchema } from '@tsena/shared/checkout';
import {
  pagingQuerySchema,
  refundBodySchema,
  refundIdSchema,
  refundPageSchema,
  refundSchema,
  voidRefundBodySchema,
} from '@tsena/shared/merchant';
import { callerOf } from '../../http/caller.ts';
import { readActor } from '../../http/idempotencyKey.ts';
import { defineRoute } from '../../http/route.ts';
import { answerPage } from '../answerPage.ts';
import { recordRefund, viewRefund, voidRefund } from './refund.ts';
import { listRefunds } from './refundRows.ts';

/** The records of refunds: `/v1/merchant/payments/{id}/refunds` and `/v1/merchant/refunds`. */
export const refundRoutes = [
  defineRoute({
    method: 'post',
    path: '/v1/merchant/payments/{id}/refunds',
    id: 'recordRefund',
    summary: 'Record a refund that was made outside',
    text: 'Moves no money: the operator’s interface has no refunds. The refunds of a payment never exceed its amount. Send `Idempotency-Key` (1 to 255 characters) to repeat the request safely: for seven days, the same body gets the same refund, as it stands.',
    scope: 'operate',
    params: { id: { schema: paymentIdSchema, otherwise: 'payment_not_found' } },
    body: refundBodySchema,
    answers: { 201: { text: 'The refund', schema: refundSchema } },
    problems: ['refund_not_possible', 'refund_exceeds_payment', 'idempotency_key_reused'],
    handle: (context, { request, response, params, body }) => recordRefund(context, params.id, { body, ...readActor(request, response) }),
  }),
  defineRoute({
    method: 'get',
    path: '/v1/merchant/refunds',
    id: 'listRefunds',
    summary: 'List refunds, newest first',
    scope: 'read',
    query: pagingQuerySchema,
    answers: { 200: { text: 'A page', schema: refundPageSchema } },
    handle: (context, { query: { cursor, limit } }) =>
      answerPage(context, cursor, (after) => listRefunds(context.storage.store.db, limit, after), viewRefund),
  }),
  defineRoute({
    method: 'post',
    path: '/v1/merchant/refunds/{id}/void',
    id: 'voidRefund',
    summary: 'Void a refund that was recorded by mistake',
    text: 'Safe to repeat.',
    scope: 'operate',
    params: { id: { schema: refundIdSchema, otherwise: 'refund_not_found' } },
    body: voidRefundBodySchema,
    answers: { 200: { text: 'The refund, voided', schema: refundSchema } },
    handle: (context, { response, params, body }) => voidRefund(context, params.id, body.reason, callerOf(response)),
  }),
];
