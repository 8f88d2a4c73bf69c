import type { Language } from '@tsena/shared';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import { readLanguage, saveLanguage } from '../core/language.ts';
import type { Session } from '../core/session.ts';
import { createTranslator } from '../core/texts.ts';
import { TextsContext } from './dashboardContext.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignIn } from './SignIn.tsx';

/** Props of {@link App}. */
export interface AppProps {
  readonly session: Session;
  /** The address of `/v1/merchant`. */
  readonly base: string;
}

/** The dashboard: the sign-in page, or the pages behind the merchant key. */
export function App({ session, base }: AppProps) {
  const [language, setLanguage] = useState(readLanguage);
  const [key, setKey] = useState(session.read);
  const [hasExpired, setHasExpired] = useState(false);
  const texts = useMemo(() => createTranslator(language), [language]);
  const api = useMemo(() => (key === null ? null : createApi({ key, language, base })), [key, language, base]);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const chooseLanguage = useCallback((chosen: Language) => {
    saveLanguage(chosen);
    setLanguage(chosen);
  }, []);
  const signIn = useCallback(
    (accepted: string) => {
      session.save(accepted);
      setKey(accepted);
      setHasExpired(false);
    },
    [session],
  );
  const signOut = useCallback(
    (keyRejected: boolean) => {
      session.clear();
      setKey(null);
      setHasExpired(keyRejected);
    },
    [session],
  );

  return (
    <TextsContext value={texts}>
      {api === null ? (
        <SignIn base={base} hasExpired={hasExpired} onLanguage={chooseLanguage} onSignedIn={signIn} />
      ) : (
        <SignedIn api={api} onLanguage={chooseLanguage} onSignOut={signOut} />
      )}
    </TextsContext>
  );
}
