import { en, type Texts } from './en.ts';
import { fr } from './fr.ts';
import { mg } from './mg.ts';

export type { Texts } from './en.ts';

/** The languages that the shop speaks. */
export const LANGUAGES = ['mg', 'fr', 'en'] as const;

export type Language = (typeof LANGUAGES)[number];

const texts: Readonly<Record<Language, Texts>> = { mg, fr, en };

/** Every text in a language. */
export function textsIn(language: Language): Texts {
  return texts[language];
}

/** The language with this code, if the shop speaks it. */
export function readLanguage(code: string | undefined): Language | undefined {
  return LANGUAGES.find((language) => language === code);
}
