import { fillText } from '@tsena/shared';
import texts from './faultTexts.json' with { type: 'json' };
import type { ServerText } from './serverText.ts';

/**
 * Writes what is wrong with a setting in both languages: a predicate whose subject is the setting's name. A value can
 * be such a text itself.
 */
export function faultText(
  key: keyof typeof texts,
  values: Readonly<Record<string, string | number | ServerText>> = {},
): ServerText {
  const [en, fr] = (['en', 'fr'] as const).map((language) => {
    const own = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[language] : value,
    ]);
    return fillText(texts[key][language], language, Object.fromEntries(own));
  });
  return { en: en ?? '', fr: fr ?? '' };
}
