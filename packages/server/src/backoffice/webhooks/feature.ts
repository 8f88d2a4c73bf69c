import { commandGroup, type Feature } from '../feature.ts';

/** The deliveries to the shop, and webhooks to test it. */
export const webhooks: Feature = {
  routes: async () => (await import('./routes.ts')).webhookRoutes,
  commands: {
    webhooks: commandGroup('webhooks', 'list webhooks to the shop, and send them again', [
      async () => (await import('./cli/webhooksList.ts')).webhooksList(),
      async () => (await import('./cli/webhooksReplay.ts')).webhooksReplay(),
      async () => (await import('./cli/webhooksSendTest.ts')).webhooksSendTest(),
    ]),
  },
};
