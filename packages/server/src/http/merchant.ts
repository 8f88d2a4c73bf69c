import type { Scope } from '@tsena/shared/merchant';
import compression from 'compression';
import { type RequestHandler, Router } from 'express';
import type { HttpContext } from './context.ts';
import { booksRoutes } from './merchant/books.ts';
import { eventRoutes } from './merchant/events.ts';
import { exportRoutes } from './merchant/export.ts';
import { createKeyCheck } from './merchant/keyCheck.ts';
import { keyRoutes } from './merchant/keys.ts';
import { linkRoutes } from './merchant/links.ts';
import { overviewRoutes } from './merchant/overview.ts';
import { paymentRoutes } from './merchant/payments.ts';
import { refundRoutes } from './merchant/refunds.ts';
import { requireMerchantKey } from './merchant/requireKey.ts';
import { sessionRoutes } from './merchant/session.ts';
import { setupRoutes } from './merchant/setup.ts';
import { statementRoutes } from './merchant/statements.ts';
import { transactionRoutes } from './merchant/transactions.ts';
import { webhookRoutes } from './merchant/webhooks.ts';
import { ProblemError } from './problem.ts';
import { type Route, serveRoutes } from './route.ts';

/** The routes that need a merchant key. Each names its least scope. */
export const merchantRoutes: readonly Route<HttpContext, Scope>[] = [
  ...paymentRoutes,
  ...exportRoutes,
  ...eventRoutes,
  ...linkRoutes,
  ...overviewRoutes,
  ...setupRoutes,
  ...transactionRoutes,
  ...webhookRoutes,
  ...refundRoutes,
  ...statementRoutes,
  ...booksRoutes,
  ...keyRoutes,
];

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
  router.use(serveRoutes(sessionRoutes, { check, ownerKey, storage, publicUrl }));
  router.use('/v1/merchant', requireMerchantKey(check, publicUrl));
  router.use(serveRoutes(merchantRoutes, context));
  return router;
}
