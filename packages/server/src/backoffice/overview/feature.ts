import type { Feature } from '../feature.ts';

/** What the merchant sees first: the settings, how many payments need review, and the totals of each day. */
export const overview: Feature = { routes: async () => (await import('./routes.ts')).overviewRoutes };
