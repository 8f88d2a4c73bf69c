import type { Language } from '@tsena/shared';

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };
