/** The supported languages. */
export const LANGUAGES = ['mg', 'fr', 'en'] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };

/** Texts by key, each in every language. */
export type LocalTexts<Key extends string = string> = Readonly<Record<Key, Readonly<Record<Language, string>>>>;

/** The first supported language among tags such as `fr-FR` or `mg`, in order of preference. */
export function pickLanguage(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const primary = tag.trim().toLowerCase().split(/[-_;]/, 1)[0];
    const language = LANGUAGES.find((one) => one === primary);
    if (language !== undefined) return language;
  }
  return undefined;
}

/** Whether a terminal is French: by `LC_ALL`, `LC_MESSAGES`, then `LANG`, in this order, as everywhere. */
export function isFrenchTerminal({ LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>): boolean {
  return (LC_ALL || LC_MESSAGES || LANG || '').startsWith('fr');
}
