import { askFirst } from './core/firstAnswers.ts';
import { readLanguage } from './core/language.ts';
import { loadTexts } from './locales/loadTexts.ts';

// A small file of its own. It runs while the browser still loads the application, which imports it too.

/** The address of `/v1/merchant`. The page is at `…/dashboard/`, also where a host mounts the companion under a path. */
export const base = new URL('../v1/merchant', document.baseURI).href;

/** The language in which the dashboard begins. */
const language = readLanguage();

/** The texts of that language. */
export const texts = loadTexts(language);

/** The answers that the application needs first. */
export const firstAnswers = askFirst(base, language, /^#?\/?$/.test(location.hash));
