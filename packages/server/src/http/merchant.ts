import compression from 'compression';
import { Router } from 'express';
import type { HttpContext } from './context.ts';
import { exportRouter } from './merchant/export.ts';
import { linkRouter } from './merchant/links.ts';
import { overviewRouter } from './merchant/overview.ts';
import { paymentRouter } from './merchant/payments.ts';
import { requireMerchantKey } from './merchant/requireKey.ts';
import { webhookRouter } from './merchant/webhooks.ts';

/** `/v1/merchant`: the merchant API, with the merchant's key. */
export function merchantRouter(context: HttpContext): Router {
  const router = Router();
  // Lists are long, and merchants read them on phones.
  router.use('/v1/merchant', compression());
  router.use('/v1/merchant', requireMerchantKey(context.settings.merchantApiKey, context.addressOf));
  router.use(exportRouter(context));
  router.use(paymentRouter(context));
  router.use(overviewRouter(context));
  router.use(webhookRouter(context));
  router.use(linkRouter(context));
  return router;
}
