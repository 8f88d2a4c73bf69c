import type { Language } from '@tsena/shared';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

/** Each language's texts, and its own name. */
export const locales: Readonly<Record<Language, Texts>> = { mg, fr, en };

/** What each language calls itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };
