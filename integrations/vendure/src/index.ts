export type { TsenaNote } from './decide.ts';
export { TsenaNoteEvent } from './noteEvent.ts';
export type { TsenaPluginOptions } from './options.ts';
export { tsenaPaymentHandler } from './paymentHandler.ts';
export { TsenaPlugin } from './plugin.ts';
