import type { Language } from '@tsena/shared';
import { en, type Texts } from '../locales/en.ts';
import { fr } from '../locales/fr.ts';
import { mg } from '../locales/mg.ts';

/** The texts of each language. */
export const locales: Readonly<Record<Language, Texts>> = { mg, fr, en };
