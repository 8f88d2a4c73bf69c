import type { Language } from '@tsena/shared';
import type { TextKey, Texts } from '../locales/en.ts';
import { locales } from '../locales/index.ts';

/** A shop's own texts, by {@link TextKey} or `problem.<code>`; they come before ours and the companion's. */
export type TextOverrides = Readonly<Record<string, string>>;

/** The texts of one language, with a shop's own in front. */
export interface Translator {
  readonly language: Language;
  /** The text with its placeholders filled in. */
  t(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  /** The sentence for a problem or a failure: the shop's, ours, or the companion's. */
  sentence(code: string, said: string): string;
  /** `25 000 Ar` from `25000`; two decimals at most. */
  money(digits: string): string;
  /** The text for so many: `{key}.one` or `{key}.other`. */
  count(key: 'waiting.elapsed', n: number): string;
}

const NO_BREAK_SPACE = '\u00a0';

/** Makes the {@link Translator} of a language. */
export function createTranslator(language: Language, overrides: TextOverrides = {}): Translator {
  const texts: Texts = locales[language];
  const all: TextOverrides = { ...texts, ...overrides };

  const t: Translator['t'] = (key, values = {}) =>
    (all[key] ?? texts[key])
      // French has a space before these, which must not become a line's end.
      .replace(/ (?=[?!:;])/g, NO_BREAK_SPACE)
      .replace(/\{(\w+)\}/g, (placeholder, name: string) => {
        const value = String(values[name] ?? placeholder);
        return name === 'payer' ? value.replaceAll(' ', NO_BREAK_SPACE) : value;
      });

  return {
    language,
    t,
    // Only faults of the network come without a sentence.
    sentence: (code, said) => all[`problem.${code}`] ?? (said || t('problem.unreachable')),
    money(digits) {
      const [whole = '', rest] = digits.split('.');
      const grouped = whole.replace(/\B(?=(\d{3})+$)/g, language === 'en' ? ',' : NO_BREAK_SPACE);
      const decimals = rest === undefined ? '' : (language === 'en' ? '.' : ',') + rest;
      return `${grouped}${decimals}${NO_BREAK_SPACE}Ar`;
    },
    // French counts nought and one as one, English one alone; Malagasy nouns do not change.
    count: (key, n) => t(n === 1 || (n === 0 && language === 'fr') ? `${key}.one` : `${key}.other`, { n }),
  };
}
