/** French texts of webhooks. */
export const webhooks = {
  'review.webhooks':
    'Les commandes dans votre boutique ne sont peut-être pas à jour. Vérifiez le serveur de votre boutique, puis renvoyez les notifications.',
  'review.webhook':
    'Votre boutique n’a pas reçu cette notification : {type}. La commande dans votre boutique n’est peut-être pas à jour. Vérifiez le serveur de votre boutique, puis renvoyez la notification.',
  'act.replay': 'Renvoyer',
  'deliveries.title': 'Notifications à votre boutique',
  'deliveries.none': 'Aucune notification pour l’instant.',
  'deliveries.off':
    'Les notifications sont désactivées, car WEBHOOK_URL n’est pas réglé. Votre boutique n’est pas informée de ce paiement.',
  'delivery.pending': 'En attente, prochain essai : {time}',
  'delivery.delivered': 'Remise : {time}',
  'delivery.failed.one': 'Échec après {n} essai',
  'delivery.failed.other': 'Échec après {n} essais',
  'webhook.payment.completed': 'payé',
  'webhook.payment.failed': 'non payé',
  'webhook.payment.unresolved': 'incertain',
  'webhook.payment.review_required': 'à vérifier',
  'webhook.order.overpaid': 'payé plus d’une fois',
  'webhook.payment.refunded': 'remboursé',
  'webhook.payment.refund_voided': 'remboursement annulé',
  'webhook.tsena.ping': 'essai',
  'group.webhooks': '{n} notifications que votre boutique n’a pas reçues',
  'group.since': 'Depuis : {from}',
  'group.replay': 'Tout renvoyer',
  'replay.sending': 'Envoi en cours…',
  'replay.delivered': 'Remise. Votre boutique l’a acceptée.',
  'replay.failed': 'Échec.',
  'replay.next': 'Le serveur de paiement réessaie : {time}',
};
