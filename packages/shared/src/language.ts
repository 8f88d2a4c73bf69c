/** The languages that the product speaks. */
export const LANGUAGES = ['mg', 'fr', 'en'] as const;

/** One of {@link LANGUAGES}. */
export type Language = (typeof LANGUAGES)[number];

/** The first of the wanted tags (`fr-FR`, `mg`, an Accept-Language header's list) that the product speaks. */
export function pickLanguage(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const primary = tag.trim().toLowerCase().split(/[-_;]/, 1)[0];
    const language = LANGUAGES.find((one) => one === primary);
    if (language !== undefined) return language;
  }
  return undefined;
}
