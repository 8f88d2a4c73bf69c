import type { Language } from '@tsena/shared';
import type { Texts } from './texts.ts';

const FILES: Readonly<Record<Language, () => Promise<{ readonly texts: Texts }>>> = {
  mg: () => import('./mg.ts'),
  fr: () => import('./fr.ts'),
  en: () => import('./en.ts'),
};

/** Loads the texts of a language. Each language is a file of its own, so that a phone loads one of them. */
export async function loadTexts(language: Language): Promise<Texts> {
  return (await FILES[language]()).texts;
}
