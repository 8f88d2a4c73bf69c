/** French texts of what needs review. */
export const review = {
  'review.title': 'À vérifier',
  'review.none': 'Rien à vérifier.',
  'review.all': 'Tout afficher ({n})',
  'review.morePayments': 'Afficher tous les paiements à vérifier',
  'review.moreWebhooks': 'Autres notifications en échec : {n}. Elles s’affichent ici quand vous avez renvoyé celles-ci.',
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
