import type { FormTexts } from './en.ts';

/** The form’s texts in Malagasy. */
export const mg: FormTexts = {
  busy: 'Andraso kely…',
  operator: 'mobile money',
  'form.title': 'Handoa amin’ny {operator}',
  'form.label': 'Laharana {operator}',
  'form.hint': 'Ohatra: 034 12 345 67',
  'form.remember': 'Tadidio eto amin’ity finday ity io laharana io',
  'form.pay': 'Handoa {amount}',
  'form.secretCode': 'Eo amin’ny findainao no hanamafisanao. Aza soratana eto mihitsy ny kaody miafinao.',
  'connection.slow': 'Miadana ny fifandraisana. Mbola andramana hatrany.',
  tooOld: 'Antitra loatra ity navigateur ity ka tsy afaka andoavana eto.',
  'problem.offline': 'Tsy misy aterineto. Jereo ny fifandraisana, dia andramo indray. Tsy handoa indroa ianao.',
  'problem.unreachable': 'Tsy tratra ny tolotra. Jereo ny fifandraisana, dia andramo indray. Tsy handoa indroa ianao.',
};
