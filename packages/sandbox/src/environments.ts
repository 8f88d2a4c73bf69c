import type { Environment } from './page/views.ts';

/** The path of each environment below the sandbox's address. */
export const BASE_PATHS: Readonly<Record<Environment, string>> = { sandbox: '', production: '/production' };
