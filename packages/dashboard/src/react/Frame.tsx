import type { Language } from '@tsena/shared';
import type { Merchant } from '@tsena/shared/merchant';
import { type ReactNode, useEffect, useRef } from 'react';
import { NO_FILTER } from '../core/filter.ts';
import { type Route, writeRoute } from '../core/route.ts';
import { useTexts } from './desk.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Mark } from './Mark.tsx';

interface FrameProps {
  readonly route: Route;
  readonly merchant: Merchant | null;
  readonly onLanguage: (language: Language) => void;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/** The head of the page, the way to its parts, and the part that is shown. */
export function Frame({ route, merchant, onLanguage, onSignOut, children }: FrameProps) {
  const { t } = useTexts();
  const main = useRef<HTMLElement>(null);
  const place = route.page === 'payment' ? route.id : route.page;
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    // A new page begins at its top, for eyes and for screen readers.
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);

  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t('app.skip')}
      </button>
      <header className="top">
        <Mark />
        <div className="who">
          <p className="partner">{merchant?.partnerName}</p>
          {merchant?.environment === 'sandbox' ? <p className="sandbox">{t('app.sandbox')}</p> : null}
        </div>
        <div className="settings">
          <LanguageChoice onLanguage={onLanguage} />
          <button type="button" className="button quiet" onClick={onSignOut}>
            {t('app.signOut')}
          </button>
        </div>
        <nav aria-label={t('app.main')}>
          <a href={writeRoute({ page: 'overview' })} aria-current={route.page === 'overview' ? 'page' : undefined}>
            {t('app.overview')}
          </a>
          <a href={writeRoute({ page: 'payments', filter: NO_FILTER })} aria-current={route.page === 'overview' ? undefined : 'page'}>
            {t('app.payments')}
          </a>
        </nav>
      </header>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
