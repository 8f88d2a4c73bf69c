import { type Language, pickLanguage } from '@tsena/shared';

const NAME = 'tsena.language';

/** The language chosen here before, else the browser's first that we speak, else French. */
export function readLanguage(): Language {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(NAME);
  } catch {
    // Storage is forbidden; the browser's own languages resolve.
  }
  return pickLanguage([...(chosen === null ? [] : [chosen]), ...navigator.languages]) ?? 'fr';
}

/** Remembers the language for the next visit. */
export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(NAME, language);
  } catch {
    // Storage is forbidden; it holds until the page is left.
  }
}
