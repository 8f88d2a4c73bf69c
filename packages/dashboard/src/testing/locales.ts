import type { Language } from '@tsena/shared';
import { type Texts, textsIn } from '../locales/texts.ts';

/** The texts of each language. */
export const locales: Readonly<Record<Language, Texts>> = { mg: textsIn('mg'), fr: textsIn('fr'), en: textsIn('en') };
