import type { LocalTexts } from '@tsena/shared';

/** The texts of webhooks. */
export const webhooks = {
  'review.webhooks': {
    en: 'The orders in your shop may be out of date. Check your shop’s server, then send the webhooks again.',
    fr: 'Les commandes dans votre boutique ne sont peut-être pas à jour. Vérifiez le serveur de votre boutique, puis renvoyez les notifications.',
    mg: 'Mety mbola tsy nohavaozina ny kaomandy ao amin’ny fivarotanao. Jereo ny mpizaran’ny fivarotanao, dia alefaso indray ny webhook.',
  },
  'review.webhook': {
    en: 'Your shop did not receive this webhook: {type}. The order in your shop may be out of date. Check your shop’s server, then send the webhook again.',
    fr: 'Votre boutique n’a pas reçu cette notification : {type}. La commande dans votre boutique n’est peut-être pas à jour. Vérifiez le serveur de votre boutique, puis renvoyez la notification.',
    mg: 'Tsy voarain’ny fivarotanao ity webhook ity: {type}. Mety mbola tsy nohavaozina ny kaomandy ao amin’ny fivarotanao. Jereo ny mpizaran’ny fivarotanao, dia alefaso indray ny webhook.',
  },
  'act.replay': { en: 'Send again', fr: 'Renvoyer', mg: 'Alefaso indray' },
  'deliveries.title': { en: 'Webhooks to your shop', fr: 'Notifications à votre boutique', mg: 'Webhook ho an’ny fivarotanao' },
  'deliveries.none': { en: 'No webhooks yet.', fr: 'Aucune notification pour l’instant.', mg: 'Mbola tsy misy webhook.' },
  'deliveries.off': {
    en: 'Webhooks are off because WEBHOOK_URL is not set. Your shop does not hear about this payment.',
    fr: 'Les notifications sont désactivées, car WEBHOOK_URL n’est pas réglé. Votre boutique n’est pas informée de ce paiement.',
    mg: 'Tsy mandeha ny webhook satria tsy voarindra ny WEBHOOK_URL. Tsy ampahafantarina ity fandoavana ity ny fivarotanao.',
  },
  'delivery.pending': {
    en: 'Pending, next attempt: {time}',
    fr: 'En attente, prochain essai : {time}',
    mg: 'Miandry, andrana manaraka: {time}',
  },
  'delivery.delivered': { en: 'Delivered: {time}', fr: 'Remise : {time}', mg: 'Voaray: {time}' },
  'delivery.failed.counted': {
    en: 'Failed after {n} attempt|Failed after {n} attempts',
    fr: 'Échec après {n} essai|Échec après {n} essais',
    mg: 'Tsy tafita rehefa nandramana in-{n}',
  },
  'webhook.payment.completed': { en: 'paid', fr: 'payé', mg: 'voaloa' },
  'webhook.payment.failed': { en: 'not paid', fr: 'non payé', mg: 'tsy voaloa' },
  'webhook.payment.unresolved': { en: 'unresolved', fr: 'incertain', mg: 'tsy mazava' },
  'webhook.payment.review_required': { en: 'needs review', fr: 'à vérifier', mg: 'mila hamarinina' },
  'webhook.order.overpaid': { en: 'paid more than once', fr: 'payé plus d’une fois', mg: 'voaloa mihoatra ny indray mandeha' },
  'webhook.payment.refunded': { en: 'refunded', fr: 'remboursé', mg: 'naverina ny vola' },
  'webhook.payment.refund_voided': { en: 'refund voided', fr: 'remboursement annulé', mg: 'nofoanana ny famerenam-bola' },
  'webhook.tsena.ping': { en: 'test', fr: 'essai', mg: 'andrana' },
  'group.webhooks': {
    en: '{n} webhooks that your shop did not receive',
    fr: '{n} notifications que votre boutique n’a pas reçues',
    mg: 'Webhook {n} tsy voarain’ny fivarotanao',
  },
  'group.since': { en: 'Since {from}', fr: 'Depuis : {from}', mg: 'Nanomboka: {from}' },
  'group.replay': { en: 'Send all again', fr: 'Tout renvoyer', mg: 'Alefaso indray izy rehetra' },
  'replay.sending': { en: 'Sending…', fr: 'Envoi en cours…', mg: 'Alefa…' },
  'replay.delivered': {
    en: 'Delivered. Your shop accepted it.',
    fr: 'Remise. Votre boutique l’a acceptée.',
    mg: 'Voaray. Neken’ny fivarotanao.',
  },
  'replay.failed': { en: 'Failed.', fr: 'Échec.', mg: 'Tsy tafita.' },
  'replay.next': {
    en: 'The companion tries again: {time}',
    fr: 'Le serveur de paiement réessaie : {time}',
    mg: 'Hanandrana indray ny mpizara: {time}',
  },
} satisfies LocalTexts;
