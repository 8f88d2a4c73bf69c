import { formatMoney, type Language } from '@tsena/shared';
import type { FormTextKey } from '../locales/form/en.ts';
import type { TextOverrides } from '../types.ts';

/** The texts of one language; a shop's own texts replace them. */
export interface Translator<Key extends string = FormTextKey> {
  readonly language: Language;
  /** Returns the text with its placeholders filled in. */
  t(key: Key, values?: Readonly<Record<string, string | number>>): string;
  /** Formats Ariary: `25 000 Ar` from `25000`. */
  formatMoney(digits: string): string;
}

const NO_BREAK_SPACE = '\u00a0';

/** Creates the {@link Translator} of some texts. */
export function translate<Key extends string>(
  language: Language,
  texts: Readonly<Record<Key, string>>,
  overrides: TextOverrides = {},
): Translator<Key> {
  const own: Readonly<Record<string, string | undefined>> = overrides;
  return {
    language,
    t: (key, values = {}) =>
      (own[key] ?? texts[key])
        // French sets a space before these signs. A line must not break there.
        .replace(/ (?=[?!:;])/g, NO_BREAK_SPACE)
        .replace(/\{(\w+)\}/g, (placeholder, name: string) => {
          const value = String(values[name] ?? placeholder);
          return name === 'payer' ? value.replace(/ /g, NO_BREAK_SPACE) : value;
        }),
    formatMoney: (digits) => formatMoney(digits, language),
  };
}
