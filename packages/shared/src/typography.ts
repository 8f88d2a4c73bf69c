import type { Language } from './language.ts';

const NO_BREAK_SPACE = '\u00a0';

/**
 * Keeps together what a line must not part: a number and `Ar` or `h`, and in French the signs that have a space before
 * or inside them.
 */
export function keepTogether(text: string, language: Language): string {
  const bound = text.replace(/(\d|\}) (?=(?:Ar|h)\b)/g, `$1${NO_BREAK_SPACE}`);
  return language === 'fr'
    ? bound.replace(/ (?=[:?!;»])/g, NO_BREAK_SPACE).replace(/« /g, `«${NO_BREAK_SPACE}`)
    : bound;
}

/** A text with the values of its placeholders: `{n} payments`. A placeholder without a value stays as it is. */
export function fillText(text: string, language: Language, values: Readonly<Record<string, unknown>>): string {
  return keepTogether(text, language).replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(values[name] ?? placeholder),
  );
}
