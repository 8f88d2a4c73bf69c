import { formatMoney } from '@tsena/shared';
import { chooseLanguage } from '../core/chooseLanguage.ts';
import { readOrderToken } from '../core/readOrderToken.ts';
import { trimAddress } from '../core/trimAddress.ts';
import type { CheckoutOptions } from '../core/types.ts';
import { firstTexts } from './firstTexts.ts';

/** The field for the number of a form that the page's own HTML has in the element. */
const PLAIN_FIELD = 'input[name=msisdn]';

/** Says it to the developer if the page's own form belongs to another one: the browser then sends that one. */
export function warnOfOuterForm(element: Element): void {
  if (element.querySelector(PLAIN_FIELD) !== null && element.closest('form') !== null)
    console.warn('tsena-checkout: the form in the HTML stands inside another form, which a press sends. Move it out.');
}

/** Returns the number that the shopper typed in the form of the page's own HTML, if there is one. */
export function readPlainNumber(element: Element): string | undefined {
  return element.querySelector<HTMLInputElement>(PLAIN_FIELD)?.value;
}

/**
 * Moves what the shopper has done in the form of the page's own HTML to the form that is drawn: the number, the caret
 * and the focus. The browser hides the former as soon as the element has a shadow root.
 */
export function takeOverPlainForm(element: Element, place: Element): void {
  const number = place.querySelector<HTMLInputElement>('[type=tel]');
  const plain = element.querySelector<HTMLInputElement>(PLAIN_FIELD);
  if (number === null || plain === null) return;
  if (plain.value !== '') number.value = plain.value;
  const focused = element.querySelector(':focus');
  if (focused === plain) {
    number.focus();
    number.setSelectionRange(plain.selectionStart, plain.selectionEnd);
  } else if (focused !== null) place.querySelector('button')?.focus();
}

/** A policy that forbids `<style>` allows these. */
const WIDE =
  'display:block;box-sizing:border-box;width:100%;min-height:56px;margin:6px 0 14px;padding:8px 14px;border:2px solid;border-radius:14px;font:inherit;font-weight:700;';
const FIELD = `${WIDE}background:none;color:inherit`;
const BUTTON = `${WIDE}background:var(--tsena-accent,#0b5d45);color:var(--tsena-on-accent,#fff)`;

/** A form that needs no script to pay: it posts to the companion, as the one in the page's own HTML does. */
export function createPlainForm({ orderToken, companionUrl, locale }: CheckoutOptions, typed = ''): HTMLFormElement {
  const language = chooseLanguage(document.documentElement, locale);
  const { number, pay } = firstTexts[language];
  const { amount } = readOrderToken(orderToken);
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `${trimAddress(companionUrl)}/pay`;
  form.style.cssText = 'max-width:440px;margin:0 auto';
  const addInput = (parent: Element, type: string, name: string, value: string) => {
    const input = parent.appendChild(document.createElement('input'));
    return Object.assign(input, { type, name, value, autocomplete: 'tel' });
  };
  addInput(form, 'hidden', 'token', orderToken);
  addInput(form, 'hidden', 'lang', language);
  const label = form.appendChild(document.createElement('label'));
  label.textContent = `${number} `;
  addInput(label, 'tel', 'msisdn', typed).style.cssText = FIELD;
  const button = form.appendChild(document.createElement('button'));
  button.style.cssText = BUTTON;
  button.textContent = pay.replace('{amount}', amount === undefined ? '' : formatMoney(amount, language));
  return form;
}

/** Shows a {@link createPlainForm} in a place, instead of what is there. It keeps what the shopper has done there. */
export function showPlainForm(place: Element, options: CheckoutOptions): void {
  const before = [...place.childNodes];
  const form = place.appendChild(createPlainForm(options));
  takeOverPlainForm(place, form);
  for (const node of before) node.remove();
}
