import type { Language } from '@tsena/shared';
import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

/** The texts of every language. */
export const locales: Readonly<Record<Language, Texts>> = { mg, fr, en };
