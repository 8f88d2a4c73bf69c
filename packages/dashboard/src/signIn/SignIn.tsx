import type { Language } from '@tsena/shared';
import { useEffect, useState } from 'react';
import { ApiError } from '../core/apiError.ts';
import { useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { Form, SubmitButton } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { LanguageChoice } from '../shared/LanguageChoice.tsx';
import { Logo } from '../shared/Logo.tsx';

interface SignInProps {
  /** Gives the key to the companion, which sets the cookie. */
  readonly signIn: (key: string) => Promise<void>;
  /** The first request with the cookie. */
  readonly confirm: () => Promise<unknown>;
  /** Whether the companion ended the session before. */
  readonly hasEnded: boolean;
  readonly onLanguage: (language: Language) => Promise<void>;
  readonly onSignedIn: () => void;
  /** Called when the key may do less than this page needs: it is of the counter, or may not use it. */
  readonly onSeller?: () => void;
}

/** The sign-in page. The key goes to the companion and is not kept; the browser gets a cookie. */
export function SignIn({ signIn, confirm, hasEnded, onLanguage, onSignedIn, onSeller }: SignInProps) {
  const { t, describe } = useTexts();
  const [key, setKey] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);

  useEffect(() => {
    document.title = `${t('signIn.title')} · ${t('app.name')}`;
  }, [t]);

  async function submit() {
    if (key.trim() === '') return;
    setIsSubmitting(true);
    setError(null);
    let isAccepted = false;
    try {
      await signIn(key.trim());
      isAccepted = true;
      await confirm();
    } catch (thrown) {
      const refused = isAccepted && thrown instanceof ApiError ? thrown.code : null;
      if (onSeller !== undefined && refused === 'scope_insufficient') return onSeller();
      // The companion accepted the key, and the next request came without the cookie.
      setError(refused === 'merchant_key_invalid' ? t('signIn.noCookie') : describe(thrown));
      setIsSubmitting(false);
      return;
    }
    onSignedIn();
  }

  return (
    <div className="signed-out">
      <header className="page-header">
        <Logo />
        <LanguageChoice onLanguage={onLanguage} />
      </header>
      <main className="card stack sign-in">
        <h1>{t('signIn.title')}</h1>
        <Alert>{hasEnded && error === null ? t('signIn.ended') : null}</Alert>
        <p className="muted">{t('signIn.lead')}</p>
        <Form className="stack" noValidate={false} isBusy={isSubmitting} onSubmit={submit}>
          {/* Password managers store a key under a user name. */}
          <input
            className="visually-hidden"
            type="text"
            autoComplete="username"
            value="tsena"
            readOnly
            tabIndex={-1}
            aria-hidden="true"
          />
          <TextField
            label={t('signIn.key')}
            hint={t('signIn.hint')}
            error={error}
            type="password"
            autoComplete="current-password"
            spellCheck={false}
            required
            value={key}
            onChange={setKey}
          />
          <SubmitButton isBusy={isSubmitting} text={t('signIn.submit')} />
        </Form>
      </main>
    </div>
  );
}
