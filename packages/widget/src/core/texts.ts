import { formatMoney, type Language } from '@tsena/shared';
import { locales, type TextKey } from '../locales/index.ts';
import type { CheckoutOptions } from './types.ts';

/** What the shop itself says. */
type ShopTexts = Pick<CheckoutOptions, 'texts' | 'contact' | 'otherWayText'>;

/** The texts of one language; a shop's own texts replace them. */
export interface Translator extends Omit<ShopTexts, 'texts'> {
  readonly language: Language;
  /** Returns the text with its placeholders filled in. Without a name, `{operator}` is "mobile money". */
  t(key: TextKey, values?: TextValues): string;
  /** Formats Ariary: `25 000 Ar` from `25000`. */
  formatMoney(digits: string): string;
  /** Returns the message for an error code: the shop's text, the widget's, or else the companion's message. */
  getErrorMessage(code: string, companionMessage: string): string;
}

/** What stands in the place of `{name}`. */
export type TextValues = Readonly<Record<string, string | number | null | undefined>>;

const NO_BREAK_SPACE = '\u00a0';

/** Fills in the placeholders of a text, and keeps together what a line must not part. */
export function fillIn(text: string, values: TextValues = {}): string {
  return (
    text
      // French sets a space before these signs, and a phone number has some in it.
      .replace(/ (?=[?!:;])/g, NO_BREAK_SPACE)
      .replace(/(\d) (?=\d)/g, `$1${NO_BREAK_SPACE}`)
      .replace(/\{(\w+)\}/g, (placeholder, name: string) => {
        const value = String(values[name] ?? placeholder);
        return name === 'payer' ? value.replace(/ /g, NO_BREAK_SPACE) : value;
      })
  );
}

/** Returns the text with a capital as its first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Creates the {@link Translator} of a language from its texts and the shop's own. */
export function createTranslator(language: Language, shop: ShopTexts = {}): Translator {
  const texts = locales[language];
  const all: Readonly<Record<string, string | undefined>> = { ...texts, ...shop.texts };
  const t: Translator['t'] = (key, values) =>
    fillIn(all[key] ?? texts[key], { ...values, operator: values?.operator ?? all.operator });
  return {
    language,
    contact: shop.contact && fillIn(shop.contact),
    otherWayText: shop.otherWayText && fillIn(shop.otherWayText),
    t,
    formatMoney: (digits) => formatMoney(digits, language),
    // Only errors that arise in the browser have no message of the companion.
    getErrorMessage: (code, companionMessage) =>
      all[`problem.${code}`] ?? (companionMessage || t('problem.unreachable')),
  };
}
