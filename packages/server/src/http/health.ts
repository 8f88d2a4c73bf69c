import { Router } from 'express';
import type { Store } from '../storage/store.ts';
import { onlyMethods, sendProblem } from './problem.ts';

/** `/healthz`: the process answers. `/readyz`: it can take payments, that is, its store can be reached. */
export function healthRouter(store: Store, isStopping: () => boolean): Router {
  const router = Router();
  router
    .route('/healthz')
    .get((_request, response) => {
      response.set('Cache-Control', 'no-store').json({ status: 'alive' });
    })
    .all(onlyMethods('GET'));
  router
    .route('/readyz')
    .get(async (request, response) => {
      if (isStopping()) {
        sendProblem(request, response, 'shutting_down');
        return;
      }
      await store.db.selectFrom('orders').select('reference').limit(1).execute();
      response.set('Cache-Control', 'no-store').json({ status: 'ready' });
    })
    .all(onlyMethods('GET'));
  return router;
}
