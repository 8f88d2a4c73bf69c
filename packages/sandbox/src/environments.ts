import type { Environment } from './views.ts';

/** The path of each environment below the sandbox's address. */
export const BASE_PATHS: Readonly<Record<Environment, string>> = { sandbox: '', production: '/production' };
