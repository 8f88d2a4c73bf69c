import { includesScope, type Merchant } from '@tsena/shared/merchant';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Route } from '../core/route.ts';
import { writeName } from '../core/writeName.ts';
import type { TextKey } from '../locales/texts.ts';
import { Button } from '../shared/Button.tsx';
import { useTexts } from '../shared/dashboardContext.ts';
import { Logo } from '../shared/Logo.tsx';
import { SignedInAs } from './SignedInAs.tsx';

type Page = Route['page'];

/** The links of the navigation, each with the pages that belong to it. */
const SECTIONS: readonly { readonly href: string; readonly name: TextKey; readonly pages: readonly Page[] }[] = [
  { href: '#/', name: 'app.overview', pages: ['overview', 'month'] },
  { href: '#/payments', name: 'app.payments', pages: ['payments', 'payment', 'refunds'] },
  { href: '#/links', name: 'app.links', pages: ['links', 'link', 'counter'] },
  { href: '#/statements', name: 'app.statements', pages: ['statements', 'statement'] },
  { href: '#/keys', name: 'keys.title', pages: ['keys'] },
  { href: '#/setup', name: 'app.setup', pages: ['setup', 'audit'] },
];

/** The name of the section to which a page belongs. */
export function sectionOf(page: Page): TextKey {
  return SECTIONS.find(({ pages }) => pages.includes(page))?.name ?? 'app.overview';
}

interface LayoutProps {
  /** The page that is shown; null before it is known. */
  readonly page: Page | null;
  /** What the page is about, such as a payment's id. */
  readonly subject?: string;
  readonly merchant: Merchant;
  /** The choice of the language, and the way out. */
  readonly settings?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page behind the sign-in: header, navigation and content. */
export function Layout({ page, subject, merchant, settings, children }: LayoutProps) {
  const texts = useTexts();
  const { t } = texts;
  // A wide page has room for the settings; a phone's opens them.
  const [isOpen, setIsOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const place = `${page} ${subject ?? ''}`;
  const previousPlace = useRef(place);
  useEffect(() => {
    if (previousPlace.current === place) return;
    previousPlace.current = place;
    // A new page starts at its top, also for screen readers.
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [place]);
  useEffect(() => {
    const current = page === null ? null : nav.current?.querySelector<HTMLElement>('[aria-current]');
    // On a phone, the links are wider than the page.
    if (current != null) nav.current?.scrollTo?.({ left: current.offsetLeft - current.offsetWidth });
  }, [page]);
  const sections = SECTIONS.filter(({ href }) => href !== '#/keys' || includesScope(merchant.key.scope, 'admin'));

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
            aria-label={`${t('who.signedInAs')} ${writeName(merchant.key.name, texts)}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            ☰
          </Button>
        </div>
        <div className="settings" data-open={isOpen}>
          <SignedInAs signedInKey={merchant.key} />
          {settings}
        </div>
        <nav ref={nav} aria-label={t('app.main')}>
          {includesScope(merchant.key.scope, 'operate') ? <a href="./counter">{t('take.title')}</a> : null}
          {sections.map(({ href, name, pages }) => (
            <a key={href} href={href} aria-current={page !== null && pages.includes(page) ? 'page' : undefined}>
              {t(name)}
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
