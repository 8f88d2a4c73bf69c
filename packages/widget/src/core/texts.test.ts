import { LANGUAGES } from '@tsena/shared';
import { describe, expect, it } from 'vitest';
import { locales } from '../locales/index.ts';
import { createTranslator } from './texts.ts';

const SPACE = '\u00a0';

describe('texts', () => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

  it.each(LANGUAGES)('%s has every key, each with a text and the same placeholders', (language) => {
    expect(Object.keys(locales[language])).toEqual(Object.keys(locales.en));
    for (const [key, text] of Object.entries(locales[language])) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe('');
      expect(placeholders(text), key).toEqual(placeholders(Object.entries(locales.en).find(([other]) => other === key)?.[1] ?? ''));
    }
  });

  it.each(['fr', 'mg'] as const)('%s is not English left over', (language) => {
    const same = Object.entries(locales[language]).filter(([key, text]) =>
      Object.entries(locales.en).some(([k, t]) => k === key && t === text),
    );
    expect(same).toEqual([]);
  });

  it('money is written as people there write it', () => {
    expect(createTranslator('mg').money('25000')).toBe(`25${SPACE}000${SPACE}Ar`);
    expect(createTranslator('fr').money('999999999999')).toBe(`999${SPACE}999${SPACE}999${SPACE}999${SPACE}Ar`);
    expect(createTranslator('fr').money('5.46')).toBe(`5,46${SPACE}Ar`);
    expect(createTranslator('fr').money('5.05')).toBe(`5,05${SPACE}Ar`);
    expect(createTranslator('mg').money('1000.50')).toBe(`1${SPACE}000,50${SPACE}Ar`);
    expect(createTranslator('en').money('5.05')).toBe(`5.05${SPACE}Ar`);
    expect(createTranslator('en').money('1234.5')).toBe(`1,234.5${SPACE}Ar`);
    expect(createTranslator('en').money('100')).toBe(`100${SPACE}Ar`);
  });

  it.each(LANGUAGES)('%s says which language it is', (language) => {
    expect(createTranslator(language).language).toBe(language);
  });

  it('counts as each language does', () => {
    const say = (language: (typeof LANGUAGES)[number], n: number) => createTranslator(language).count('waiting.elapsed', n);
    expect([0, 1, 2].map((n) => say('en', n))).toEqual(['Waiting for 0 minutes.', 'Waiting for 1 minute.', 'Waiting for 2 minutes.']);
    expect([0, 1, 2].map((n) => say('fr', n))).toEqual([
      'En attente depuis 0 minute.',
      'En attente depuis 1 minute.',
      'En attente depuis 2 minutes.',
    ]);
    expect(say('mg', 2)).toBe('Efa niandry 2 minitra.');
  });

  it('a shop’s own text comes first, with the same placeholders', () => {
    const { t, sentence } = createTranslator('en', { 'form.pay': 'Give {amount}', 'problem.prompt_open': 'Look at your phone.' });
    expect(t('form.pay', { amount: '1' })).toBe('Give 1');
    expect(t('again')).toBe('Try again');
    expect(sentence('prompt_open', 'Another payment is waiting.')).toBe('Look at your phone.');
  });

  it('a problem is told in the companion’s words, a fault of the network in ours', () => {
    const { sentence } = createTranslator('fr');
    expect(sentence('prompt_open', 'Un autre paiement attend.')).toBe('Un autre paiement attend.');
    expect(sentence('offline', '')).toMatch(/^Vous êtes hors ligne/);
    for (const code of ['unreachable', 'timeout', 'unreadable']) expect(sentence(code, '')).toMatch(/injoignable/);
  });

  it('no line begins with a mark', () => {
    expect(createTranslator('fr').t('unresolved.sms')).toBe(`Un SMS dit que vous avez payé${SPACE}?`);
  });

  it('what is put into a text is not read as a text', () => {
    const { t } = createTranslator('en');
    expect(t('summary.to', { partner: '{order} $& <b>' })).toBe('To {order} $& <b>');
    expect(t('summary.to')).toBe('To {partner}');
    expect(t('waiting.sent', { payer: '034 •• ••0 03' })).toContain(`034${SPACE}••${SPACE}••0${SPACE}03`);
  });
});
