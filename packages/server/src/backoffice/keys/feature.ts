import { commandGroup, type Feature } from '../feature.ts';

/** The keys of the merchant API. */
export const keys: Feature = {
  routes: async () => (await import('./routes.ts')).keyRoutes,
  commands: {
    keys: commandGroup('keys', 'create, list and revoke keys of the merchant API', [
      async () => (await import('./cli/keysCreate.ts')).keysCreate(),
      async () => (await import('./cli/keysList.ts')).keysList(),
      async () => (await import('./cli/keysRevoke.ts')).keysRevoke(),
    ]),
  },
};
