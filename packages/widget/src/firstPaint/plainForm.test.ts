import '../testing/firstTexts.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createToken } from '../testing/orderToken.ts';
import { createPlainForm, showPlainForm } from './plainForm.ts';

const companionUrl = 'https://pay.example';

afterEach(() => document.body.replaceChildren());

describe('createPlainForm', () => {
  it.each([
    ['en', 'Mobile money number', 'Pay '],
    ['fr', 'Numéro mobile money', 'Payer '],
    ['mg', 'Laharana mobile money', 'Handoa '],
  ] as const)('names no amount on its button where the order token cannot be read: %s', (locale, label, pay) => {
    const form = createPlainForm({ orderToken: 'unreadable', companionUrl, locale });
    expect(form.querySelector('label')?.textContent).toBe(`${label} `);
    expect(form.querySelector('button')?.textContent).toBe(pay);
  });
});

describe('showPlainForm', () => {
  it('replaces a placeholder and the form of another order, and keeps the number, the caret and the focus', () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.innerHTML = 'Payment <p>is loading.</p>';
    showPlainForm(place, { orderToken: createToken(), companionUrl, locale: 'en' });
    const before = place.querySelector<HTMLInputElement>('[name=msisdn]') ?? expect.unreachable();
    before.focus();
    before.value = '034350003';
    before.setSelectionRange(7, 7);
    const orderToken = createToken({ amount: '76000' });
    showPlainForm(place, { orderToken, companionUrl, locale: 'en' });
    expect(place.childNodes).toHaveLength(1);
    const form = place.querySelector('form') ?? expect.unreachable();
    expect(Object.fromEntries(new FormData(form))).toEqual({ token: orderToken, lang: 'en', msisdn: '034350003' });
    const number = place.querySelector<HTMLInputElement>('[name=msisdn]');
    expect(document.activeElement).toBe(number);
    expect(number?.selectionStart).toBe(7);
  });
});
