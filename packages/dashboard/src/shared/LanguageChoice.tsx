import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@tsena/shared';
import { useTexts } from './dashboardContext.ts';
import { useToast } from './Toast.tsx';

interface LanguageChoiceProps {
  /** Changes the language. Rejects if its texts cannot be loaded. */
  readonly onLanguage: (language: Language) => Promise<void>;
}

/** Chooses the language. Each language has its own name for itself. */
export function LanguageChoice({ onLanguage }: LanguageChoiceProps) {
  const { t, language } = useTexts();
  const [failure, announce] = useToast();
  return (
    <>
      <select
        className="language"
        aria-label={t('app.language')}
        value={language}
        onChange={(event) => {
          const chosen = LANGUAGES.find((one) => one === event.target.value);
          if (chosen !== undefined) onLanguage(chosen).catch(() => announce(t('error.unreachable')));
        }}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one} lang={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
      {failure === '' ? null : (
        <div className="toast" role="alert">
          {failure}
        </div>
      )}
    </>
  );
}
