import type { Feature } from '../feature.ts';

/** The keys of the merchant API. */
export const keys: Feature = {
  routes: async () => (await import('./routes.ts')).keyRoutes,
  commands: { keys: async () => (await import('./cli/keys.ts')).keys() },
};
