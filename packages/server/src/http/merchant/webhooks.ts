import { sampleBodySchema, webhookQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { sampleWebhook } from '../../backoffice/webhooks/sampleWebhook.ts';
import { type ListedWebhook, listWebhooks } from '../../backoffice/webhooks/webhookRows.ts';
import { enqueueSample, replayWebhook } from '../../core/storage/outbox.ts';
import { readBody, readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { allow, callerOf } from './caller.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { viewDelivery, viewDeliveryDetail } from './views.ts';

/** `/v1/merchant/webhooks`: the webhooks and their delivery, replays and samples. */
export function webhookRouter({ storage, settings, wakeDeliverer }: HttpContext): Router {
  const { db } = storage.store;
  const router = Router();

  async function findWebhook(id: string): Promise<ListedWebhook> {
    const [webhook] = (await listWebhooks(db, { id }, 1)).rows;
    if (webhook === undefined) throw new ProblemError('webhook_not_found');
    return webhook;
  }

  router
    .route('/v1/merchant/webhooks')
    .get(allow('read'), async (request, response) => {
      const { cursor, limit, ...filter } = readQuery(request, webhookQuerySchema);
      const page = await listWebhooks(db, filter, limit, readCursor(cursor));
      response.json({ data: page.rows.map(viewDelivery), nextCursor: writeCursor(page.next) });
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/webhooks/test')
    .post(allow('operate'), async (request, response) => {
      const { type } = await readBody(request, sampleBodySchema);
      if (storage.webhooks === null) throw new ProblemError('webhooks_off');
      const { environment } = settings.operator;
      const { partnerName } = settings.merchant;
      const sample = await enqueueSample(storage, sampleWebhook(type, { environment, partnerName, now: storage.clock.now() }));
      wakeDeliverer();
      response.json(viewDelivery({ ...sample, order_reference: null }));
    })
    .all(rejectOtherMethods('POST'));

  router
    .route('/v1/merchant/webhooks/:id')
    .get(allow('read'), async (request, response) => {
      response.json(viewDeliveryDetail(await findWebhook(String(request.params.id))));
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/webhooks/:id/replay')
    .post(allow('operate'), async (request, response) => {
      const replayed = await replayWebhook(storage, String(request.params.id), callerOf(response).name);
      if (replayed === undefined) throw new ProblemError('webhook_not_found');
      wakeDeliverer();
      response.json(viewDelivery(await findWebhook(replayed.id)));
    })
    .all(rejectOtherMethods('POST'));

  return router;
}
