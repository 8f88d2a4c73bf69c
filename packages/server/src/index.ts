export type { MerchantPayment, ReviewReason, Webhook, WebhookType } from '@tsena/shared/merchant';
export { type Companion, type CompanionOptions, createCompanion } from './companion.ts';
export { readSettings, Secret, type Settings, SettingsError } from './config.ts';
export { createOrderTokens, type OrderClaimsInput, type OrderTokenReading, type OrderTokens } from './orders/orderToken.ts';
export type { EventHandler, WebhookEvent } from './webhooks/handlerSink.ts';
