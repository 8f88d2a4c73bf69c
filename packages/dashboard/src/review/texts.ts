import { LANGUAGES, type LocalTexts } from '@tsena/shared';
import { REVIEW_REASON_TEXTS, REVIEW_REASONS, type ReviewReason } from '@tsena/shared/merchant';

/** The texts of each reason: what happened and what to do, and the heading of several payments. */
const reasons = Object.fromEntries(
  REVIEW_REASONS.flatMap((reason) => {
    const { meaning, advice, heading } = REVIEW_REASON_TEXTS[reason];
    const whole = Object.fromEntries(LANGUAGES.map((language) => [language, `${meaning[language]} ${advice[language]}`]));
    return [
      [`review.${reason}`, whole],
      [`group.${reason}`, heading],
    ];
  }),
) as LocalTexts<`review.${ReviewReason}` | `group.${ReviewReason}`>;

/** The texts of what needs review. */
export const review = {
  'review.title': { en: 'Needs review', fr: 'À vérifier', mg: 'Mila hamarinina' },
  'review.none': { en: 'Nothing needs review.', fr: 'Rien à vérifier.', mg: 'Tsy misy mila hamarinina.' },
  'review.all': { en: 'Show all {n}', fr: 'Tout afficher ({n})', mg: 'Asehoy izy {n} rehetra' },
  'review.morePayments': {
    en: 'Show all payments that need review',
    fr: 'Afficher tous les paiements à vérifier',
    mg: 'Asehoy ny fandoavana rehetra mila hamarinina',
  },
  'review.moreWebhooks': {
    en: 'More failed webhooks: {n}. They appear here after you send these again.',
    fr: 'Autres notifications en échec : {n}. Elles s’affichent ici quand vous avez renvoyé celles-ci.',
    mg: 'Webhook hafa tsy tafita: {n}. Hiseho eto izy ireo rehefa nalefanao indray ireto.',
  },
  'review.fields': { en: 'Different: {fields}.', fr: 'Différences : {fields}.', mg: 'Tsy mitovy: {fields}.' },
  ...reasons,
  'group.period': {
    en: '{from} to {to} · {amount} in all',
    fr: '{from} à {to} · {amount} en tout',
    mg: '{from} hatramin’ny {to} · {amount} ny fitambarany',
  },
  'group.refresh': { en: 'Check all', fr: 'Tout vérifier', mg: 'Hamarino daholo' },
  'group.resolve': {
    en: 'Record a resolution for all',
    fr: 'Enregistrer une résolution pour tous',
    mg: 'Hanoratra vahaolana ho an’ny rehetra',
  },
  'group.close': { en: 'Close all', fr: 'Tout clore', mg: 'Hakatona daholo' },
  'group.each': { en: 'One by one', fr: 'Un par un', mg: 'Tsirairay' },
} satisfies LocalTexts;
