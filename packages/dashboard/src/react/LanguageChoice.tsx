import { LANGUAGES, type Language } from '@tsena/shared';
import { LANGUAGE_NAMES } from '../locales/index.ts';
import { useTexts } from './dashboardContext.ts';

/** Chooses the language. Each language has its own name for itself. */
export function LanguageChoice({ onLanguage }: { readonly onLanguage: (language: Language) => void }) {
  const { t, language } = useTexts();
  return (
    <select
      className="language"
      aria-label={t('app.language')}
      value={language}
      onChange={(event) => {
        const chosen = LANGUAGES.find((one) => one === event.target.value);
        if (chosen !== undefined) onLanguage(chosen);
      }}
    >
      {LANGUAGES.map((one) => (
        <option key={one} value={one} lang={one}>
          {LANGUAGE_NAMES[one]}
        </option>
      ))}
    </select>
  );
}
