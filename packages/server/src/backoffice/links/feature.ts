import { commandGroup, type Feature } from '../feature.ts';

/** Payment links. */
export const links: Feature = {
  routes: async () => (await import('./routes.ts')).linkRoutes,
  commands: {
    links: commandGroup('links', 'create, list, show and cancel payment links', [
      async () => (await import('./cli/linksCreate.ts')).linksCreate(),
      async () => (await import('./cli/linksList.ts')).linksList(),
      async () => (await import('./cli/linksShow.ts')).linksShow(),
      async () => (await import('./cli/linksCancel.ts')).linksCancel(),
    ]),
  },
};
