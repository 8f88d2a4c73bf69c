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

/** What a {@link FirstForm} shows. */
export interface FirstOrder {
  readonly options: CheckoutOptions;
  readonly language: Language;
}

/** What an element shows of one order until the application is there. */
export interface FirstForm {
  /** Shows what the latest options say. */
  update(latest: FirstOrder): void;
  /** Leaves the place to the application, and the press too, if it shows this order. Returns what is typed. */
  leave(nextToken?: string): string | undefined;
}

/**
 * Draws the form as the application does: at once, unless the application may have to show something else, which the
 * card then waits for. A press waits for the application too. When the patience is over, the form is shown in any case,
 * and a press is sent as the plain form's. The application gets it too, if it comes: the page may forbid the plain form,
 * and one order has one payment.
 *
 * @param onForm - the form is there
 */
export function createFirstForm(place: Element, start: FirstOrder, onForm: () => void): FirstForm {
  let shown = start;
  const { orderToken } = start.options;
  const { amount = '', order = '', description = order } = readOrderToken(orderToken);
  const isKnown = () => loadPaymentId(orderToken) !== null;
  const readTyped = () => place.querySelector('input')?.value;
  let markup: string | undefined;
  let hasPressed = false;
  let isPatient = true;
  const patience = setTimeout(() => {
    isPatient = false;
    draw();
    if (hasPressed) send();
  }, PATIENCE_MS);

  function draw(): void {
    const money = formatMoney(amount, shown.language);
    const { form, busy, pay } = firstTexts[shown.language];
    const latest = form.replace(/\{amount\}/g, money);
    const isLoading = markup === undefined && isPatient && (shown.options.texts !== undefined || isKnown());
    // The same form stays: a new one would lose the caret.
    if (latest !== markup) replaceForm(place, latest, money, description);
    place.querySelector('.card')?.setAttribute('data-theme', shown.options.theme ?? 'auto');
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
    if (button === null) return;
    button.setAttribute('aria-disabled', `${hasPressed}`);
    button.textContent = hasPressed ? busy : pay.replace('{amount}', money);
  }

  function keepPress(event: Event): void {
    event.preventDefault();
    hasPressed = true;
    draw();
    if (!isPatient) send();
  }

  /** A page that the shopper has left sends nothing, also when it is shown again. */
  function forgetPress(): void {
    hasPressed = false;
    draw();
  }

  /** Sends what is typed to the companion, whose hosted page takes this page's place. */
  function send(): void {
    const form = place.appendChild(createPlainForm(shown.options, readTyped()));
    form.submit();
    form.remove();
  }

  place.addEventListener('submit', keepPress);
  addEventListener('pagehide', forgetPress);
  return {
    update(latest) {
      shown = latest;
      draw();
    },
    leave(nextToken) {
      clearTimeout(patience);
      place.removeEventListener('submit', keepPress);
      removeEventListener('pagehide', forgetPress);
      const button = place.querySelector('button');
      // When the button is the application's. Outside the page, it presses nothing.
      if (hasPressed) setTimeout(() => button?.click());
      forgetPress();
      const typed = readTyped();
      // The application takes over nothing but the form, and shows a known payment before it.
      if (markup === undefined || nextToken !== orderToken || isKnown()) place.textContent = '';
      return typed;
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
  if (number) number.value = typed ? typed.value : groupNational(stored ?? '');
  if (remember) remember.checked = choice ? choice.checked : stored !== null;
}
