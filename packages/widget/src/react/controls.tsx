import { type ReactNode, useContext } from 'react';
import { Lead, Title } from '../markup/controls.tsx';
import { AnnouncerContext, useTexts } from './context.ts';

const ICON_PATHS = {
  phone: 'M8 2h8a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zm3 17h2',
  tick: 'm4 12.5 5 5 11-11',
  cross: 'm6 6 12 12M18 6 6 18',
  question: 'M8.5 8.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.1-1.5 2.3m0 4v.1',
};

interface HeadingProps {
  title: string;
  icon?: keyof typeof ICON_PATHS;
  /** The view's first sentence. Screen readers read it with the heading. */
  children?: ReactNode;
}

/** A view's heading. */
export function Heading({ title, icon, children }: HeadingProps) {
  const { headingRef } = useContext(AnnouncerContext);
  return (
    <>
      <Title headingRef={headingRef} icon={icon && <Icon name={icon} />} title={title} />
      {children && <Lead>{children}</Lead>}
    </>
  );
}

function Icon({ name }: { name: keyof typeof ICON_PATHS }) {
  return (
    <svg data-icon={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

/** Returns whether the input has the focus. Screen readers do not read a note that changes then. */
export function isFocused(input: HTMLInputElement | null): boolean {
  const root = input?.getRootNode();
  return root instanceof ShadowRoot && root.activeElement === input;
}

/** The link back to the shop, if the order token has a `returnUrl`. */
export function ReturnLink({ url, main }: { url: string | null; main: boolean }) {
  const { t } = useTexts();
  // A URL with another scheme (javascript:) would run in the shop's page.
  if (url === null || !/^https?:\/\//i.test(url)) return null;
  return (
    <a className={main ? 'button' : 'link'} part={main ? 'return' : 'return link'} href={url}>
      {t('returnToShop')}
    </a>
  );
}
