import { type Language, pickLanguage } from '@tsena/shared';

const STORAGE_KEY = 'tsena.language';

/** The language that the merchant chose before, else the browser's first supported language, else French. */
export function readLanguage(): Language {
  let saved: string | null = null;
  try {
    saved = localStorage.getItem(STORAGE_KEY);
  } catch {
    // The browser forbids storage, so only its own languages count.
  }
  return pickLanguage([...(saved === null ? [] : [saved]), ...navigator.languages]) ?? 'fr';
}

/** Saves the language for the next visit. */
export function saveLanguage(language: Language): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // The browser forbids storage, so the language lasts until the page is closed.
  }
}
