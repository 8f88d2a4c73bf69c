import { commandGroup, type Feature } from '../feature.ts';

/** The records of refunds that were made outside. */
export const refunds: Feature = {
  routes: async () => (await import('./routes.ts')).refundRoutes,
  commands: {
    refunds: commandGroup('refunds', 'record and list refunds that you made outside', [
      async () => (await import('./cli/refundsRecord.ts')).refundsRecord(),
      async () => (await import('./cli/refundsList.ts')).refundsList(),
    ]),
  },
};
