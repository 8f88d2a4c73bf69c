import { includesScope, type Merchant } from '@tsena/shared/merchant';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Route } from '../core/route.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Logo } from '../shared/Logo.tsx';
import { Sign } from '../shared/Sign.tsx';
import { NAVIGATION, pageOf } from './pages.ts';

interface LayoutProps {
  readonly route: Route;
  readonly merchant: Merchant;
  /** After a sign-in, whose button had the focus. */
  readonly startsFocused?: boolean;
  /** The choice of the language, and the way out. */
  readonly settings?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page behind the sign-in: header, navigation and content. */
export function Layout({ route, merchant, startsFocused = false, settings, children }: LayoutProps) {
  const { t, who } = useTexts();
  // A wide page has room for the settings; a phone's opens them.
  const [isOpen, setIsOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const { path, section = path } = pageOf(route);
  const place = `${path} ${route.id} ${route.view}`;
  const previousPlace = useRef(startsFocused ? null : place);
  useEffect(() => {
    if (previousPlace.current === place) return;
    previousPlace.current = place;
    // A new page starts at its top, also for screen readers.
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>(`[href="#/${section}"]`);
    // On a phone, the links are wider than the page.
    if (current != null) nav.current?.scrollTo?.({ left: current.offsetLeft - current.offsetWidth });
  }, [section]);
  const sections = NAVIGATION.filter(({ scope = 'read' }) => includesScope(merchant.key.scope, scope));

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
        </div>
        <div className="account">
          <Button
            look="quiet"
            aria-label={`${t('who.signedInAs')} ${who(merchant.key.name)}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Sign name="menu" />
          </Button>
        </div>
        <div className="settings" data-open={isOpen}>
          <SignedInAs signedInKey={merchant.key} />
          {settings}
        </div>
        <nav ref={nav} aria-label={t('app.main')}>
          {includesScope(merchant.key.scope, 'operate') ? <a href="./counter">{t('app.counter')}</a> : null}
          {sections.map((one) => (
            <a key={one.path} href={`#/${one.path}`} aria-current={one.path === section ? 'page' : undefined}>
              {t(one.name)}
            </a>
          ))}
        </nav>
      </header>
      <main ref={main} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** The name of the key that is signed in, and what it may do. */
function SignedInAs({ signedInKey: { name, scope } }: { readonly signedInKey: Merchant['key'] }) {
  const { t, who } = useTexts();
  return (
    <p className="signed-in-as">
      <span className="visually-hidden">{t('who.signedInAs')} </span>
      <strong className="capital">{who(name)}</strong> <span>· {t(`scope.${scope}`)}</span>
    </p>
  );
}
