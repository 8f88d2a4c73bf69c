import type { Feature } from '../feature.ts';

/** The counter: the merchant begins a payment with the customer's number. */
export const counter: Feature = { routes: async () => (await import('./routes.ts')).counterRoutes };
