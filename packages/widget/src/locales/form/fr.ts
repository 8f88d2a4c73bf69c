import type { FormTexts } from './en.ts';

/** The form’s texts in French. */
export const fr: FormTexts = {
  busy: 'Un instant…',
  operator: 'mobile money',
  'form.title': 'Payer par {operator}',
  'form.label': 'Numéro {operator}',
  'form.hint': 'Par exemple 034 12 345 67',
  'form.remember': 'Retenir ce numéro sur cet appareil',
  'form.pay': 'Payer {amount}',
  'form.secretCode': 'Vous confirmez sur votre téléphone. Ne tapez jamais votre code secret sur cette page.',
  'connection.slow': 'La connexion est lente. Nous continuons d’essayer.',
  tooOld: 'Ce navigateur est trop ancien pour payer ici.',
  'problem.offline': 'Vous êtes hors ligne. Vérifiez votre connexion, puis réessayez. Vous ne paierez pas deux fois.',
  'problem.unreachable': 'Le service est injoignable. Vérifiez votre connexion, puis réessayez. Vous ne paierez pas deux fois.',
};
