import { chooseLanguage } from '../core/chooseLanguage.ts';
import { trimAddress } from '../core/trimAddress.ts';
import type { CheckoutOptions } from '../core/types.ts';
import { firstTexts } from './firstTexts.ts';

/** Whether the browser can show the widget. Firefox before 63 and Edge before 79 cannot. */
export const canShowWidget = 'customElements' in window && 'attachShadow' in Element.prototype;

const textsFor = ({ locale }: CheckoutOptions) => firstTexts[chooseLanguage(document.documentElement, locale)];

/** The sentence for a browser that cannot show the widget. */
export function sayTooOld(options: CheckoutOptions): string {
  return options.texts?.tooOld ?? textsFor(options).tooOld;
}

/** A button that leads to the companion's hosted page with this order token. */
export function createHostedPageForm(options: CheckoutOptions): HTMLFormElement {
  const form = document.createElement('form');
  const token = document.createElement('input');
  const button = document.createElement('button');
  // A form and not a link, so that the token is in no address.
  form.method = 'post';
  form.action = `${trimAddress(options.companionUrl)}/pay`;
  token.type = 'hidden';
  token.name = 'token';
  token.value = options.orderToken;
  button.textContent = textsFor(options).title;
  for (const part of [token, button]) form.appendChild(part);
  return form;
}
