import type { LocalTexts } from '@tsena/shared';

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
  'review.unresolved': {
    en: 'The operator’s answer was lost, so the customer may have paid. Before you deliver or ask for a new payment, enter the reference from the customer’s SMS, or check the operator’s portal and record a resolution.',
    fr: 'La réponse de l’opérateur s’est perdue : le client a peut-être payé. Avant de livrer ou de redemander un paiement, saisissez la référence du SMS du client, ou consultez le portail de l’opérateur et enregistrez une résolution.',
    mg: 'Very ny valin’ny mpandraharaha, ka mety ho nandoa ny mpividy. Alohan’ny hanaterana entana na hangatahana fandoavana vaovao, ampidiro ny laharana ao amin’ny SMS-n’ny mpividy, na jereo ny vavahadin’ny mpandraharaha dia soraty ny vahaolana.',
  },
  'review.details_mismatch': {
    en: 'The operator’s transaction details differ from the payment: {fields}. The order does not count as paid. Check the transaction in the operator’s portal before you deliver.',
    fr: 'Les détails de la transaction chez l’opérateur diffèrent du paiement : {fields}. La commande ne compte pas comme payée. Vérifiez la transaction dans le portail de l’opérateur avant de livrer.',
    mg: 'Tsy mitovy amin’ny fandoavana ny antsipiriany any amin’ny mpandraharaha: {fields}. Tsy isaina ho voaloa ny kaomandy. Hamarino ao amin’ny vavahadin’ny mpandraharaha izany alohan’ny hanaterana entana.',
  },
  'review.overpaid': {
    en: 'This order was paid more than once. Send the extra money back yourself, then record the refund here. The full refund of one payment ends this review.',
    fr: 'Cette commande a été payée plus d’une fois. Rendez vous-même l’argent en trop, puis notez ici le remboursement. Le remboursement entier d’un paiement termine cette vérification.',
    mg: 'Voaloa mihoatra ny indray mandeha ity kaomandy ity. Avereno amin’ny tananao ny vola mihoatra, dia soraty eto ny famerenana. Mamarana ity fanamarinana ity ny famerenana manontolo ny fandoavana iray.',
  },
  'review.polling_stopped': {
    en: 'The operator still reports this payment as pending, and the companion no longer checks it automatically. It does not count as paid. Choose “Check status”, or check the operator’s portal and record a resolution.',
    fr: 'Ce paiement est toujours en attente chez l’opérateur, et le serveur de paiement ne le vérifie plus automatiquement. Il ne compte pas comme payé. Choisissez « Vérifier le statut », ou consultez le portail de l’opérateur et enregistrez une résolution.',
    mg: 'Mbola miandry any amin’ny mpandraharaha ity fandoavana ity, ary tsy hamarinin’ny mpizara ho azy intsony. Tsy isaina ho voaloa izy. Fidio ny «Hamarino ny toerany», na jereo ny vavahadin’ny mpandraharaha dia soraty ny vahaolana.',
  },
  'review.unverified': {
    en: 'The operator reports this payment as completed, so it counts as paid. Its transaction details could not be read, so the amount is not verified. Compare it with the operator’s portal, then choose “Close”.',
    fr: 'L’opérateur indique que ce paiement a abouti : il compte comme payé. Les détails de la transaction n’ont pas pu être lus : le montant n’est pas vérifié. Comparez-le avec le portail de l’opérateur, puis choisissez « Clore ».',
    mg: 'Nilaza ny mpandraharaha fa tafita ity fandoavana ity, ka isaina ho voaloa. Tsy azo novakina anefa ny antsipiriany, ka tsy voamarina ny vola. Ampitahao amin’ny vavahadin’ny mpandraharaha, dia fidio ny «Hakatona».',
  },
  'group.unresolved': {
    en: '{n} payments while the operator gave no answer',
    fr: '{n} paiements pendant que l’opérateur ne répondait pas',
    mg: 'Fandoavana {n} tamin’ny fotoana tsy namalian’ny mpandraharaha',
  },
  'group.details_mismatch': {
    en: '{n} payments with different details',
    fr: '{n} paiements avec des détails différents',
    mg: 'Fandoavana {n} tsy mitovy antsipiriany',
  },
  'group.overpaid': {
    en: '{n} payments of orders that were paid more than once',
    fr: '{n} paiements de commandes payées plus d’une fois',
    mg: 'Fandoavana {n} tamin’ny kaomandy voaloa mihoatra ny indray mandeha',
  },
  'group.polling_stopped': {
    en: '{n} payments that stay pending',
    fr: '{n} paiements qui restent en attente',
    mg: 'Fandoavana {n} mbola miandry',
  },
  'group.unverified': {
    en: '{n} paid payments that are not verified',
    fr: '{n} paiements payés mais pas vérifiés',
    mg: 'Fandoavana {n} voaloa fa tsy voamarina',
  },
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
