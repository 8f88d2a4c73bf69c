import { webhookQuerySchema } from '@tsena/shared/merchant';
import { Router } from 'express';
import { listWebhooks } from '../../ledger/merchantReads.ts';
import { replayWebhook } from '../../ledger/outbox.ts';
import { queryOf } from '../body.ts';
import type { HttpContext } from '../context.ts';
import { onlyMethods, ProblemError } from '../problem.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { viewWebhook } from './views.ts';

/** `/v1/merchant/webhooks`: what was told to the shop, and once more on request. */
export function webhookRouter({ engine }: HttpContext): Router {
  const { ledger } = engine;
  const { db } = ledger.store;
  const router = Router();

  router
    .route('/v1/merchant/webhooks')
    .get(async (request, response) => {
      const { state, cursor, limit } = queryOf(request, webhookQuerySchema);
      const page = await listWebhooks(db, { state }, limit, readCursor(cursor));
      response.json({ webhooks: page.rows.map(viewWebhook), nextCursor: writeCursor(page.next) });
    })
    .all(onlyMethods('GET'));

  router
    .route('/v1/merchant/webhooks/:id/replay')
    .post(async (request, response) => {
      const replayed = await replayWebhook(ledger, String(request.params.id));
      if (replayed === undefined) throw new ProblemError('webhook_not_found');
      engine.onTold();
      const { rows } = await listWebhooks(db, { id: replayed.id }, 1);
      const [webhook] = rows;
      if (webhook === undefined) throw new ProblemError('webhook_not_found');
      response.json(viewWebhook(webhook));
    })
    .all(onlyMethods('POST'));

  return router;
}
