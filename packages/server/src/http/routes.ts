import { sessionRoutes } from '../backoffice/keys/sessionRoutes.ts';
import { assetRoutes } from './assets.ts';
import { callbackRoutes } from './callbacks.ts';
import { checkoutRoutes } from './checkout/checkoutRoutes.ts';
import { healthRoutes } from './health.ts';
import { merchantRoutes } from './merchantRouter.ts';
import { metricsRoutes } from './metrics/metricsRouter.ts';
import { documentRoutes } from './openapi/openapiRoute.ts';
import type { RouteDescription } from './route.ts';

/** Every route of the HTTP interface. The hosted page and the dashboard are for people, and not among them. */
export const ROUTES: readonly RouteDescription[] = [
  ...checkoutRoutes,
  ...merchantRoutes,
  ...sessionRoutes,
  ...callbackRoutes,
  ...assetRoutes,
  ...documentRoutes,
  ...healthRoutes,
  ...metricsRoutes,
];
