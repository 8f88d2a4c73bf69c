import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { TsenaProvider } from './provider.ts';

export type { TsenaOptions } from './options.ts';
export type { TsenaReview } from './review.ts';
export { TsenaProvider };

export default ModuleProvider(Modules.PAYMENT, { services: [TsenaProvider] });
