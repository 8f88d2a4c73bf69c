import { type Language, pickLanguage } from '@tsena/shared';

/** The language that the shop asks for, else that of the page around the widget, else the browser's, else French. */
export function chooseLanguage(host: Element | undefined, locale: string | undefined): Language {
  const pageLanguage = host?.closest('[lang]')?.getAttribute('lang');
  return pickLanguage([locale ?? '', pageLanguage ?? '', ...navigator.languages]) ?? 'fr';
}
