import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

export type { Texts } from './en.ts';

/** The shop's languages. */
export const LANGUAGES = ['mg', 'fr', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

const texts: Readonly<Record<Language, Texts>> = { mg, fr, en };

/** All texts in a language. */
export function textsIn(language: Language): Texts {
  return texts[language];
}

/** The language with this code, if the shop has it. */
export function readLanguage(code: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}
