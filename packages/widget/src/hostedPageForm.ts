import { chooseLanguage } from './core/chooseLanguage.ts';
import { createTranslator } from './core/texts.ts';
import { trimAddress } from './core/trimAddress.ts';
import type { CheckoutOptions } from './types.ts';

/** Whether the browser can show the widget. Firefox before 63 and Edge before 79 cannot. */
export const canShowWidget = 'customElements' in window && 'attachShadow' in Element.prototype;

/**
 * Says that the browser is too old, with a button that leads to the companion's hosted page with this order token.
 */
export function createHostedPageForm({ companionUrl, orderToken, locale, texts }: CheckoutOptions): HTMLElement {
  const { t } = createTranslator(chooseLanguage(document.documentElement, locale), texts);
  const form = document.createElement('form');
  const token = document.createElement('input');
  const button = document.createElement('button');
  // A form and not a link, so that the token is in no address.
  form.method = 'post';
  form.action = `${trimAddress(companionUrl)}/pay`;
  token.type = 'hidden';
  token.name = 'token';
  token.value = orderToken;
  button.textContent = t('form.title', { operator: t('operator') });
  form.appendChild(document.createElement('p')).textContent = t('tooOld');
  for (const part of [token, button]) form.appendChild(part);
  return form;
}
