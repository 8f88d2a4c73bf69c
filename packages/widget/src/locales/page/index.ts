import type { Language } from '@tsena/shared';
import { en, type PageTexts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

/** The further texts of hosted pages, by language. */
export const pageLocales: Readonly<Record<Language, PageTexts>> = { mg, fr, en };
