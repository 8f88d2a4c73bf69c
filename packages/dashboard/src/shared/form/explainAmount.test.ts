import { AMOUNT_FAULTS, MIN_AMOUNT } from '@tsena/shared';
import { expect, it } from 'vitest';
import { createTranslator } from '../../core/texts.ts';
import { locales } from '../../testing/locales.ts';
import { explainAmount } from './explainAmount.ts';

it.each([
  [
    'en',
    [
      'Enter the amount in Ariary.',
      'Use digits only, for example 25000.',
      'Enter whole Ariary, without decimals.',
      'It is not clear how much this is. Write the digits only, for example 1250000.',
      'Enter at least 100 Ar.',
      'Enter at most 999,999,999,999 Ar.',
    ],
  ],
  [
    'fr',
    [
      'Saisissez le montant en ariary.',
      'Utilisez seulement des chiffres, par exemple 25000.',
      'Saisissez des ariary entiers, sans décimales.',
      'Ce montant n’est pas clair. Écrivez seulement les chiffres, par exemple 1250000.',
      'Saisissez au moins 100 Ar.',
      'Saisissez au plus 999 999 999 999 Ar.',
    ],
  ],
  [
    'mg',
    [
      'Soraty ny vola amin’ny ariary.',
      'Tarehimarika ihany no soratana, ohatra 25000.',
      'Soraty Ariary feno, tsy misy ampahany.',
      'Tsy mazava io vola io. Tarehimarika ihany no soraty, ohatra 1250000.',
      'Soraty 100 Ar farafahakeliny.',
      'Soraty 999 999 999 999 Ar farafahabetsany.',
    ],
  ],
] as const)('says in %s why an amount is refused', (language, sentences) => {
  const texts = createTranslator(language, locales[language]);
  const explained = AMOUNT_FAULTS.map((fault) =>
    explainAmount({ ok: false, fault }, MIN_AMOUNT, texts)?.replaceAll('\u00a0', ' '),
  );
  expect(explained).toEqual(sentences);
});
