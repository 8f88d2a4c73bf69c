import type { LocalTexts } from '../language.ts';

/** Why a payment needs review. */
export const REVIEW_REASONS = ['unresolved', 'details_mismatch', 'overpaid', 'polling_stopped', 'unverified'] as const;

/** One of {@link REVIEW_REASONS}. */
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/**
 * What people read about each reason, in the dashboard, in e-mails, in the manual and in the OpenAPI document. `meaning`: what happened, and
 * what it means for the money; `advice`: what to do, in the dashboard’s words; `heading`: that of `{n}` payments with this reason.
 */
export const REVIEW_REASON_TEXTS: Readonly<Record<ReviewReason, LocalTexts<'meaning' | 'advice' | 'heading'>>> = {
  unresolved: {
    meaning: {
      en: 'The operator’s answer was lost, so the customer may have paid: do not let them pay a second time.',
      fr: 'La réponse de l’opérateur s’est perdue : le client a peut-être payé, ne le faites pas payer une seconde fois.',
      mg: 'Very ny valin’ny mpandraharaha, ka mety ho nandoa ny mpividy: aza avela handoa indray izy.',
    },
    advice: {
      en: 'Before you deliver, enter the reference from the customer’s SMS, or check the operator’s portal and record a resolution.',
      fr: 'Avant de livrer, saisissez la référence du SMS du client, ou consultez le portail de l’opérateur et enregistrez une résolution.',
      mg: 'Alohan’ny hanaterana entana, ampidiro ny laharana ao amin’ny SMS-n’ny mpividy, na jereo ny vavahadin’ny mpandraharaha dia soraty ny vahaolana.',
    },
    heading: {
      en: '{n} payments while the operator gave no answer',
      fr: '{n} paiements pendant que l’opérateur ne répondait pas',
      mg: 'Fandoavana {n} tamin’ny fotoana tsy namalian’ny mpandraharaha',
    },
  },
  details_mismatch: {
    meaning: {
      en: 'The operator’s transaction details differ from the payment. The order does not count as paid: do not deliver yet.',
      fr: 'Les détails de la transaction chez l’opérateur diffèrent du paiement. La commande ne compte pas comme payée : ne livrez pas encore.',
      mg: 'Tsy mitovy amin’ny fandoavana ny antsipiriany any amin’ny mpandraharaha. Tsy isaina ho voaloa ny kaomandy: aza alefa aloha ny entana.',
    },
    advice: {
      en: 'Check the transaction in the operator’s portal, then enter its reference or record a resolution.',
      fr: 'Vérifiez la transaction dans le portail de l’opérateur, puis saisissez sa référence ou enregistrez une résolution.',
      mg: 'Hamarino ao amin’ny vavahadin’ny mpandraharaha ny transaction, dia ampidiro ny laharany na soraty ny vahaolana.',
    },
    heading: {
      en: '{n} payments with different details',
      fr: '{n} paiements avec des détails différents',
      mg: 'Fandoavana {n} tsy mitovy antsipiriany',
    },
  },
  overpaid: {
    meaning: {
      en: 'This order was paid more than once: the extra money has to go back.',
      fr: 'Cette commande a été payée plus d’une fois : l’argent en trop doit être rendu.',
      mg: 'Voaloa mihoatra ny indray mandeha ity kaomandy ity: tsy maintsy averina ny vola mihoatra.',
    },
    advice: {
      en: 'Send it back yourself, then record the refund here. The full refund of one payment ends this review.',
      fr: 'Rendez-le vous-même, puis notez ici le remboursement. Le remboursement entier d’un paiement termine cette vérification.',
      mg: 'Avereno amin’ny tananao izany, dia soraty eto ny famerenana. Mamarana ity fanamarinana ity ny famerenana manontolo ny fandoavana iray.',
    },
    heading: {
      en: '{n} payments of orders that were paid more than once',
      fr: '{n} paiements de commandes payées plus d’une fois',
      mg: 'Fandoavana {n} tamin’ny kaomandy voaloa mihoatra ny indray mandeha',
    },
  },
  polling_stopped: {
    meaning: {
      en: 'The operator still reports this payment as pending, and the companion no longer checks it automatically. It does not count as paid.',
      fr: 'Ce paiement est toujours en attente chez l’opérateur, et le serveur de paiement ne le vérifie plus automatiquement. Il ne compte pas comme payé.',
      mg: 'Mbola miandry any amin’ny mpandraharaha ity fandoavana ity, ary tsy hamarinin’ny mpizara ho azy intsony. Tsy isaina ho voaloa izy.',
    },
    advice: {
      en: 'Choose “Check status”, or check the operator’s portal and record a resolution.',
      fr: 'Choisissez « Vérifier le statut », ou consultez le portail de l’opérateur et enregistrez une résolution.',
      mg: 'Fidio ny «Hamarino ny toerany», na jereo ny vavahadin’ny mpandraharaha dia soraty ny vahaolana.',
    },
    heading: {
      en: '{n} payments that stay pending',
      fr: '{n} paiements qui restent en attente',
      mg: 'Fandoavana {n} mbola miandry',
    },
  },
  unverified: {
    meaning: {
      en: 'The operator reports this payment as completed, so it counts as paid. Its transaction details could not be read, so the amount is not verified.',
      fr: 'L’opérateur indique que ce paiement a abouti : il compte comme payé. Les détails de la transaction n’ont pas pu être lus : le montant n’est pas vérifié.',
      mg: 'Nilaza ny mpandraharaha fa tafita ity fandoavana ity, ka isaina ho voaloa. Tsy azo novakina anefa ny antsipiriany, ka tsy voamarina ny vola.',
    },
    advice: {
      en: 'Compare it with the operator’s portal, then choose “Close”.',
      fr: 'Comparez-le avec le portail de l’opérateur, puis choisissez « Clore ».',
      mg: 'Ampitahao amin’ny vavahadin’ny mpandraharaha, dia fidio ny «Hakatona».',
    },
    heading: {
      en: '{n} paid payments that are not verified',
      fr: '{n} paiements payés mais pas vérifiés',
      mg: 'Fandoavana {n} voaloa fa tsy voamarina',
    },
  },
};
