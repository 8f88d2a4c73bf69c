import type { Language } from '@tsena/shared';
import { type FirstData, firstDataSchema, merchantSchema } from '@tsena/shared/merchant';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { createApi } from '../core/api.ts';
import { connectOtherTabs, type OtherTabs } from '../core/otherTabs.ts';
import type { Texts } from '../locales/texts.ts';
import { TextsContext } from '../shared/dashboardContext.ts';
import { SignIn } from '../signIn/SignIn.tsx';
import { SignedIn } from './SignedIn.tsx';
import { useChosenLanguage } from './useChosenLanguage.ts';

// The page's content security policy forbids code generated from text, which zod tries by default.
z.config({ jitless: true });

/** Props of {@link App}. */
export interface AppProps {
  /** The address of `/v1/merchant`. */
  readonly base: string;
  /** What the page had in it. If it cannot be read, the application asks for it. */
  readonly firstData: FirstData | undefined;
  readonly firstLanguage: Language;
  readonly firstTexts: Texts;
}

/**
 * Whether the browser is signed in. Only the companion can tell, because no script can read the session's cookie:
 * `unknown` until it has answered.
 */
interface Session {
  readonly state: 'unknown' | 'in' | 'out';
  /** Whether the session ended without the merchant's wish. */
  readonly hasEnded: boolean;
  /** Answers to requests of an earlier session change nothing. */
  readonly number: number;
}

/** The dashboard: the sign-in page, or the pages behind it. */
export function App({ base, firstData, firstLanguage, firstTexts }: AppProps) {
  const [texts, chooseLanguage] = useChosenLanguage(firstLanguage, firstTexts);
  const [readData] = useState(() => z.safeParse(firstDataSchema, firstData).data);
  const { language } = texts;
  const [session, setSession] = useState<Session>({ state: 'unknown', hasEnded: false, number: 1 });
  const { number } = session;
  const otherTabs = useRef<OtherTabs>(null);
  const api = useMemo(
    () =>
      createApi({
        language,
        base,
        onSignedOut: () =>
          setSession((now) =>
            now.number === number ? { state: 'out', hasEnded: now.state === 'in', number: number + 1 } : now,
          ),
      }),
    [language, base, number],
  );

  useEffect(() => {
    // Another person may have signed in there: nothing of the first one may stay on this page.
    const tabs = connectOtherTabs(() =>
      setSession((now) => ({ state: 'unknown', hasEnded: false, number: now.number + 1 })),
    );
    otherTabs.current = tabs;
    return () => tabs.close();
  }, []);

  const confirm = useCallback(() => setSession((now) => (now.state === 'unknown' ? { ...now, state: 'in' } : now)), []);
  const change = useCallback((state: 'in' | 'out') => {
    setSession((now) => ({ state, hasEnded: false, number: now.number + 1 }));
    otherTabs.current?.announce();
  }, []);

  return (
    <TextsContext value={texts}>
      {session.state === 'out' ? (
        <SignIn
          signIn={api.signIn}
          confirm={() => api.request(merchantSchema, '')}
          hasEnded={session.hasEnded}
          onLanguage={chooseLanguage}
          onSignedIn={() => change('in')}
          onSeller={() => location.assign('./counter')}
        />
      ) : (
        <SignedIn
          key={number}
          api={api}
          firstData={number === 1 ? readData : undefined}
          startsFocused={number > 1}
          onConfirmed={confirm}
          onLanguage={chooseLanguage}
          onSignedOut={() => change('out')}
        />
      )}
    </TextsContext>
  );
}
