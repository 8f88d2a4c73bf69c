import type { Feature } from '../feature.ts';

/** What a payer may ask for about their own number. */
export const payers: Feature = {
  routes: async () => (await import('./routes.ts')).payerRoutes,
  commands: { payers: async () => (await import('./cli/payers.ts')).payers() },
};
