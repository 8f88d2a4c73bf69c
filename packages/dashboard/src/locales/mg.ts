import { textsIn } from './texts.ts';

/** Malagasy texts. */
export const texts = textsIn('mg');
