import { textsIn } from './texts.ts';

/** English texts. */
export const texts = textsIn('en');
