import type { Language } from '@tsena/shared';
import type { TextKey, Texts } from '../locales/en.ts';
import { locales } from '../locales/index.ts';
import type { TextOverrides } from '../types.ts';
import { type Translator, translate } from './translator.ts';

/** All texts of the widget. */
export interface WidgetTexts extends Translator<TextKey> {
  /** Returns the message for an error code: the shop's text, the widget's, or else the companion's message. */
  getErrorMessage(code: string, companionMessage: string): string;
  /** Returns the text `{key}.one` or `{key}.other` for a number. */
  count(key: 'waiting.elapsed', n: number): string;
}

/** Creates the {@link WidgetTexts} of a language. */
export function createTranslator(language: Language, overrides: TextOverrides = {}): WidgetTexts {
  const texts: Texts = locales[language];
  const all: Readonly<Record<string, string | undefined>> = { ...texts, ...overrides };
  const translator = translate(language, texts, overrides);
  const { t } = translator;
  return {
    ...translator,
    // Only errors that arise in the browser have no message of the companion.
    getErrorMessage: (code, companionMessage) => all[`problem.${code}`] ?? (companionMessage || t('problem.unreachable')),
    // French uses the singular for 0 and 1, English for 1 only. Malagasy nouns have no plural.
    count: (key, n) => t(n === 1 || (n === 0 && language === 'fr') ? `${key}.one` : `${key}.other`, { n }),
  };
}
