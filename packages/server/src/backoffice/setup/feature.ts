import type { Feature } from '../feature.ts';

/** The go-live checklist. */
export const setup: Feature = {
  routes: async () => (await import('./routes.ts')).setupRoutes,
  commands: { doctor: async () => (await import('./cli/doctor.ts')).doctor() },
};
