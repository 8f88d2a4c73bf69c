import compression from 'compression';
import { type RequestHandler, Router } from 'express';
import { createKeyCheck, requireMerchantKey } from '../backoffice/keys/keyCheck.ts';
import { sessionRoutes } from '../backoffice/keys/sessionRoutes.ts';
import type { MerchantRoutes } from '../backoffice/merchantRoutes.ts';
import type { SettingsContext } from '../backoffice/settings/context.ts';
import { ProblemError } from '../input/problemError.ts';
import { serveRoutes } from './kit/route.ts';

const noStore: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'no-store');
  next();
};

/** `/v1/merchant`: the merchant API, with a merchant key or the dashboard's session. */
export function merchantRouter(context: SettingsContext, routes: MerchantRoutes): Router {
  const { MERCHANT_API_KEY: ownerKey } = context.settings;
  const router = Router();
  // Lists are long, and merchants read them on phones.
  router.use('/v1/merchant', compression(), noStore);
  if (ownerKey === null) {
    router.use('/v1/merchant', () => {
      throw new ProblemError('merchant_api_off');
    });
    return router;
  }
  const check = createKeyCheck(ownerKey, context);
  router.use(serveRoutes(sessionRoutes, { ...context, check, ownerKey }));
  router.use('/v1/merchant', requireMerchantKey(check, context));
  router.use(serveRoutes(routes, context));
  return router;
}
