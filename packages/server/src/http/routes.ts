import { sessionRoutes } from '../backoffice/keys/sessionRoutes.ts';
import { loadMerchantRoutes } from '../backoffice/merchantRoutes.ts';
import { assetRoutes } from './assets.ts';
import { callbackRoutes } from './callbacks.ts';
import { checkoutRoutes } from './checkout/checkoutRoutes.ts';
import { healthRoutes } from './health.ts';
import type { RouteDescription } from './kit/route.ts';
import { metricsRoutes } from './metricsRouter.ts';
import { documentRoutes } from './openapi/openapiRoute.ts';

/** A route, and its name. */
export interface NamedRoute extends RouteDescription {
  readonly id: string;
}

/**
 * Every route, for what describes them without a companion. The hosted page and the dashboard are for people, and not
 * among them.
 */
export async function loadRoutes(): Promise<readonly NamedRoute[]> {
  const all = {
    ...checkoutRoutes,
    ...(await loadMerchantRoutes()),
    ...sessionRoutes,
    ...callbackRoutes,
    ...assetRoutes,
    ...documentRoutes,
    ...healthRoutes,
    ...metricsRoutes,
  };
  return Object.entries<RouteDescription>(all).map(([id, route]) => ({ id, ...route }));
}
