import type { Feature } from '../feature.ts';

/** What the merchant sets without access to the server. */
export const settings: Feature = { routes: async () => (await import('./routes.ts')).settingsRoutes };
