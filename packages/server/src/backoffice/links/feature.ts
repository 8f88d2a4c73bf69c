import type { Feature } from '../feature.ts';

/** Payment links. */
export const links: Feature = {
  routes: async () => (await import('./routes.ts')).linkRoutes,
  commands: { links: async () => (await import('./cli/links.ts')).links() },
};
