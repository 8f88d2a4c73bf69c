import type { Language } from '@tsena/shared';
import { type FormEvent, useEffect, useState } from 'react';
import { createApi } from '../core/api.ts';
import { describeError, useTexts } from './dashboardContext.ts';
import { Field } from './Field.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Logo } from './Logo.tsx';

interface SignInProps {
  readonly base: string;
  /** Whether the companion rejected the key of the session that just ended. */
  readonly hasExpired: boolean;
  readonly onLanguage: (language: Language) => void;
  readonly onSignedIn: (key: string) => void;
}

/** The sign-in page. It accepts a key that the companion accepts. */
export function SignIn({ base, hasExpired, onLanguage, onSignedIn }: SignInProps) {
  const texts = useTexts();
  const { t, language } = texts;
  const [key, setKey] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${t('app.name')}`;
  }, [t]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSubmitting || key.trim() === '') return;
    setIsSubmitting(true);
    setError(null);
    try {
      await createApi({ key: key.trim(), language, base }).merchant();
      onSignedIn(key.trim());
    } catch (thrown) {
      setError(thrown);
      setIsSubmitting(false);
    }
  }

  return (
    <div className="signed-out">
      <header className="page-header">
        <Logo />
        <LanguageChoice onLanguage={onLanguage} />
      </header>
      <main className="card sign-in">
        <h1>{t('signIn.title')}</h1>
        {hasExpired && error === null ? (
          <p className="error" role="alert">
            {t('signIn.ended')}
          </p>
        ) : null}
        <p className="muted">{t('signIn.lead')}</p>
        <form onSubmit={submit} className="stack">
          {/* Password managers store a key under a user name. */}
          <input className="visually-hidden" type="text" autoComplete="username" value="tsena" readOnly tabIndex={-1} aria-hidden="true" />
          <Field label={t('signIn.key')} hint={t('signIn.hint')} error={error === null ? null : describeError(error, texts)}>
            {(attributes) => (
              <input
                {...attributes}
                type="password"
                autoComplete="current-password"
                spellCheck={false}
                required
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            )}
          </Field>
          <button type="submit" className="button primary" aria-disabled={isSubmitting}>
            {isSubmitting ? t('app.loading') : t('signIn.submit')}
          </button>
        </form>
      </main>
    </div>
  );
}
