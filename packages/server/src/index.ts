export type { MerchantPayment, ReviewReason, Webhook, WebhookType } from '@tsena/shared/merchant';
export { type Companion, type CompanionOptions, createCompanion } from './companion.ts';
export { readSettings, SettingsError } from './config/readSettings.ts';
export { Secret } from './config/secret.ts';
export type { Settings } from './config/settings.ts';
export { createOrderTokens, type OrderClaimsInput, type OrderTokenResult, type OrderTokens } from './core/orders/orderToken.ts';
export type { EventHandler, WebhookEvent } from './core/webhooks/handlerSink.ts';
