import compression from 'compression';
import { type RequestHandler, Router } from 'express';
import type { HttpContext } from './context.ts';
import { booksRouter } from './merchant/books.ts';
import { eventsRouter } from './merchant/events.ts';
import { exportRouter } from './merchant/export.ts';
import { createKeyCheck } from './merchant/keyCheck.ts';
import { keyRouter } from './merchant/keys.ts';
import { linkRouter } from './merchant/links.ts';
import { overviewRouter } from './merchant/overview.ts';
import { paymentRouter } from './merchant/payments.ts';
import { refundRouter } from './merchant/refunds.ts';
import { requireMerchantKey } from './merchant/requireKey.ts';
import { requireScopes } from './merchant/routeScopes.ts';
import { sessionRouter } from './merchant/session.ts';
import { setupRouter } from './merchant/setup.ts';
import { statementRouter } from './merchant/statements.ts';
import { transactionRouter } from './merchant/transactions.ts';
import { webhookRouter } from './merchant/webhooks.ts';
import { ProblemError } from './problem.ts';

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** `/v1/merchant`: the merchant API, with a merchant key or the dashboard's session. */
export function merchantRouter(context: HttpContext): Router {
  const { storage, addressOf, log } = context;
  const { merchantApiKey: ownerKey, publicUrl } = context.settings;
  const router = Router();
  // Lists are long, and merchants read them on phones.
  router.use('/v1/merchant', compression(), noStore);
  if (ownerKey === null) {
    router.use('/v1/merchant', () => {
      throw new ProblemError('merchant_api_off');
    });
    return router;
  }
  const check = createKeyCheck({ ownerKey, storage, addressOf, log });
  router.use(sessionRouter({ check, ownerKey, storage, publicUrl }));
  router.use('/v1/merchant', requireMerchantKey(check, publicUrl));
  const routes = Router();
  routes.use(eventsRouter(context));
  routes.use(exportRouter(context));
  routes.use(paymentRouter(context));
  routes.use(transactionRouter(context));
  routes.use(overviewRouter(context));
  routes.use(setupRouter(context));
  routes.use(webhookRouter(context));
  routes.use(linkRouter(context));
  routes.use(refundRouter(context));
  routes.use(statementRouter(context));
  routes.use(booksRouter(context));
  routes.use(keyRouter(context));
  requireScopes(routes);
  router.use(routes);
  return router;
}
