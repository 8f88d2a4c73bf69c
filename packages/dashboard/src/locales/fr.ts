import { textsIn } from './texts.ts';

/** French texts. */
export const texts = textsIn('fr');
