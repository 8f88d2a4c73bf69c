export type { MerchantPayment } from '@tsena/shared/merchant';
export { type Companion, type CompanionOptions, createCompanion } from './companion.ts';
export { readSettings, Secret, type Settings, SettingsError } from './config.ts';
export { createOrderTokens, type OrderClaimsInput, type OrderTokenReading, type OrderTokens } from './orders/orderToken.ts';
export type { EventHandler } from './webhooks/handlerSink.ts';
