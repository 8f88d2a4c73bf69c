import type { Cart } from '../cart.ts';
import type { Language, Texts } from '../locales/index.ts';

/** The language, texts and cart of the current visitor. */
export interface View {
  readonly language: Language;
  readonly texts: Texts;
  readonly cart: Cart;
}

/** Writes an amount for people, as the payment form does: `45 000 Ar`, in English `45,000 Ar`. */
export function writePrice(ariary: number, { language }: Pick<View, 'language'>): string {
  return `${String(ariary).replace(/\B(?=(?:[0-9]{3})+$)/g, language === 'en' ? ',' : '\u00a0')}\u00a0Ar`;
}
