import type { Feature } from '../feature.ts';

/** Who did what. */
export const audit: Feature = {
  routes: async () => (await import('./routes.ts')).auditRoutes,
  commands: { audit: async () => (await import('./cli/audit.ts')).audit() },
};
