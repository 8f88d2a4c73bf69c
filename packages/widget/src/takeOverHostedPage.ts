import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createEmitter } from './core/events.ts';
import type { HostedData } from './core/hostedData.ts';
import { readCheckout } from './core/readAnswers.ts';
import { setServerTime } from './core/serverClock.ts';
import type { CheckoutEvents } from './core/types.ts';
import { Widget } from './react/Widget.tsx';

/** Hosted pages have their data in this attribute of the script that loads this file. */
const HOSTED_ATTRIBUTE = 'data-page';

/**
 * Takes over the hosted page around this script, if it is one: the same components, which the companion has rendered,
 * with what the payer has typed already.
 */
export function takeOverHostedPage(): void {
  const script = document.querySelector(`script[${HOSTED_ATTRIBUTE}]`);
  const place = document.querySelector('main');
  if (script === null || place === null) return;
  const data: HostedData = JSON.parse(script.getAttribute(HOSTED_ATTRIBUTE) ?? '');
  const hosted = { ...data, checkout: readCheckout(data.checkout) };
  const { payment } = hosted.checkout;
  // It was written when the page was.
  if (payment !== null) setServerTime(payment.serverTime, 0);
  const emit = createEmitter(place, () => ({
    // A reload shows this payment.
    onChange: ({ payment: { id } }) => history.replaceState(null, '', id + hosted.query),
    onError: reloadIfClosed,
  }));
  const companionUrl = new URL('..', location.href).href;
  const options = { orderToken: hosted.orderToken, companionUrl, contact: hosted.contact ?? undefined };
  hydrateRoot(place, createElement(Widget, { options, language: hosted.language, emit, hosted }));
  script.removeAttribute(HOSTED_ATTRIBUTE);
}

/** The order takes no payment any more: the companion says why. */
function reloadIfClosed({ problem }: CheckoutEvents['error']): void {
  if (/^(link_|order_token_)/.test(problem.code)) location.reload();
}
