/** French texts of what needs review. */
export const review = {
  'review.title': 'À vérifier',
  'review.none': 'Rien à vérifier.',
  'review.all': 'Tout afficher ({n})',
  'review.morePayments': 'Afficher tous les paiements à vérifier',
  'review.moreWebhooks': 'Autres notifications en échec : {n}. Elles s’affichent ici quand vous avez renvoyé celles-ci.',
  'review.unresolved':
    'La réponse de l’opérateur s’est perdue : le client a peut-être payé. Avant de livrer ou de redemander un paiement, saisissez la référence du SMS du client, ou consultez le portail de l’opérateur et enregistrez une résolution.',
  'review.details_mismatch':
    'Les détails de la transaction chez l’opérateur diffèrent du paiement : {fields}. La commande ne compte pas comme payée. Vérifiez la transaction dans le portail de l’opérateur avant de livrer.',
  'review.overpaid':
    'Cette commande a été payée plus d’une fois. Rendez vous-même l’argent en trop, puis notez ici le remboursement. Le remboursement entier d’un paiement termine cette vérification.',
  'review.polling_stopped':
    'Ce paiement est toujours en attente chez l’opérateur, et le serveur de paiement ne le vérifie plus automatiquement. Il ne compte pas comme payé. Choisissez « Vérifier le statut », ou consultez le portail de l’opérateur et enregistrez une résolution.',
  'review.unverified':
    'L’opérateur indique que ce paiement a abouti : il compte comme payé. Les détails de la transaction n’ont pas pu être lus : le montant n’est pas vérifié. Comparez-le avec le portail de l’opérateur, puis choisissez « Clore ».',
  'group.unresolved': '{n} paiements pendant que l’opérateur ne répondait pas',
  'group.details_mismatch': '{n} paiements avec des détails différents',
  'group.overpaid': '{n} paiements de commandes payées plus d’une fois',
  'group.polling_stopped': '{n} paiements qui restent en attente',
  'group.unverified': '{n} paiements payés mais pas vérifiés',
  'group.period': '{from} à {to} · {amount} en tout',
  'group.refresh': 'Tout vérifier',
  'group.resolve': 'Enregistrer une résolution pour tous',
  'group.close': 'Tout clore',
  'group.each': 'Un par un',
};
