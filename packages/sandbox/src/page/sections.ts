import { useEffect, useRef, useState } from 'react';

/** The sections of the portal, in the order of the navigation, with their names. */
export const SECTIONS = { payments: 'Payments', faults: 'Faults', requests: 'Requests', connect: 'Connect' } as const;

/** The name of a section in the page's address. */
export type Section = keyof typeof SECTIONS;

const inAddress = () => (Object.keys(SECTIONS) as Section[]).find((one) => location.hash === `#${one}`);

/** The section that the page's address names. Its title gets the focus when it changes. */
export function useSection(): Section {
  const [section, setSection] = useState<Section>(() => inAddress() ?? 'payments');
  const shown = useRef(section);
  useEffect(() => {
    const follow = () => setSection((now) => inAddress() ?? now);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  useEffect(() => {
    if (shown.current === section) return;
    shown.current = section;
    document.getElementById(`title-${section}`)?.focus();
  }, [section]);
  return section;
}
