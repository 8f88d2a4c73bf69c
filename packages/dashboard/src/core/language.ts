import { type Language, pickLanguage } from '@tsena/shared';
import { LANGUAGE_COOKIE } from '@tsena/shared/merchant';

const MAX_AGE_S = 365 * 24 * 60 * 60;

/** The language of the page: the companion chose it by the merchant's last choice, else by the browser's languages. */
export function readLanguage(): Language {
  return pickLanguage([document.documentElement.lang]) ?? 'fr';
}

/** Saves the language for the next visit. The companion then serves the page in it. */
export function saveLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: only Chromium has the CookieStore
  document.cookie = `${LANGUAGE_COOKIE}=${language}; max-age=${MAX_AGE_S}; samesite=strict`;
}
