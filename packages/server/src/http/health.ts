import { Router } from 'express';
import type { Store } from '../database/store.ts';
import { rejectOtherMethods, sendProblem } from './problem.ts';

/** `/healthz`: the process runs. `/readyz`: the companion can take payments, because its storage can be read and written. */
export function healthRouter({ requireReady }: Pick<Store, 'requireReady'>, isStopping: () => boolean): Router {
  const router = Router();
  router
    .route('/healthz')
    .get((_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'alive' });
    })
    .all(rejectOtherMethods('GET'));
  router
    .route('/readyz')
    .get(async (request, response) => {
      if (isStopping()) {
        sendProblem(request, response, 'shutting_down');
        return;
      }
      await requireReady();
      response.set('Cache-Control', 'no-store').json({ status: 'ready' });
    })
    .all(rejectOtherMethods('GET'));
  return router;
}
