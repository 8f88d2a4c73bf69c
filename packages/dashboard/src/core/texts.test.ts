import { describe, expect, it } from 'vitest';
import { locales } from '../testing/locales.ts';
import { createTranslator } from './texts.ts';

const now = () => Date.parse('2026-03-08T21:30:00Z');

describe('Translator.money', () => {
  it.each([
    ['en', '1234.56', '1,234.56 Ar'],
    ['fr', '-5000', '\u22125 000 Ar'],
    ['fr', '3602879701896000', '3 602 879 701 896 000 Ar'],
  ] as const)('in %s: %s', (language, digits, written) => {
    expect(createTranslator(language, locales[language]).money(digits).replaceAll('\u00a0', ' ')).toBe(written);
  });

  it('is short on the axis of a chart', () => {
    const { short } = createTranslator('fr', locales.fr);
    expect([0, 500, 25_000, 1_500_000, 12_000_000].map(short)).toEqual([
      '0',
      '500',
      '25\u00a0k',
      '1,5\u00a0M',
      '12\u00a0M',
    ]);
    expect(short(500_000_000_000)).toBe('500\u00a0Md');
  });
});

describe('Translator.time', () => {
  const { time, day, shortDay } = createTranslator('en', locales.en, now);
  const plain = (text: string) => text.replaceAll('\u00a0', ' ');

  it('writes times of Madagascar in every time zone', () => {
    expect(plain(time('2026-03-08T21:05:07Z'))).toBe('Today, 00:05');
    expect(plain(time('2026-03-08T20:59:59Z'))).toBe('Yesterday, 23:59');
    expect(plain(time('2026-03-07T20:59:59Z'))).toBe('7 March, 23:59');
    expect(plain(time('2025-12-31T21:00:05Z', 'to the second'))).toBe('1 January, 00:00:05');
    expect(plain(time('2025-12-31T20:00:00Z'))).toBe('31 December 2025, 23:00');
    expect(plain(day('2026-03-09'))).toBe('9 March 2026');
    expect(plain(shortDay('2026-12-31'))).toBe('31 Dec');
  });
});

it('a time within a French sentence begins with a small letter, and alone with a capital', () => {
  const { t, time, moment, clock } = createTranslator('fr', locales.fr, now);
  const [today, yesterday] = ['2026-03-08T21:05:07Z', '2026-03-08T20:59:59Z'];
  expect([time(today), time(yesterday)]).toEqual(['Aujourd’hui, 00:05', 'Hier, 23:59']);
  expect(t('keys.lastUsed', { time: moment(today) })).toBe('Dernière utilisation\u00a0: aujourd’hui, 00:05');
  expect(t('connection.away', { time: clock(yesterday) })).toBe('Pas de connexion, données de hier, 23:59');
});

it('the first day of a month is 1er in French', () => {
  const { day, shortDay } = createTranslator('fr', locales.fr, now);
  expect(
    [day('2026-02-01'), day('2026-02-11'), shortDay('2026-02-01')].map((text) => text.replaceAll('\u00a0', ' ')),
  ).toEqual(['1er février 2026', '11 février 2026', '1er févr.']);
});

describe('Translator.t', () => {
  it('does not break a French line before a colon or inside quotation marks', () => {
    const { t } = createTranslator('fr', locales.fr);
    expect(t('today.yesterday', { amount: '0' })).toBe('Hier\u00a0: 0');
    expect(t('event.callback', { status: 'completed' })).toBe(
      'L’opérateur a envoyé un avis avec le statut «\u00a0completed\u00a0».',
    );
  });

  it('counts 0 as singular in French and as plural in English', () => {
    expect(createTranslator('fr', locales.fr).count('today.payments', 0)).toBe('0 paiement');
    expect(createTranslator('en', locales.en).count('today.payments', 0)).toBe('0 payments');
    expect(createTranslator('en', locales.en).count('today.payments', 1)).toBe('1 payment');
    expect(createTranslator('mg', locales.mg).count('today.payments', 2)).toBe('Fandoavana 2');
  });
});
