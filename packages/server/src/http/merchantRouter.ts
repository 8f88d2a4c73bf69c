import type { Scope } from '@tsena/shared/merchant';
import compression from 'compression';
import { type RequestHandler, Router } from 'express';
import { booksRoutes } from '../backoffice/accounting/routes.ts';
import { createKeyCheck } from '../backoffice/keys/keyCheck.ts';
import { requireMerchantKey } from '../backoffice/keys/requireKey.ts';
import { keyRoutes } from '../backoffice/keys/routes.ts';
import { sessionRoutes } from '../backoffice/keys/sessionRoutes.ts';
import { linkRoutes } from '../backoffice/links/routes.ts';
import { overviewRoutes } from '../backoffice/overview/routes.ts';
import { eventRoutes } from '../backoffice/payments/eventRoutes.ts';
import { exportRoutes } from '../backoffice/payments/exportRoutes.ts';
import { paymentRoutes } from '../backoffice/payments/routes.ts';
import { transactionRoutes } from '../backoffice/payments/transactionRoutes.ts';
import { refundRoutes } from '../backoffice/refunds/routes.ts';
import { setupRoutes } from '../backoffice/setup/routes.ts';
import { statementRoutes } from '../backoffice/statements/routes.ts';
import { webhookRoutes } from '../backoffice/webhooks/routes.ts';
import type { HttpContext } from './context.ts';
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
