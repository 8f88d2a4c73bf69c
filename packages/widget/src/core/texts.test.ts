import { LANGUAGES } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { locales } from '../locales/index.ts';
import { createTranslator } from './texts.ts';

const SPACE = '\u00a0';

describe('createTranslator', () => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

  it.each(LANGUAGES)('%s has texts with the same placeholders as English', (language) => {
    for (const [key, text] of Object.entries(locales[language])) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
      expect(placeholders(text), key).toEqual(
        placeholders(Object.entries(locales.en).find(([other]) => other === key)?.[1] ?? ''),
      );
    }
  });

  it.each(['fr', 'mg'] as const)('%s has no text in English', (language) => {
    const same = Object.entries(locales[language]).filter(([key, text]) =>
      Object.entries(locales.en).some(([k, t]) => k === key && t === text),
    );
    // The name of the service is the same in all three.
    expect(same).toEqual([['operator', 'mobile money']]);
  });

  it('prefers the shop’s own text and fills in its placeholders', () => {
    const { t, getErrorMessage } = createTranslator('en', {
      texts: { 'form.pay': 'Give {amount}', 'problem.prompt_open': 'Look at your phone.' },
    });
    expect(t('form.pay', { amount: '1' })).toBe('Give 1');
    expect(t('retry')).toBe('Try again');
    expect(getErrorMessage('prompt_open', 'Another payment is waiting.')).toBe('Look at your phone.');
  });

  it('uses the companion’s message for a problem, and its own for a network error', () => {
    const { getErrorMessage } = createTranslator('fr');
    expect(getErrorMessage('prompt_open', 'Un autre paiement attend.')).toBe('Un autre paiement attend.');
    expect(getErrorMessage('offline', '')).toMatch(/^Vous êtes hors ligne/);
    for (const code of ['unreachable', 'timeout', 'unreadable'])
      expect(getErrorMessage(code, '')).toMatch(/injoignable/);
  });

  it('keeps the phone numbers of the shop’s contact and other way on one line', () => {
    const texts = createTranslator('en', {
      contact: 'Tel. 034 11 222 33, Analakely',
      otherWayText: 'Call 034 11 222 33 to pay in cash.',
    });
    const number = `034${SPACE}11${SPACE}222${SPACE}33`;
    expect(texts.contact).toBe(`Tel. ${number}, Analakely`);
    expect(texts.otherWayText).toBe(`Call ${number} to pay in cash.`);
  });

  it('does not interpret the values of placeholders', () => {
    const { t } = createTranslator('en');
    expect(t('summary.to', { partner: '{order} $& <b>' })).toBe('To {order} $& <b>');
    expect(t('summary.to')).toBe('To {partner}');
    expect(t('waiting.sent', { payer: '034 •• ••0 03' })).toContain(`034${SPACE}••${SPACE}••0${SPACE}03`);
  });
});
