import { Router } from 'express';
import type { MerchantRoutes } from '../backoffice/merchantRoutes.ts';
import type { SettingsContext } from '../backoffice/settings/context.ts';
import { acceptNew } from './acceptNew.ts';
import { answerBeforeClosing } from './answerBeforeClosing.ts';
import { assetRouter } from './assets.ts';
import { beginRequests } from './beginRequests.ts';
import { callbackRoutes } from './callbacks.ts';
import { checkoutRouter } from './checkout/checkoutRoutes.ts';
import { dashboardRouter } from './dashboard.ts';
import { healthRoutes } from './health.ts';
import { notFound, problemHandler } from './kit/problem.ts';
import { serveRoutes } from './kit/route.ts';
import { merchantRouter } from './merchantRouter.ts';
import { metricsRoutes } from './metricsRouter.ts';
import { documentRoutes } from './openapi/openapiRoute.ts';
import { pageRouter } from './pages.ts';

/** All endpoints of the companion; other requests go on. */
export function companionRouter(context: SettingsContext, merchantRoutes: MerchantRoutes): Router {
  const { settings, metrics, log } = context;
  const hasDashboard = settings.MERCHANT_API_KEY !== null;
  const router = Router();
  // Requests that are not the companion's leave unchanged: a host app may mount it at its root.
  router.use((request, _response, next) => next(isCompanionPath(request.path, hasDashboard) ? undefined : 'router'));
  router.use(beginRequests(metrics, log));
  router.use(serveRoutes(healthRoutes, context));
  // Callbacks help what is in progress, and pages answer in words.
  router.use(serveRoutes(callbackRoutes, context, answerBeforeClosing(context)));
  router.use(pageRouter(context));
  router.use(answerBeforeClosing(context), acceptNew(context.databaseFile));
  router.use(checkoutRouter(context));
  router.use(assetRouter());
  router.use(merchantRouter(context, merchantRoutes));
  if (settings.MERCHANT_API_KEY !== null) router.use(dashboardRouter(context, settings.MERCHANT_API_KEY));
  router.use(serveRoutes(documentRoutes, context));
  router.use(
    serveRoutes(metricsRoutes, { registry: metrics.registry, token: settings.METRICS_TOKEN, current: context.current }),
  );
  router.use(notFound);
  router.use(problemHandler(log));
  return router;
}

const ENDPOINTS =
  /^\/(?:v1\/(?:checkout|payments|callbacks|merchant|openapi\.json|checkout(?:-(?:app|[0-9a-f]{16}))?\.js)|pay|healthz|readyz|metrics)(?:\/|$)/i;
const DASHBOARD = /^\/dashboard(?:\/|$)/i;

/** Whether a path belongs to the companion. All other paths belong to the host app. */
function isCompanionPath(path: string, hasDashboard: boolean): boolean {
  return ENDPOINTS.test(path) || (hasDashboard && DASHBOARD.test(path));
}
