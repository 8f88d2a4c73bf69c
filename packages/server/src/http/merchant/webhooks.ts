import { webhookQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { listWebhooks } from '../../storage/merchantReads.ts';
import { replayWebhook } from '../../storage/outbox.ts';
import { readQuery } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { ProblemError, rejectOtherMethods } from '../problem.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { viewDelivery } from './views.ts';

/** `/v1/merchant/webhooks`: the webhooks and their delivery, and replays. */
export function webhookRouter({ storage, wakeDeliverer }: HttpContext): Router {
  const { db } = storage.store;
  const router = Router();

  router
    .route('/v1/merchant/webhooks')
    .get(async (request, response) => {
      const { status, cursor, limit } = readQuery(request, webhookQuerySchema);
      const page = await listWebhooks(db, { status }, limit, readCursor(cursor));
      response.json({ data: page.rows.map(viewDelivery), nextCursor: writeCursor(page.next) });
    })
    .all(rejectOtherMethods('GET'));

  router
    .route('/v1/merchant/webhooks/:id/replay')
    .post(async (request, response) => {
      const replayed = await replayWebhook(storage, String(request.params.id));
      if (replayed === undefined) throw new ProblemError('webhook_not_found');
      wakeDeliverer();
      const { rows } = await listWebhooks(db, { id: replayed.id }, 1);
      const [webhook] = rows;
      if (webhook === undefined) throw new ProblemError('webhook_not_found');
      response.json(viewDelivery(webhook));
    })
    .all(rejectOtherMethods('POST'));

  return router;
}
