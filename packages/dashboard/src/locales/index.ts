import type { Language } from '@tsena/shared';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

/** The texts of each language. */
export const locales: Readonly<Record<Language, Texts>> = { mg, fr, en };

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };
