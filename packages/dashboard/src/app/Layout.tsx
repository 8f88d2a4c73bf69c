import type { Language } from '@tsena/shared';
import { includesScope, type Merchant } from '@tsena/shared/merchant';
import { type ReactNode, useEffect, useRef } from 'react';
import { NO_FILTER } from '../core/filter.ts';
import { type Route, writeRoute } from '../core/route.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { LanguageChoice } from '../shared/LanguageChoice.tsx';
import { Logo } from '../shared/Logo.tsx';
import { SignedInAs } from './SignedInAs.tsx';

interface LayoutProps {
  readonly route: Route;
  readonly merchant: Merchant;
  readonly onLanguage: (language: Language) => Promise<void>;
  readonly onSignOut: () => void;
  readonly children: ReactNode;
}

/** The frame of every page behind the sign-in: header, navigation and content. */
export function Layout({ route, merchant, onLanguage, onSignOut, children }: LayoutProps) {
  const { t } = useTexts();
  const main = useRef<HTMLElement>(null);
  const page = 'id' in route ? route.id : route.page;
  const isLinkPage = route.page === 'links' || route.page === 'link';
  const previousPage = useRef(page);
  useEffect(() => {
    if (previousPage.current === page) return;
    previousPage.current = page;
    // A new page starts at its top, also for screen readers.
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [page]);

  return (
    <>
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {t('app.skip')}
      </button>
      <header className="page-header">
        <Logo />
        <div className="merchant">
          <p className="partner">{merchant.partnerName}</p>
          {merchant.environment === 'sandbox' ? <p className="sandbox">{t('app.sandbox')}</p> : null}
          <SignedInAs signedInKey={merchant.key} />
        </div>
        <div className="settings">
          <LanguageChoice onLanguage={onLanguage} />
          <Button look="quiet" onClick={onSignOut}>
            {t('app.signOut')}
          </Button>
        </div>
        <nav aria-label={t('app.main')}>
          <a href={writeRoute({ page: 'overview' })} aria-current={route.page === 'overview' ? 'page' : undefined}>
            {t('app.overview')}
          </a>
          <a
            href={writeRoute({ page: 'payments', filter: NO_FILTER })}
            aria-current={route.page.startsWith('payment') || route.page === 'refunds' ? 'page' : undefined}
          >
            {t('app.payments')}
          </a>
          <a href={writeRoute({ page: 'links' })} aria-current={isLinkPage ? 'page' : undefined}>
            {t('app.links')}
          </a>
          <a href={writeRoute({ page: 'statements' })} aria-current={route.page.startsWith('statement') ? 'page' : undefined}>
            {t('app.statements')}
          </a>
          {includesScope(merchant.key.scope, 'admin') ? (
            <a href={writeRoute({ page: 'keys' })} aria-current={route.page === 'keys' ? 'page' : undefined}>
              {t('keys.title')}
            </a>
          ) : null}
          <a href={writeRoute({ page: 'setup' })} aria-current={route.page === 'setup' ? 'page' : undefined}>
            {t('app.setup')}
          </a>
        </nav>
      </header>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
