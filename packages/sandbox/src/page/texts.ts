import { keepTogether } from '@tsena/shared';
import french from './french.json' with { type: 'json' };

/** The page's texts in French, by the English one. `{1}` is a value. */
export const FRENCH: Readonly<Record<keyof typeof french, string>> = french;

/** An English text that the page can say. */
export type Text = keyof typeof FRENCH;

/** French also for readers of Malagasy, which the page does not speak. */
export const LANGUAGE = /^(?:fr|mg)/.test(
  globalThis.navigator?.languages?.find((one) => /^(?:en|fr|mg)/.test(one)) ?? '',
)
  ? 'fr'
  : 'en';

/** A text in the reader's language, with its values. */
export function translate(text: Text, ...values: readonly (string | number)[]): string {
  const said = keepTogether(LANGUAGE === 'fr' ? FRENCH[text] : text, LANGUAGE);
  return said.replace(/\{(\d)\}/g, (_, number: string) => String(values[Number(number) - 1] ?? ''));
}

function isText(text: string): text is Text {
  return Object.hasOwn(FRENCH, text);
}

/** A text of the sandbox in the reader's language; one that the page does not know is returned unchanged. */
export function translateKnown(text: string): string {
  return isText(text) ? translate(text) : text;
}
