import type { Language } from '@tsena/shared';
import type { Texts } from './en.ts';

/** Loads the texts of a language. Each language is a file of its own, so that a phone loads one of them. */
export async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case 'mg':
      return (await import('./mg.ts')).mg;
    case 'fr':
      return (await import('./fr.ts')).fr;
    case 'en':
      return (await import('./en.ts')).en;
  }
}
