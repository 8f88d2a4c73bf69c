import { formatMoney } from '@tsena/shared';
import type { ReactNode } from 'react';
import { useCallback, useEffect, useState } from 'react';
import { api } from './api.ts';
import { Connect } from './Connect.tsx';
import { Faults } from './Faults.tsx';
import icon from './icon.svg';
import { Payments } from './Payments.tsx';
import { Phone } from './Phone.tsx';
import { focusTitle } from './parts.tsx';
import { type Portal, PortalContext } from './portalContext.ts';
import { Requests } from './Requests.tsx';
import { SECTIONS, type Section, useSection } from './sections.ts';
import { translate } from './texts.ts';
import { type PortalData, type Search, usePortalData } from './usePortalData.ts';

/** The operator's portal: the payer's phone, and the sections beside it. */
export function App() {
  const section = useSection();
  const [search, setSearch] = useState<Search>({ q: '', status: '' });
  const [announcement, setAnnouncement] = useState({ text: '', number: 0 });
  const [refusal, setRefusal] = useState<unknown>(null);
  const [lost, setLost] = useState<unknown>(null);
  const { data, refresh } = usePortalData(search, section, setLost);
  const announce = useCallback((text: string) => setAnnouncement(({ number }) => ({ text, number: number + 1 })), []);

  const act: Portal['act'] = async (action, focused) => {
    try {
      const text = await action();
      await refresh();
      setRefusal(null);
      if (text !== undefined) announce(text);
      if (focused !== undefined) focusTitle(focused);
      return true;
    } catch (failure) {
      setRefusal(failure);
      return false;
    }
  };
  const decide: Portal['decide'] = ({ serverCorrelationId }, decision, as) =>
    act(async () => {
      const { amount, status } = await api.decide(serverCorrelationId, decision, as);
      return `${formatMoney(amount)} ${translate(status)}`;
    });
  const pending = data?.sandbox.counts.pending ?? 0;
  useEffect(() => {
    document.title = `${pending === 0 ? '' : `(${pending}) `}${translate('Sandbox portal')}`;
  }, [pending]);

  return (
    <>
      <Header section={section} data={data} />
      <ErrorBanner errors={[lost, refusal]} violations={data?.sandbox.violations ?? []} />
      <p className="visually-hidden" role="status">
        {/* The same text is read out again. */}
        <span key={announcement.number}>{announcement.text}</span>
      </p>
      {data === undefined ? null : (
        <PortalContext value={{ data, announce, act, decide }}>
          <div className="columns" data-section={section}>
            <Phone />
            <main id="main">
              <SectionView name="payments" current={section}>
                <Payments search={search} onSearch={setSearch} />
              </SectionView>
              <SectionView name="faults" current={section}>
                <Faults />
              </SectionView>
              <SectionView name="requests" current={section}>
                <Requests />
              </SectionView>
              <SectionView name="connect" current={section}>
                <Connect />
              </SectionView>
            </main>
          </div>
        </PortalContext>
      )}
    </>
  );
}

function Header({ section, data }: { readonly section: Section; readonly data: PortalData | undefined }) {
  const counts: Partial<Record<Section, number>> = {
    payments: data?.sandbox.counts.pending ?? 0,
    faults: data?.faults.length ?? 0,
  };
  return (
    <>
      <a className="skip" href="#main">
        {translate('Skip to the content')}
      </a>
      <header className="top">
        <h1>
          <img src={icon} alt="" width="28" height="28" /> {translate('Sandbox portal')}
        </h1>
        <p className="muted">
          {data === undefined ? '' : `${translate('{1} dialect · {2}', data.sandbox.dialect, data.sandbox.service)} `}
          <span className="count">{translate('No real money moves here')}</span>
        </p>
        <nav aria-label={translate('Sections')}>
          {(Object.keys(SECTIONS) as Section[]).map((one) => (
            <a key={one} href={`#${one}`} aria-current={one === section ? 'page' : undefined}>
              {translate(SECTIONS[one])} {counts[one] ? <span className="count">{counts[one]}</span> : null}
            </a>
          ))}
        </nav>
      </header>
    </>
  );
}

function ErrorBanner({
  errors,
  violations,
}: {
  readonly errors: readonly unknown[];
  readonly violations: readonly string[];
}) {
  const texts = [
    ...errors
      .filter((error) => error !== null)
      .map((error) => (error instanceof Error ? error.message : String(error))),
    ...(violations.length === 0
      ? []
      : [translate('The sandbox has a bug. Its ledger is inconsistent: {1}', violations.join('; '))]),
  ];
  return texts.length === 0 ? null : (
    <p className="banner" role="alert">
      {texts.join(' ')}
    </p>
  );
}

interface SectionViewProps {
  readonly name: Section;
  readonly current: Section;
  readonly children: ReactNode;
}

/** A section. It keeps what was typed and opened in it while another one is shown. */
function SectionView({ name, current, children }: SectionViewProps) {
  return (
    <section className="stack" aria-labelledby={`title-${name}`} hidden={name !== current}>
      <h2 id={`title-${name}`} tabIndex={-1}>
        {translate(SECTIONS[name])}
      </h2>
      {children}
    </section>
  );
}
