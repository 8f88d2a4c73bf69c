import type { Feature } from '../feature.ts';

/** The deliveries to the shop, and webhooks to test it. */
export const webhooks: Feature = {
  routes: async () => (await import('./routes.ts')).webhookRoutes,
  commands: { webhooks: async () => (await import('./cli/webhooks.ts')).webhooks() },
};
