import '../counter/till.css';
import type { Language } from '@tsena/shared';
import type { Payment } from '@tsena/shared/checkout';
import type { Counter } from '@tsena/shared/merchant';
import { useCallback, useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError } from '../core/apiError.ts';
import { type CounterApi, createCounterApi } from '../counter/counterApi.ts';
import { type CounterNames, forgetDevice, readDevice } from '../counter/device.ts';
import { keepForOffline } from '../counter/keepForOffline.ts';
import { Till } from '../counter/Till.tsx';
import type { Texts } from '../locales/texts.ts';
import { Button } from '../shared/Button.tsx';
import { TextsContext, useTexts } from '../shared/dashboardContext.ts';
import { Alert } from '../shared/ErrorText.tsx';
import { LanguageChoice } from '../shared/LanguageChoice.tsx';
import { Logo } from '../shared/Logo.tsx';
import { Sign } from '../shared/Sign.tsx';
import { SignIn } from '../signIn/SignIn.tsx';
import { useChosenLanguage } from './useChosenLanguage.ts';

// The page's content security policy forbids code generated from text, which zod tries by default.
z.config({ jitless: true });

const ASK_AGAIN_MS = 3000;

/** Props of {@link CounterApp}. */
export interface CounterAppProps {
  /** The address of `/v1/merchant`. */
  readonly base: string;
  readonly firstLanguage: Language;
  readonly firstTexts: Texts;
}

type Connection = 'unknown' | 'on' | 'off' | 'signed out';

/** Asks until the companion answers. */
function useReconnect(
  api: CounterApi,
  connection: Connection,
  onAnswer: (counter: Counter) => void,
  onFailure: (error: unknown) => void,
): void {
  useEffect(() => {
    if (connection === 'on' || connection === 'signed out') return;
    const ask = () => api.counter().then(onAnswer, onFailure);
    void ask();
    const timer = setInterval(ask, ASK_AGAIN_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
    };
  }, [api, connection, onAnswer, onFailure]);
}

/** The counter of a seller: a page of its own, which can be installed, and says when it has no connection. */
export function CounterApp({ base, firstLanguage, firstTexts }: CounterAppProps) {
  const [texts, chooseLanguage] = useChosenLanguage(firstLanguage, firstTexts);
  const { t, language, describe } = texts;
  const [counter, setCounter] = useState<CounterNames | null>(() => readDevice().counter);
  const [today, setToday] = useState<readonly Payment[]>([]);
  const [connection, setConnection] = useState<Connection>('unknown');
  const [failure, setFailure] = useState<string | null>(null);
  const lose = useCallback(() => setConnection((now) => (now === 'signed out' ? now : 'off')), []);
  const api = useMemo(
    () => createCounterApi({ language, base, onSignedOut: () => setConnection('signed out') }),
    [language, base],
  );

  useEffect(() => {
    document.title = `${t('app.counter')} · ${counter?.partnerName ?? 'Tsena'}`;
  }, [t, counter]);
  useEffect(() => {
    addEventListener('offline', lose);
    return () => removeEventListener('offline', lose);
  }, [lose]);
  const onAnswer = useCallback(({ payments, ...names }: Counter) => {
    setCounter(names);
    setToday(payments);
    setFailure(null);
    setConnection('on');
    keepForOffline();
  }, []);
  const onFailure = useCallback(
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'scope_insufficient') setFailure(describe(error));
      lose();
    },
    [lose, describe],
  );
  useReconnect(api, connection, onAnswer, onFailure);

  async function signOut() {
    try {
      await api.signOut();
    } catch (error) {
      // Only the companion can end the session: the page must not say that it has ended.
      setFailure(`${t('app.stillSignedIn')} ${describe(error)}`);
      return;
    }
    forgetDevice();
    setCounter(null);
    setToday([]);
    setConnection('signed out');
  }

  if (connection === 'signed out') {
    return (
      <TextsContext value={texts}>
        <SignIn
          signIn={api.signIn}
          confirm={api.counter}
          hasEnded={counter !== null}
          onLanguage={chooseLanguage}
          onSignedIn={() => setConnection('unknown')}
        />
      </TextsContext>
    );
  }
  return (
    <TextsContext value={texts}>
      <CounterHeader counter={counter} onLanguage={chooseLanguage} onSignOut={signOut} />
      <main className="till stack">
        {connection === 'off' && failure === null ? (
          <p className="notice" role="alert">
            {t('take.offline')}
          </p>
        ) : null}
        <Alert>{failure}</Alert>
        {failure !== null && counter === null ? null : (
          <Till api={api} counter={counter} today={today} isOffline={connection === 'off'} onLost={lose} />
        )}
      </main>
    </TextsContext>
  );
}

interface CounterHeaderProps {
  readonly counter: CounterNames | null;
  readonly onLanguage: (language: Language) => Promise<void>;
  readonly onSignOut: () => Promise<void>;
}

function CounterHeader({ counter, onLanguage, onSignOut }: CounterHeaderProps) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className="page-header till-header">
      <Logo />
      <div className="merchant">
        <p className="partner">{counter?.partnerName}</p>
        {counter?.environment === 'sandbox' ? <p className="sandbox">{t('app.sandbox')}</p> : null}
      </div>
      <div className="account">
        <Button look="quiet" aria-label={t('app.menu')} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Sign name="menu" />
        </Button>
      </div>
      <div className="settings" data-open={isOpen}>
        <LanguageChoice onLanguage={onLanguage} />
        {counter === null || counter.key.scope === 'counter' ? null : <a href="./">{t('app.overview')}</a>}
        <Button look="quiet" onClick={onSignOut}>
          {t('app.signOut')}
        </Button>
      </div>
    </header>
  );
}
