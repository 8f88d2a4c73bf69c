export type * from './apiTypes.ts';
export * from './checkout.ts';
export * from './checkoutHtml.ts';
export * from './client.ts';
export { TsenaError } from './error.ts';
export * from './orderToken.ts';
export { checkOrderTokenSecret, checkWebhookSecret, type Secrets } from './secrets.ts';
export * from './webhook.ts';
