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
 * Draws the form as the application does: at once, unless the application may have to show something else, which the
 * card then waits for. A press waits for the application too. When the patience is over, the form is shown in any case,
 * and a press is sent as the plain form's.
 *
 * @param onForm - the form is there
 */
export function createFirstForm(place: Element, onForm: () => void): FirstForm {
  let shown: { readonly options: CheckoutOptions; readonly language: Language } | undefined;
  let markup: string | undefined;
  let hasPressed = false;
  let isPatient = true;
  const patience = setTimeout(() => {
    isPatient = false;
    draw();
  }, PATIENCE_MS);

  function forgetOther(orderToken: string | undefined): void {
    if (shown?.options.orderToken === orderToken) return;
    hasPressed = false;
    markup = undefined;
    place.textContent = '';
  }

  function draw(): void {
    if (shown === undefined) return;
    const { options, language } = shown;
    const { amount, description, order = '' } = readOrderToken(options.orderToken);
    if (amount === undefined) return;
    const money = formatMoney(amount, language);
    const { form, busy } = firstTexts[language];
    const latest = form.replace(/\{amount\}/g, money);
    const mustWait = options.texts !== undefined || loadPaymentId(options.orderToken) !== null;
    const isLoading = markup === undefined && isPatient && mustWait;
    // The same form stays: a new one would lose the caret.
    if (latest !== markup) replaceForm(place, latest, money, description ?? order);
    place.querySelector('.card')?.setAttribute('data-theme', options.theme ?? 'auto');
    const view = place.querySelector<HTMLElement>('.view');
    if (isLoading && view !== null) {
      // As the application's card waits.
      view.dataset.view = 'loading';
      view.innerHTML = trust.createHTML(`<h2 id="title">${busy}</h2>`);
      return;
    }
    markup = latest;
    onForm();
    const button = place.querySelector('button');
    if (!hasPressed || button === null) return;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = busy;
    if (isPatient) return;
    // The application does not get this press too, if it comes while the hosted page is on its way.
    hasPressed = false;
    sendPlainForm(place, options);
  }

  function keepPress(event: Event): void {
    event.preventDefault();
    hasPressed = true;
    draw();
  }

  place.addEventListener('submit', keepPress);
  return {
    update(options, language) {
      forgetOther(options.orderToken);
      shown = { options, language };
      draw();
    },
    leave(orderToken) {
      forgetOther(orderToken);
      clearTimeout(patience);
      // The application takes over nothing but the form.
      if (markup === undefined) place.textContent = '';
      place.removeEventListener('submit', keepPress);
      const button = place.querySelector('button');
      button?.setAttribute('aria-disabled', 'false');
      // When the button is the application's.
      if (hasPressed) setTimeout(() => button?.click());
    },
  };
}

/** Replaces the form, and keeps what the shopper has entered. */
function replaceForm(place: Element, markup: string, money: string, about: string): void {
  const [typed, choice] = place.querySelectorAll('input');
  place.innerHTML = trust.createHTML(markup);
  const description = place.querySelector('.small');
  if (description) description.textContent = about;
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
