import type { Language } from './language.ts';

const NO_BREAK_SPACE = '\u00a0';

/** Keeps together what a line must not part: a number and `Ar` or `h`, and in French the signs that have a space before or inside them. */
export function keepTogether(text: string, language: Language): string {
  const bound = text.replace(/(\d|\}) (?=(?:Ar|h)\b)/g, `$1${NO_BREAK_SPACE}`);
  return language === 'fr' ? bound.replace(/ (?=[:?!;»])/g, NO_BREAK_SPACE).replace(/« /g, `«${NO_BREAK_SPACE}`) : bound;
}
