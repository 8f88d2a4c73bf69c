import { loadMerchantRoutes } from '../backoffice/features.ts';
import { sessionRoutes } from '../backoffice/keys/sessionRoutes.ts';
import { assetRoutes } from './assets.ts';
import { callbackRoutes } from './callbacks.ts';
import { checkoutRoutes } from './checkout/checkoutRoutes.ts';
import { healthRoutes } from './health.ts';
import { metricsRoutes } from './metrics/metricsRouter.ts';
import { documentRoutes } from './openapi/openapiRoute.ts';
import type { RouteDescription } from './route.ts';

/** Every route of the HTTP interface, with those of the merchant API. The hosted page and the dashboard are for people, and not among them. */
export const allRoutes = (merchantRoutes: readonly RouteDescription[]): readonly RouteDescription[] => [
  ...checkoutRoutes,
  ...merchantRoutes,
  ...sessionRoutes,
  ...callbackRoutes,
  ...assetRoutes,
  ...documentRoutes,
  ...healthRoutes,
  ...metricsRoutes,
];

/** Every route, for what describes them without a companion. */
export const loadRoutes = async (): Promise<readonly RouteDescription[]> => allRoutes(await loadMerchantRoutes());
