import type { Language } from '@tsena/shared';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

/** A text's name. */
export type TextKey = keyof typeof en;

/** All texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;

export const locales: Readonly<Record<Language, Texts>> = { mg, fr, en };
