import type { Feature } from '../feature.ts';

/** The records of refunds that were made outside. */
export const refunds: Feature = {
  routes: async () => (await import('./routes.ts')).refundRoutes,
  commands: { refunds: async () => (await import('./cli/refunds.ts')).refunds() },
};
