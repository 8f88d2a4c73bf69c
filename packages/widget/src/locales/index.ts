import type { Language, LocalTexts } from '@tsena/shared';
import all from './texts.json' with { type: 'json' };

/**
 * `{…}` are placeholders. The companion sends the sentences for its own errors: packages/shared/src/problemMessages.json. What only a page
 * without a script needs is in `hosted/texts.json`.
 */
const localTexts = all satisfies LocalTexts;

/** The key of a text. */
export type TextKey = keyof typeof localTexts;

/** All texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;

function textsIn(language: Language): Texts {
  return Object.fromEntries(Object.entries(localTexts).map(([key, text]) => [key, text[language]])) as Texts;
}

/** The texts of every language. */
export const locales = { mg: textsIn('mg'), fr: textsIn('fr'), en: textsIn('en') };
