import type { Language } from '@tsena/shared';
import { en, type FormTexts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

/** The form’s texts of every language. */
export const formLocales: Readonly<Record<Language, FormTexts>> = { mg, fr, en };
