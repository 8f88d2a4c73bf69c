import './firstTexts.ts';
import { LANGUAGES } from '@tsena/shared';
import * as app from '../app.ts';
import { locales } from '../locales/index.ts';

/** What the second file of each language sets. */
export const apps = Object.fromEntries(LANGUAGES.map((language) => [language, { ...app, texts: locales[language] }]));
