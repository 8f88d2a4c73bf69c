import { commandGroup, type Feature } from '../feature.ts';

/** What a payer may ask for about their own number. */
export const payers: Feature = {
  routes: async () => (await import('./routes.ts')).payerRoutes,
  commands: {
    payers: commandGroup('payers', 'erase a payer’s number', [async () => (await import('./cli/payersErase.ts')).payersErase()]),
  },
};
