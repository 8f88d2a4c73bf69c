import type { Language } from '@tsena/shared';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { createApi } from '../core/api.ts';
import { keepLanguage, readLanguage } from '../core/language.ts';
import type { Session } from '../core/session.ts';
import { createTranslator } from '../core/texts.ts';
import { TextsContext } from './desk.ts';
import { SignedIn } from './SignedIn.tsx';
import { SignIn } from './SignIn.tsx';

/** What {@link App} takes. */
export interface AppProps {
  readonly session: Session;
  /** The address of `/v1/merchant`. */
  readonly base: string;
}

/** The merchant's desk: signed out or signed in, in the language chosen. */
export function App({ session, base }: AppProps) {
  const [language, setLanguage] = useState(readLanguage);
  const [key, setKey] = useState(session.read);
  const [ended, setEnded] = useState(false);
  const texts = useMemo(() => createTranslator(language), [language]);
  const api = useMemo(() => (key === null ? null : createApi({ key, language, base })), [key, language, base]);

  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);

  const chooseLanguage = useCallback((chosen: Language) => {
    keepLanguage(chosen);
    setLanguage(chosen);
  }, []);
  const signIn = useCallback(
    (given: string) => {
      session.keep(given);
      setKey(given);
      setEnded(false);
    },
    [session],
  );
  const signOut = useCallback(
    (becauseItEnded: boolean) => {
      session.forget();
      setKey(null);
      setEnded(becauseItEnded);
    },
    [session],
  );

  return (
    <TextsContext value={texts}>
      {api === null ? (
        <SignIn base={base} ended={ended} onLanguage={chooseLanguage} onSignedIn={signIn} />
      ) : (
        <SignedIn api={api} onLanguage={chooseLanguage} onSignOut={signOut} />
      )}
    </TextsContext>
  );
}
