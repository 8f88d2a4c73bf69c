export type { MerchantPayment, ReviewReason, Webhook, WebhookType } from '@tsena/shared/merchant';
export type { Companion, CompanionOptions } from './composition/host.ts';
export type { EnvironmentVariables } from './config/environment.ts';
export { readSettings, SettingsError } from './config/readSettings.ts';
export { Secret } from './config/secret.ts';
export type {
  Brand,
  HttpSettings,
  Limit,
  LimitSettings,
  LogLevel,
  MailSettings,
  MerchantSettings,
  OperatorEnvironment,
  OperatorSettings,
  Sender,
  Settings,
  SmtpLogin,
  SmtpServer,
  TrustProxy,
  WebhookSettings,
} from './config/settings.ts';
export type { EventHandler, WebhookEvent } from './core/webhooks/eventHandler.ts';
export { createCompanion } from './createCompanion.ts';
export { StorageUnavailable } from './database/storageFailure.ts';
export { WrongEnvironment } from './database/wrongEnvironment.ts';
export type { Log } from './log.ts';
