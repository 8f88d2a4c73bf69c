import type { RestLoader } from './restLoader.ts';

/** What loads the second file for all elements of the page. Not a member of the element: its type is no part of the published ones. */
export const pageLoader: { current: RestLoader | undefined } = { current: undefined };
