import type { Language, LocalTexts } from '@tsena/shared';
import texts from './texts.json' with { type: 'json' };

/**
 * `{…}` are placeholders. The companion sends the sentences for its own errors:
 * packages/shared/src/problemMessages.json. What only a page without a script needs is in `hosted/texts.json`.
 */
const all = texts satisfies LocalTexts;

function textsIn(language: Language) {
  return Object.fromEntries(Object.entries(all).map(([key, text]) => [key, text[language]])) as Readonly<
    Record<keyof typeof all, string>
  >;
}

/** The English texts. */
const en = textsIn('en');

/** All texts of one language. */
export type Texts = typeof en;

/** The key of a text. */
export type TextKey = keyof Texts;

/** The texts of every language. */
export const locales: { readonly [language in 'mg' | 'fr' | 'en']: Texts } = {
  mg: textsIn('mg'),
  fr: textsIn('fr'),
  en,
};
