import {
  changedSettingsSchema,
  describeSettingFault,
  merchantSettingsSchema,
  settingsBodySchema,
  tryBodySchema,
  webhookSecretSchema,
} from '@tsena/shared/merchant';
import { callerOf } from '../../http/kit/caller.ts';
import { languageOf } from '../../http/kit/problem.ts';
import { defineRoute } from '../../http/kit/route.ts';
import { ProblemError } from '../../input/problemError.ts';
import { changeSettings, makeWebhookSecret, readValues, viewSettings } from './changeSettings.ts';
import type { SettingsContext } from './context.ts';
import { trySettings } from './trySettings.ts';

/** `/v1/merchant/settings`: what the merchant sets without access to the server. */
export const settingsRoutes = {
  /** Read the merchant’s settings. */
  readSettings: defineRoute('GET /v1/merchant/settings', {
    scope: 'admin',
    answers: { 200: { text: 'The settings', schema: merchantSettingsSchema } },
    handle: ({ currentSettings }: SettingsContext) => viewSettings(currentSettings),
  }),
  /**
   * Change the merchant’s settings.
   *
   * All of them or none. Addresses are tried before they are kept: this companion must answer at the public and the
   * callback address, the shop must answer a signed `tsena.ping` with 2xx, and the mail server must take a test e-mail.
   * The change holds at once in all instances. A payment that has begun keeps its callback address.
   */
  changeSettings: defineRoute('PATCH /v1/merchant/settings', {
    scope: 'admin',
    body: settingsBodySchema,
    answers: { 200: { text: 'The settings afterwards', schema: changedSettingsSchema } },
    problems: ['setting_fixed', 'setting_invalid', 'setting_refused'],
    async handle(context: SettingsContext, { request, response, body }) {
      const { currentSettings, watchers, log } = context;
      const webhookSecret = await changeSettings(context, body, callerOf(response), languageOf(request));
      log.info({ settings: Object.keys(body) }, 'settings changed');
      watchers.notify(null);
      return { ...viewSettings(currentSettings), webhookSecret: webhookSecret?.reveal() ?? null };
    },
  }),
  /** Try a setting as it is now. */
  trySetting: defineRoute('POST /v1/merchant/settings/try', {
    scope: 'admin',
    body: tryBodySchema,
    answers: { 204: { text: 'It works, or it is not set' } },
    problems: ['setting_refused'],
    async handle(context: SettingsContext, { request, response, body }) {
      const values = { [body.name]: readValues(context.currentSettings)[body.name] };
      await trySettings(context, context.current(), values, callerOf(response), languageOf(request));
      response.end();
    },
  }),
  /**
   * Make a webhook secret.
   *
   * The answer is the only place where it is shown. The secret before it stays valid: webhooks are signed with both,
   * until another one is made.
   */
  makeWebhookSecret: defineRoute('POST /v1/merchant/settings/webhook-secret', {
    scope: 'admin',
    answers: { 201: { text: 'The secret', schema: webhookSecretSchema } },
    problems: ['setting_fixed'],
    async handle(context: SettingsContext, { request, response }) {
      const { settings, watchers, log } = context;
      if (settings.fixed.includes('webhookUrl')) {
        const detail = describeSettingFault('fixed', languageOf(request));
        throw new ProblemError('setting_fixed', { errors: [{ pointer: '/webhookUrl', detail }] });
      }
      const secret = await makeWebhookSecret(context, callerOf(response));
      log.info('webhook secret made');
      watchers.notify(null);
      return { secret: secret.reveal() };
    },
  }),
};
