import { formatMoney, groupNational, type Language } from '@tsena/shared';
import { loadNumber, loadPaymentId } from '../core/deviceStore.ts';
import { measureAmount } from '../core/measureAmount.ts';
import { readOrderToken } from '../core/readOrderToken.ts';
import type { CheckoutOptions } from '../core/types.ts';
import { firstTexts } from './firstTexts.ts';
import { createPlainForm } from './plainForm.ts';
import { trust } from './trust.ts';

/** How long a widget waits for the application. Long enough for 3G. */
const PATIENCE_MS = 10_000;

/** What an element shows until the application is there. */
export interface FirstForm {
  /** Shows what these options say. A press, and what is typed, belong to one order token. */
  update(options: CheckoutOptions, language: Language): void;
  /** Leaves the place to the application, and the press too, if the order token is still this one. */
  leave(orderToken?: string): void;
}

/**
 * Draws the form as the application does: at once, unless the application may have to show something else. A press
 * waits for the application. When the patience is over, the form is shown in any case, and a press is sent as the
 * plain form's.
 */
export function createFirstForm(place: Element): FirstForm {
  const giveUpAtMs = performance.now() + PATIENCE_MS;
  const afterPatience = (callback: () => void) => setTimeout(callback, giveUpAtMs - performance.now());
  let shown: { readonly options: CheckoutOptions; readonly language: Language } | undefined;
  let markup: string | undefined;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  let press: ReturnType<typeof setTimeout> | undefined;

  function forgetOther(orderToken: string | undefined): void {
    clearTimeout(drawing);
    if (shown?.options.orderToken === orderToken) return;
    clearTimeout(press);
    press = markup = undefined;
    place.textContent = '';
  }

  function draw(): void {
    const amount = shown && readOrderToken(shown.options.orderToken).amount;
    if (shown === undefined || amount === undefined) return;
    const money = formatMoney(amount, shown.language);
    const { form, busy } = firstTexts[shown.language];
    const latest = form.replace(/\{amount\}/g, money);
    // The same form stays: a new one would lose the caret.
    if (latest !== markup) replaceForm(place, latest, money);
    markup = latest;
    place.querySelector('.card')?.setAttribute('data-theme', shown.options.theme ?? 'auto');
    const button = place.querySelector('button');
    if (press === undefined || button === null) return;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = busy;
  }

  function keepPress(event: Event): void {
    event.preventDefault();
    press ??= afterPatience(() => {
      // The application does not get this press too, if it comes while the hosted page is on its way.
      press = undefined;
      if (shown) sendPlainForm(place, shown.options);
    });
    draw();
  }

  place.addEventListener('submit', keepPress);
  return {
    update(options, language) {
      forgetOther(options.orderToken);
      shown = { options, language };
      const hasOwnTexts = Object.keys(options.texts ?? {}).length > 0;
      if (markup !== undefined || (!hasOwnTexts && loadPaymentId(options.orderToken) === null)) draw();
      else drawing = afterPatience(draw);
    },
    leave(orderToken) {
      forgetOther(orderToken);
      clearTimeout(press);
      place.removeEventListener('submit', keepPress);
      const button = place.querySelector('button');
      button?.setAttribute('aria-disabled', 'false');
      // When the button is the application's.
      if (press !== undefined) setTimeout(() => button?.click());
    },
  };
}

/** Replaces the form, and keeps what the shopper has entered. */
function replaceForm(place: Element, markup: string, money: string): void {
  const [typed, choice] = place.querySelectorAll('input');
  place.innerHTML = trust.createHTML(markup);
  const length = measureAmount(money);
  const amount = place.querySelector('.amount');
  if (length !== undefined && amount !== null) {
    amount.setAttribute('data-length', length);
    // As the application's card breaks it.
    amount.innerHTML = trust.createHTML(money.replace(/[,\u00a0]/g, '$&<wbr>'));
  }
  const [number, remember] = place.querySelectorAll('input');
  const stored = loadNumber();
  if (number) number.value = typed?.value ?? groupNational(stored ?? '');
  if (remember) remember.checked = choice?.checked ?? stored !== null;
}

/** Sends what is typed to the companion, whose hosted page takes its place. */
function sendPlainForm(place: Element, options: CheckoutOptions): void {
  const form = createPlainForm(options, place.querySelector<HTMLInputElement>('[type=tel]')?.value);
  form.hidden = true;
  place.appendChild(form);
  form.submit();
}
