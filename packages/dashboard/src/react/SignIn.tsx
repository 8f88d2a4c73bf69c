import type { Language } from '@tsena/shared';
import { type FormEvent, useEffect, useState } from 'react';
import { createApi } from '../core/api.ts';
import { sentenceOf, useTexts } from './desk.ts';
import { Field } from './Field.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Mark } from './Mark.tsx';

interface SignInProps {
  readonly base: string;
  /** A session was ended by the companion. */
  readonly ended: boolean;
  readonly onLanguage: (language: Language) => void;
  readonly onSignedIn: (key: string) => void;
}

/** Asks for the merchant's key and tries it. */
export function SignIn({ base, ended, onLanguage, onSignedIn }: SignInProps) {
  const texts = useTexts();
  const { t, language } = texts;
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<unknown>(null);
  const [trying, setTrying] = useState(false);

  useEffect(() => {
    document.title = `${t('signIn.title')} · Tsena`;
  }, [t]);

  async function tryKey(event: FormEvent) {
    event.preventDefault();
    if (trying || key.trim() === '') return;
    setTrying(true);
    setFault(null);
    try {
      await createApi({ key: key.trim(), language, base }).merchant();
      onSignedIn(key.trim());
    } catch (error) {
      setFault(error);
      setTrying(false);
    }
  }

  return (
    <div className="signed-out">
      <header className="top">
        <Mark />
        <LanguageChoice onLanguage={onLanguage} />
      </header>
      <main className="card sign-in">
        <h1>{t('signIn.title')}</h1>
        {ended && fault === null ? (
          <p className="fault" role="alert">
            {t('signIn.ended')}
          </p>
        ) : null}
        <p className="soft">{t('signIn.lead')}</p>
        <form onSubmit={tryKey} className="stack">
          {/* For password managers, which keep a key under a name. */}
          <input className="unseen" type="text" autoComplete="username" value="tsena" readOnly tabIndex={-1} aria-hidden="true" />
          <Field label={t('signIn.key')} hint={t('signIn.kept')} fault={fault === null ? null : sentenceOf(fault, texts)}>
            {(given) => (
              <input
                {...given}
                type="password"
                autoComplete="current-password"
                spellCheck={false}
                required
                value={key}
                onChange={(event) => setKey(event.target.value)}
              />
            )}
          </Field>
          <button type="submit" className="button primary" aria-disabled={trying}>
            {trying ? t('app.loading') : t('signIn.go')}
          </button>
        </form>
      </main>
    </div>
  );
}
