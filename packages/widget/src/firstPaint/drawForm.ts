import { formatMoney, formatMsisdn } from '@tsena/shared';
import { chooseLanguage } from '../core/chooseLanguage.ts';
import { loadNumber, loadPaymentId } from '../core/deviceStore.ts';
import { measureAmount } from '../core/measureAmount.ts';
import { readAmount } from '../core/readAmount.ts';
import type { CheckoutOptions } from '../types.ts';
import { firstTexts } from './firstTexts.ts';
import { createHostedPageForm } from './hostedPageForm.ts';
import { trust } from './trust.ts';

/**
 * Shows something in an element until the application is there: the form at once, unless the application may have to show something else.
 *
 * @param giveUpAtMs - when the form is shown anyway, and leads to the companion's hosted page; by `performance.now()`
 * @returns a function that leaves the place to the application
 */
export function showFirst(place: Element, host: Element, options: CheckoutOptions, giveUpAtMs: number): () => void {
  const hasOwnTexts = Object.keys(options.texts ?? {}).length > 0;
  if (!hasOwnTexts && loadPaymentId(options.orderToken) === null) return drawForm(place, host, options, giveUpAtMs);
  let leave: (() => void) | undefined;
  const timer = setTimeout(() => {
    leave = drawForm(place, host, options, giveUpAtMs);
  }, giveUpAtMs - performance.now());
  return () => {
    clearTimeout(timer);
    leave?.();
  };
}

/** Draws the form as the application does. A press waits for the application until `giveUpAtMs`. */
function drawForm(place: Element, host: Element, options: CheckoutOptions, giveUpAtMs: number): () => void {
  const language = chooseLanguage(host, options.locale);
  const amount = readAmount(options.orderToken);
  if (amount === undefined) return () => undefined;
  const typed = place.querySelector('input')?.value;
  const money = formatMoney(amount, language);
  const { form, busy } = firstTexts[language];
  place.innerHTML = trust.createHTML(form.replace(/\{amount\}/g, money));
  place.querySelector('.card')?.setAttribute('data-theme', options.theme ?? 'auto');
  const length = measureAmount(money);
  if (length !== undefined) place.querySelector('.amount')?.setAttribute('data-length', length);
  const [number, remember] = place.querySelectorAll('input');
  const stored = loadNumber();
  if (number) number.value = typed ?? formatMsisdn(stored ?? '');
  if (remember) remember.checked = stored !== null;

  const button = place.querySelector('button');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keepPress = (event: Event) => {
    event.preventDefault();
    if (timer !== undefined) return;
    button?.setAttribute('aria-disabled', 'true');
    if (button) button.textContent = busy;
    timer = setTimeout(() => {
      // The application does not get this press too, if it comes while the hosted page is on its way.
      timer = undefined;
      leadToHostedPage(place, options);
    }, giveUpAtMs - performance.now());
  };
  place.addEventListener('submit', keepPress);
  return () => {
    clearTimeout(timer);
    place.removeEventListener('submit', keepPress);
    button?.setAttribute('aria-disabled', 'false');
    // When the button is the application's.
    if (timer !== undefined) setTimeout(() => button?.click());
  };
}

function leadToHostedPage(place: Element, options: CheckoutOptions): void {
  const form = createHostedPageForm(options);
  form.hidden = true;
  place.appendChild(form);
  form.submit();
}
