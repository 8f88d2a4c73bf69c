import { type Html, html } from './html.ts';
import type { PageTexts } from './texts.ts';

/** A form for the payer's number. */
export interface PhoneForm {
  /** Where it is sent, relative to the page. */
  readonly action: string;
  /** The signed hidden field. */
  readonly field: string;
  /** The payment on whose page it is; null on the page of a link. */
  readonly from: string | null;
  /** What the payer typed before; null at first. */
  readonly typed: string | null;
  /** What is wrong; null at first. */
  readonly error: string | null;
  /** Whole Ariary, as digits. */
  readonly amount: string;
}

/** Writes the form for the payer's number. */
export function phoneForm({ t, money }: PageTexts, { action, field, from, typed, error, amount }: PhoneForm): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="form" value="${field}">${
    from !== null && html`<input type="hidden" name="from" value="${from}">`
  }<div class="f"><label for="msisdn">${t('form.label')}</label><input id="msisdn" name="msisdn" type="tel" inputmode="tel" autocomplete="tel" maxlength="40" required aria-describedby="note" value="${
    typed ?? ''
  }"${error !== null && html` aria-invalid="true" autofocus`}><p id="note" class="${error === null ? 'k' : 'e'}"${
    error !== null && html` role="alert"`
  }>${error ?? t('form.hint')}</p></div><button>${t('form.pay', { amount: money(amount) })}</button><p class="k">${t('form.secretCode')}</p></form>`;
}

/** Writes the form for the reference in the operator's SMS. */
export function referenceForm(
  { t }: PageTexts,
  { action, field, typed, error }: Pick<PhoneForm, 'action' | 'field' | 'typed' | 'error'>,
): Html {
  return html`<form method="post" action="${action}"><input type="hidden" name="form" value="${field}"><div class="f"><label for="reference">${t(
    'unresolved.label',
  )}</label><input id="reference" name="transactionReference" autocomplete="off" spellcheck="false" maxlength="64" required aria-describedby="note" value="${
    typed ?? ''
  }"><p id="note" class="${error === null ? 'k' : 'e'}"${error !== null && html` role="alert"`}>${
    error ?? t('unresolved.hint')
  }</p></div><button>${t('unresolved.submit')}</button></form>`;
}
