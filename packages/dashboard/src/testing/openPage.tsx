import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { FirstData, Link, MerchantPayment, PaymentDetail } from '@tsena/shared/merchant';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../app/App.tsx';
import { readLanguage } from '../core/language.ts';
import { CompanionStub } from './companionStub.ts';
import { createLink, createPayment } from './fixtures.ts';
import { locales } from './locales.ts';

const ASYNC_TIMEOUT_MS = 20_000;
// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: ASYNC_TIMEOUT_MS });

/** Gives each test of the file an empty page, English texts and a new companion. */
export function setUpPages(): { companion: CompanionStub } {
  const world = { companion: new CompanionStub() };
  beforeEach(() => {
    document.documentElement.lang = 'en';
    location.hash = '';
    world.companion = new CompanionStub();
    vi.stubGlobal('fetch', world.companion.fetch);
    vi.stubGlobal('EventSource', world.companion.EventSource);
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(cleanup);
  return world;
}

/** Opens the dashboard at a fragment, with the merchant signed in by default. */
export function openPage(companion: CompanionStub, hash = '#/', isSignedIn = true) {
  companion.isSignedIn = isSignedIn;
  location.hash = hash;
  const user = userEvent.setup();
  const page = render(<Dashboard companion={companion} />);
  return { user, page };
}

/** Opens the page of a payment with these fields, in itself or beside it. */
export function openPayment(
  companion: CompanionStub,
  fields: Partial<MerchantPayment & Omit<PaymentDetail, 'payment'>> = {},
) {
  const payment = companion.addPayment(createPayment(fields), fields);
  return { payment, ...openPage(companion, `#/payments/${payment.id}`) };
}

/** Opens the page of the only link, or one below it. */
export function openLink(companion: CompanionStub, fields?: Partial<Link>, below = '') {
  const link = createLink(fields);
  companion.links = [link];
  return { link, ...openPage(companion, `#/links/${link.id}${below}`) };
}

function Dashboard({ companion, firstData }: { readonly companion: CompanionStub; readonly firstData?: FirstData }) {
  const language = readLanguage();
  return <App base={companion.base} firstData={firstData} firstLanguage={language} firstTexts={locales[language]} />;
}

/** Opens the overview of a merchant who is signed in, with data in its page. Nothing asks again by itself. */
export function openLoaded(companion: CompanionStub, firstData: FirstData) {
  companion.isSignedIn = true;
  // A stream that begins has the page ask again.
  companion.hasEvents = false;
  render(<Dashboard companion={companion} firstData={firstData} />);
  return userEvent.setup();
}

/** Finds the item under "Needs review" whose heading matches. */
export async function findReview(name: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name });
  const review = heading.closest('article');
  if (review === null) throw new Error(`${name} is not under "Needs review"`);
  return review;
}

/** The text that the page last announced. */
export function getToast(): string {
  return document.querySelector('.toast')?.textContent ?? '';
}

/** An element's text with plain spaces in place of no-break spaces. */
export function textOf(element: Element | null | undefined): string {
  return (element?.textContent ?? '').replaceAll('\u00a0', ' ');
}

/** Where the links of a part of the page lead. */
export function hrefsOf(part: HTMLElement): (string | null)[] {
  return within(part)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));
}
