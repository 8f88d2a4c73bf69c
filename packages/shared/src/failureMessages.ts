import type { Language } from './language.ts';

/** Why a payment failed or is not yet sure, as a shopper reads it. */
export const FAILURE_SENTENCES = {
  payment_failed: {
    mg: 'Tsy tontosa ny fandoavana. Tsy nisy vola niala.',
    fr: 'Le paiement n’a pas abouti. Rien n’a été débité.',
    en: 'The payment did not go through. Nothing was debited.',
  },
  payment_declined: {
    mg: 'Nolavina tamin’ny finday ny fandoavana. Tsy nisy vola niala.',
    fr: 'Le paiement a été refusé sur le téléphone. Rien n’a été débité.',
    en: 'The payment was declined on the phone. Nothing was debited.',
  },
  insufficient_funds: {
    mg: 'Tsy ampy ny vola ao amin’ny kaonty. Tsy nisy vola niala. Ampio ny kaonty, na mampiasà laharana hafa.',
    fr: 'Le solde est insuffisant. Rien n’a été débité. Rechargez le compte ou utilisez un autre numéro.',
    en: 'There is not enough money in the account. Nothing was debited. Top it up, or use another number.',
  },
  payer_unknown: {
    mg: 'Tsy manana kaonty mobile money io laharana io. Tsy nisy vola niala. Hamarino ny laharana.',
    fr: 'Ce numéro n’a pas de compte mobile money. Rien n’a été débité. Vérifiez le numéro.',
    en: 'This number has no mobile money account. Nothing was debited. Check the number.',
  },
  same_parties: {
    mg: 'An’ny fivarotana io laharana io. Tsy nisy vola niala. Mampiasà ny laharanao.',
    fr: 'Ce numéro est celui de la boutique. Rien n’a été débité. Utilisez le vôtre.',
    en: 'This is the shop’s own number. Nothing was debited. Use yours.',
  },
  amount_too_small: {
    mg: 'Kely loatra ity vola ity ka tsy azo aloa amin’ny mobile money. Tsy nisy vola niala. Mifandraisa amin’ny fivarotana.',
    fr: 'Ce montant est trop petit pour le mobile money. Rien n’a été débité. Contactez la boutique.',
    en: 'This amount is too small for mobile money. Nothing was debited. Contact the shop.',
  },
  amount_too_large: {
    mg: 'Mihoatra ny fetra azon’ity kaonty ity aloa ity vola ity. Tsy nisy vola niala. Mifandraisa amin’ny fivarotana.',
    fr: 'Ce montant dépasse la limite de ce compte. Rien n’a été débité. Contactez la boutique.',
    en: 'This amount is above the limit of this account. Nothing was debited. Contact the shop.',
  },
  request_refused: {
    mg: 'Nolavin’ny mpandraharaha ny fandoavana. Tsy nisy vola niala. Lazao amin’ny fivarotana azafady.',
    fr: 'L’opérateur a refusé le paiement. Rien n’a été débité. Prévenez la boutique.',
    en: 'The operator refused the payment. Nothing was debited. Please tell the shop.',
  },
  operator_credentials: {
    mg: 'Tsy afaka mandray vola ny fivarotana izao. Tsy nisy vola niala. Lazao azy ireo azafady.',
    fr: 'La boutique ne peut pas encaisser pour l’instant. Rien n’a été débité. Prévenez la boutique.',
    en: 'The shop cannot take payments right now. Nothing was debited. Please tell the shop.',
  },
  operator_busy: {
    mg: 'Be asa ny mpandraharaha. Tsy nisy vola niala. Andramo indray afaka kelikely.',
    fr: 'L’opérateur est surchargé. Rien n’a été débité. Réessayez dans un moment.',
    en: 'The operator is busy. Nothing was debited. Try again in a moment.',
  },
  operator_unreachable: {
    mg: 'Tsy tratra ny mpandraharaha. Tsy nisy vola niala. Andramo indray afaka kelikely.',
    fr: 'L’opérateur est injoignable. Rien n’a été débité. Réessayez dans un moment.',
    en: 'The operator could not be reached. Nothing was debited. Try again in a moment.',
  },
  not_sent: {
    mg: 'Tapaka ny fangatahana talohan’ny nandefasana azy. Tsy nisy vola niala. Andramo indray.',
    fr: 'La demande a été interrompue avant l’envoi. Rien n’a été débité. Réessayez.',
    en: 'The request was interrupted before it was sent. Nothing was debited. Try again.',
  },
  details_unavailable: {
    mg: 'Nilaza ny mpandraharaha fa vita ity fandoavana ity. Hamarininay izany, mety haharitra minitra vitsy. Aza mandoa indray.',
    fr: 'L’opérateur indique que ce paiement est fait. Nous le confirmons, cela peut prendre quelques minutes. Ne payez pas une seconde fois.',
    en: 'The operator reports this payment as made. We are confirming it, which can take some minutes. Do not pay again.',
  },
  details_mismatch: {
    mg: 'Hamarinin’ny fivarotana ny fandoavanao. Aza mandoa indray.',
    fr: 'La boutique vérifie votre paiement. Ne payez pas une seconde fois.',
    en: 'The shop is checking your payment. Do not pay again.',
  },
  reference_missing: {
    mg: 'Nilaza ny mpandraharaha fa voaloa, saingy mbola tsy nomeny ny laharan’ny fandoavana. Aza mandoa indray. Ampidiro ny laharana ao amin’ny SMS.',
    fr: 'L’opérateur indique que vous avez payé, mais n’a pas encore donné la référence. Ne payez pas une seconde fois. Saisissez la référence du SMS.',
    en: 'The operator reports your payment as completed, but has not given its reference yet. Do not pay again. Enter the reference from the SMS.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;
