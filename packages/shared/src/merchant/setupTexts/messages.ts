import type { LocalTexts } from '../../language.ts';

/** Webhooks to the shop and callbacks of the operator. */
export const messages = {
  webhook_delivered: {
    mg: 'Nandray ny webhook farany ny fivarotanao.',
    fr: 'Votre boutique a accepté le dernier webhook.',
    en: 'Your shop accepted the newest webhook.',
  },
  webhook_off: {
    mg: 'Tsy voafaritra ny adiresy webhook: tsy mahalala ny fivarotanao hoe efa voaloa ny kaomandy.',
    fr: 'L’adresse webhook n’est pas définie : votre boutique n’apprend pas qu’une commande est payée.',
    en: 'The webhook address is not set: your shop does not learn that an order is paid.',
  },
  'webhook_off.next': {
    mg: 'Ao amin’ny Safidy: mamoròna tsiambaratelo, ampidiro ao amin’ny fivarotanao, dia soraty ny adiresiny.',
    fr: 'Dans Réglages : créez un secret, donnez-le à votre boutique, puis indiquez son adresse.',
    en: 'In Settings: make a secret, give it to your shop, then set its address.',
  },
  webhook_none: {
    mg: 'Mbola tsy nisy webhook nalefa tany amin’ny fivarotanao.',
    fr: 'Aucun webhook n’a encore été envoyé à votre boutique.',
    en: 'No webhook was sent to your shop yet.',
  },
  'webhook_none.next': {
    mg: 'Mandefasa webhook andrana: tsena webhooks send-test',
    fr: 'Envoyez un webhook d’essai : tsena webhooks send-test',
    en: 'Send a test webhook: tsena webhooks send-test',
  },
  webhook_failing: {
    mg: 'Tsy nandray ny webhook farany ny fivarotanao.',
    fr: 'Votre boutique n’a pas accepté le dernier webhook.',
    en: 'Your shop did not accept the newest webhook.',
  },
  'webhook_failing.next': {
    mg: 'Vakio ny diarin’ny fivarotanao, ahitsio ny adiresy na ny WEBHOOK_SECRET, dia mandefasa webhook andrana.',
    fr: 'Lisez le journal de votre boutique, corrigez son adresse ou WEBHOOK_SECRET, puis envoyez un webhook d’essai.',
    en: 'Read your shop’s log, correct its address or WEBHOOK_SECRET, then send a test webhook.',
  },
  webhook_unencrypted: {
    mg: 'Mandray ny webhook ny fivarotanao, nefa tsy https ny adiresiny.',
    fr: 'Votre boutique accepte les webhooks, mais à une adresse sans https.',
    en: 'Your shop accepts webhooks, but at an address without https.',
  },
  'webhook_unencrypted.next': {
    mg: 'Mampiasà adiresy webhook https.',
    fr: 'Utilisez une adresse webhook en https.',
    en: 'Use an https address for webhooks.',
  },
  webhook_refused: {
    mg: 'Tsy nanaiky ny webhook andrana (tsena.ping) io adiresy io.',
    fr: 'Cette adresse n’a pas accepté le webhook d’essai (tsena.ping).',
    en: 'This address did not accept the test webhook (tsena.ping).',
  },
  'webhook_refused.next': {
    mg: 'Jereo raha adiresin’ny webhook io, ary raha manana ilay tsiambaratelo vaovao ny fivarotanao.',
    fr: 'Vérifiez que c’est l’adresse des webhooks, et que votre boutique a le secret le plus récent.',
    en: 'Check that it is the address for webhooks, and that your shop has the newest secret.',
  },
  webhook_silent: { mg: 'Tsy namaly io adiresy io.', fr: 'Cette adresse ne répond pas.', en: 'This address does not answer.' },
  'webhook_silent.next': {
    mg: 'Ahitsio ilay adiresy, na alefaso ny fivarotanao.',
    fr: 'Corrigez l’adresse, ou démarrez votre boutique.',
    en: 'Correct the address, or start your shop.',
  },
  webhook_private: {
    mg: 'Adiresy anatiny io, ka tsy andefasana webhook.',
    fr: 'Cette adresse est privée : aucun webhook n’y est envoyé.',
    en: 'This address is private, so no webhook is sent there.',
  },
  'webhook_private.next': {
    mg: 'Mampiasà adiresy azo idirana avy amin’ny internet, na angataho amin’ny mpikarakara ny lohamilina ny WEBHOOK_ALLOW_PRIVATE=1.',
    fr: 'Utilisez une adresse accessible depuis internet, ou demandez WEBHOOK_ALLOW_PRIVATE=1 à la personne qui gère le serveur.',
    en: 'Use an address on the internet, or ask the person who runs the server for WEBHOOK_ALLOW_PRIVATE=1.',
  },
  mail_refused: { mg: 'Tsy lasa ny mailaka andrana.', fr: 'L’e-mail d’essai n’est pas parti.', en: 'The test e-mail was not sent.' },
  'mail_refused.next': {
    mg: 'Hamarino ny adiresy mailaka, na anontanio ny mpikarakara ny lohamilina.',
    fr: 'Vérifiez l’adresse, ou demandez à la personne qui gère le serveur.',
    en: 'Check the address, or ask the person who runs the server.',
  },
  callback_received: {
    mg: 'Tonga ny antson’ny mpandraharaha (callback).',
    fr: 'Les callbacks de l’opérateur arrivent.',
    en: 'The operator’s callbacks arrive.',
  },
  callback_off: {
    mg: 'Tsy misy callback angatahina, satria tsy voafaritra ny adiresy ho an’ny daholobe.',
    fr: 'Aucun callback n’est demandé, car l’adresse publique n’est pas définie.',
    en: 'The companion requests no callbacks, because the public address is not set.',
  },
  'callback_off.next': {
    mg: 'Vahao aloha ny momba ny adiresy ho an’ny daholobe.',
    fr: 'Réglez d’abord le point sur l’adresse publique.',
    en: 'First solve the check of the public address.',
  },
  callback_none: { mg: 'Mbola tsy nisy callback tonga.', fr: 'Aucun callback n’est encore arrivé.', en: 'No callback has arrived yet.' },
  'callback_none.next': {
    mg: 'Andramo mandoa kaomandy iray: tonga ny callback rehefa vita ny fandoavana.',
    fr: 'Payez une commande d’essai : le callback arrive à la fin du paiement.',
    en: 'Pay a test order: the callback arrives when the payment ends.',
  },
  callback_missing: {
    mg: 'Fandoavana {payments} no vita nefa tsy nisy callback tonga. Tsy very ny fandoavana, fa ela kokoa vao hita.',
    fr: '{payments} paiements sont terminés sans qu’un callback arrive. Aucun paiement n’est perdu, mais leur résultat arrive plus tard.',
    en: '{payments} payments ended and no callback arrived. No payment is lost, but their results come later.',
  },
  'callback_missing.next': {
    mg: 'Avelao handalo ao amin’ny firewall ny PUT /v1/callbacks/, ary anontanio ny mpandraharaha raha mandeha ny callback ho an’ny fampiharanao.',
    fr: 'Laissez passer PUT /v1/callbacks/ dans le pare-feu, et demandez à l’opérateur si les callbacks sont activés pour votre application.',
    en: 'Let PUT /v1/callbacks/ through the firewall, and ask the operator whether callbacks are enabled for your application.',
  },
  callbacks_accepted: {
    mg: 'Manaiky ny adiresin’ny callback ny mpandraharaha.',
    fr: 'L’opérateur accepte l’adresse de callback.',
    en: 'The operator accepts the callback address.',
  },
  callbacks_declined: {
    mg: 'Nandefa adiresin’ny callback ny mpizara fandoavam-bola, nefa “polling” no notificationMethod navalin’ny mpandraharaha tamin’ny {polling} amin’ny fandoavana {answered} farany.',
    fr: 'Une adresse de callback a été envoyée, mais l’opérateur répond notificationMethod « polling » pour {polling} des {answered} derniers paiements.',
    en: 'A callback address was sent, but the operator answered notificationMethod “polling” to {polling} of the last {answered} payments.',
  },
  'callbacks_declined.next': {
    mg: 'Anontanio ny mpandraharaha raha mandeha ny callback ho an’ny fampiharanao, ary raha ekeny ilay adiresy.',
    fr: 'Demandez à l’opérateur si les callbacks sont activés pour votre application, et s’il accepte l’adresse.',
    en: 'Ask the operator whether callbacks are enabled for your application, and whether it accepts the address.',
  },
  callbacks_unknown: {
    mg: 'Mbola tsy misy fandoavana mampiseho raha manaiky ny adiresin’ny callback ny mpandraharaha.',
    fr: 'Aucun paiement récent ne montre si l’opérateur accepte l’adresse de callback.',
    en: 'No recent payment shows whether the operator accepts the callback address.',
  },
  'callbacks_unknown.next': { mg: 'Andramo mandoa kaomandy iray.', fr: 'Payez une commande d’essai.', en: 'Pay a test order.' },
} satisfies LocalTexts;
