import {
  deliveryDetailSchema,
  deliverySchema,
  sampleBodySchema,
  webhookPageSchema,
  webhookQuerySchema,
} from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { replayWebhook } from '../../core/payments/replayWebhook.ts';
import { enqueueSample } from '../../core/storage/outbox.ts';
import { callerOf } from '../../http/kit/caller.ts';
import type { HttpContext } from '../../http/kit/context.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { ProblemError } from '../../input/problemError.ts';
import { recordListReading } from '../shared/listReadings.ts';
import { sampleWebhook } from './sampleWebhook.ts';
import { type ListedWebhook, pageOfWebhooks, selectWebhooks, viewDelivery, viewDeliveryDetail } from './webhookRows.ts';

const byId = { id: { schema: z.string(), otherwise: 'webhook_not_found' } } as const;

function requireWebhook({ storage }: HttpContext, id: string): Promise<ListedWebhook> {
  return selectWebhooks(storage.store.db, { id }).executeTakeFirstOrThrow(() => new ProblemError('webhook_not_found'));
}

/** `/v1/merchant/webhooks`: the webhooks and their delivery, replays and samples. */
export const webhookRoutes = {
  /** List webhooks, newest first. */
  listWebhooks: defineRoute('GET /v1/merchant/webhooks', {
    scope: 'read',
    query: webhookQuerySchema,
    answers: { 200: { text: 'A page', schema: webhookPageSchema } },
    async handle(context, { query, response }) {
      await recordListReading(context.storage, callerOf(response), 'webhooks', query.cursor);
      return pageOfWebhooks(context, { ...query, reader: callerOf(response).scope });
    },
  }),
  /**
   * Send a sample webhook.
   *
   * The body is about an invented payment: `data.id` begins with `pay_test_`, and `data.order` is random,
   * unless the body names one; in production it may not. It is signed
   * and delivered like any other webhook.
   */
  sendSampleWebhook: defineRoute('POST /v1/merchant/webhooks/test', {
    scope: 'operate',
    body: sampleBodySchema,
    answers: { 200: { text: 'The delivery, pending', schema: deliverySchema } },
    problems: ['webhooks_off'],
    async handle({ storage, current, wakeDeliverer }, { response, body: { type, order } }) {
      if (!storage.webhooks.hasEndpoint) throw new ProblemError('webhooks_off');
      const sample = await enqueueSample(storage, sampleWebhook(type, current(), storage.clock.now(), order));
      wakeDeliverer();
      return viewDelivery({ ...sample, order_reference: null }, callerOf(response).scope);
    },
  }),
  /** Read a webhook with its body. */
  readWebhook: defineRoute('GET /v1/merchant/webhooks/{id}', {
    scope: 'read',
    params: byId,
    answers: { 200: { text: 'The delivery and the body', schema: deliveryDetailSchema } },
    handle: async (context, { params, response }) =>
      viewDeliveryDetail(await requireWebhook(context, params.id), callerOf(response).scope),
  }),
  /** Send a webhook again with the same id. */
  replayWebhook: defineRoute('POST /v1/merchant/webhooks/{id}/replay', {
    scope: 'operate',
    params: byId,
    answers: { 200: { text: 'The delivery, pending again', schema: deliverySchema } },
    async handle(context, { params, response }) {
      const replayed = await replayWebhook(context.storage, params.id, callerOf(response).name);
      if (replayed === undefined) throw new ProblemError('webhook_not_found');
      context.wakeDeliverer();
      return viewDelivery(await requireWebhook(context, replayed.id), callerOf(response).scope);
    },
  }),
};
