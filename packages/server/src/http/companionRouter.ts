import { Router } from 'express';
import { assetRouter } from './assets.ts';
import { callbackRouter } from './callbacks.ts';
import { checkoutRouter } from './checkout.ts';
import { isCompanionPath } from './companionPaths.ts';
import type { HttpContext } from './context.ts';
import { dashboardRouter } from './dashboard.ts';
import { healthRouter } from './health.ts';
import { merchantRouter } from './merchant.ts';
import { metricsRouter } from './metricsRouter.ts';
import { openApiRouter } from './openapi.ts';
import { pageRouter } from './pages.ts';
import { notFound, problemHandler } from './problem.ts';
import { logResponseErrors } from './responseErrors.ts';
import { assignRequestId, securityHeaders } from './security.ts';

/** All endpoints of the companion; other requests go on. */
export function companionRouter(context: HttpContext): Router {
  const { settings, metrics, storage, log, stopping } = context;
  const hasDashboard = settings.merchantApiKey !== null;
  const router = Router();
  // Requests that are not the companion's leave unchanged: a host app may mount it at its root.
  router.use((request, _response, next) => next(isCompanionPath(request.path, hasDashboard) ? undefined : 'router'));
  router.use((_request, response, next) => {
    logResponseErrors(response, log);
    next();
  });
  router.use(assignRequestId, metrics.requests, securityHeaders());
  router.use(assetRouter());
  router.use(callbackRouter(context));
  router.use(checkoutRouter(context));
  router.use(pageRouter(context));
  router.use(merchantRouter(context));
  if (hasDashboard) router.use(dashboardRouter());
  router.use(openApiRouter());
  router.use(healthRouter(storage.store, () => stopping.aborted));
  router.use(metricsRouter(metrics.registry, settings.metricsToken));
  router.use(notFound);
  router.use(problemHandler(log));
  return router;
}
