import { nothingToDo, type SetupTexts } from './setupText.ts';

/** Webhooks to the shop and callbacks of the operator. */
export const messages = {
  webhook_delivered: nothingToDo(
    'Nandray ny webhook farany ny fivarotanao.',
    'Votre boutique a accepté le dernier webhook.',
    'Your shop accepted the newest webhook.',
  ),
  webhook_off: {
    mg: {
      found: 'Tsy voafaritra ny adiresy webhook: tsy mahalala ny fivarotanao hoe efa voaloa ny kaomandy.',
      next: 'Ao amin’ny Safidy: mamoròna tsiambaratelo, ampidiro ao amin’ny fivarotanao, dia soraty ny adiresiny.',
    },
    fr: {
      found: 'L’adresse webhook n’est pas définie : votre boutique n’apprend pas qu’une commande est payée.',
      next: 'Dans Réglages : créez un secret, donnez-le à votre boutique, puis indiquez son adresse.',
    },
    en: {
      found: 'The webhook address is not set: your shop does not learn that an order is paid.',
      next: 'In Settings: make a secret, give it to your shop, then set its address.',
    },
  },
  webhook_none: {
    mg: {
      found: 'Mbola tsy nisy webhook nalefa tany amin’ny fivarotanao.',
      next: 'Mandefasa webhook andrana: tsena webhooks send-test',
    },
    fr: {
      found: 'Aucun webhook n’a encore été envoyé à votre boutique.',
      next: 'Envoyez un webhook d’essai : tsena webhooks send-test',
    },
    en: {
      found: 'No webhook was sent to your shop yet.',
      next: 'Send a test webhook: tsena webhooks send-test',
    },
  },
  webhook_failing: {
    mg: {
      found: 'Tsy nandray ny webhook farany ny fivarotanao.',
      next: 'Vakio ny diarin’ny fivarotanao, ahitsio ny adiresy na ny WEBHOOK_SECRET, dia mandefasa webhook andrana.',
    },
    fr: {
      found: 'Votre boutique n’a pas accepté le dernier webhook.',
      next: 'Lisez le journal de votre boutique, corrigez son adresse ou WEBHOOK_SECRET, puis envoyez un webhook d’essai.',
    },
    en: {
      found: 'Your shop did not accept the newest webhook.',
      next: 'Read your shop’s log, correct its address or WEBHOOK_SECRET, then send a test webhook.',
    },
  },
  webhook_unencrypted: {
    mg: {
      found: 'Mandray ny webhook ny fivarotanao, nefa tsy https ny adiresiny.',
      next: 'Mampiasà adiresy webhook https.',
    },
    fr: {
      found: 'Votre boutique accepte les webhooks, mais à une adresse sans https.',
      next: 'Utilisez une adresse webhook en https.',
    },
    en: {
      found: 'Your shop accepts webhooks, but at an address without https.',
      next: 'Use an https address for webhooks.',
    },
  },
  webhook_refused: {
    mg: {
      found: 'Tsy nanaiky ny webhook andrana (tsena.ping) io adiresy io.',
      next: 'Jereo raha adiresin’ny webhook io, ary raha manana ilay tsiambaratelo vaovao ny fivarotanao.',
    },
    fr: {
      found: 'Cette adresse n’a pas accepté le webhook d’essai (tsena.ping).',
      next: 'Vérifiez que c’est l’adresse des webhooks, et que votre boutique a le secret le plus récent.',
    },
    en: {
      found: 'This address did not accept the test webhook (tsena.ping).',
      next: 'Check that it is the address for webhooks, and that your shop has the newest secret.',
    },
  },
  webhook_silent: {
    mg: { found: 'Tsy namaly io adiresy io.', next: 'Ahitsio ilay adiresy, na alefaso ny fivarotanao.' },
    fr: { found: 'Cette adresse ne répond pas.', next: 'Corrigez l’adresse, ou démarrez votre boutique.' },
    en: { found: 'This address does not answer.', next: 'Correct the address, or start your shop.' },
  },
  webhook_private: {
    mg: {
      found: 'Adiresy anatiny io, ka tsy andefasana webhook.',
      next: 'Mampiasà adiresy azo idirana avy amin’ny internet, na angataho amin’ny mpikarakara ny lohamilina ny WEBHOOK_ALLOW_PRIVATE=1.',
    },
    fr: {
      found: 'Cette adresse est privée : aucun webhook n’y est envoyé.',
      next: 'Utilisez une adresse accessible depuis internet, ou demandez WEBHOOK_ALLOW_PRIVATE=1 à la personne qui gère le serveur.',
    },
    en: {
      found: 'This address is private, so no webhook is sent there.',
      next: 'Use an address on the internet, or ask the person who runs the server for WEBHOOK_ALLOW_PRIVATE=1.',
    },
  },
  mail_refused: {
    mg: { found: 'Tsy lasa ny mailaka andrana.', next: 'Hamarino ny adiresy mailaka, na anontanio ny mpikarakara ny lohamilina.' },
    fr: { found: 'L’e-mail d’essai n’est pas parti.', next: 'Vérifiez l’adresse, ou demandez à la personne qui gère le serveur.' },
    en: { found: 'The test e-mail was not sent.', next: 'Check the address, or ask the person who runs the server.' },
  },
  callback_received: nothingToDo(
    'Tonga ny antson’ny mpandraharaha (callback).',
    'Les callbacks de l’opérateur arrivent.',
    'The operator’s callbacks arrive.',
  ),
  callback_off: {
    mg: {
      found: 'Tsy misy callback angatahina, satria tsy voafaritra ny adiresy ho an’ny daholobe.',
      next: 'Vahao aloha ny momba ny adiresy ho an’ny daholobe.',
    },
    fr: {
      found: 'Aucun callback n’est demandé, car l’adresse publique n’est pas définie.',
      next: 'Réglez d’abord le point sur l’adresse publique.',
    },
    en: {
      found: 'The companion requests no callbacks, because the public address is not set.',
      next: 'First solve the check of the public address.',
    },
  },
  callback_none: {
    mg: {
      found: 'Mbola tsy nisy callback tonga.',
      next: 'Andramo mandoa kaomandy iray: tonga ny callback rehefa vita ny fandoavana.',
    },
    fr: {
      found: 'Aucun callback n’est encore arrivé.',
      next: 'Payez une commande d’essai : le callback arrive à la fin du paiement.',
    },
    en: {
      found: 'No callback has arrived yet.',
      next: 'Pay a test order: the callback arrives when the payment ends.',
    },
  },
  callback_missing: {
    mg: {
      found: 'Fandoavana {payments} no vita nefa tsy nisy callback tonga. Tsy very ny fandoavana, fa ela kokoa vao hita.',
      next: 'Avelao handalo ao amin’ny firewall ny PUT /v1/callbacks/, ary anontanio ny mpandraharaha raha mandeha ny callback ho an’ny fampiharanao.',
    },
    fr: {
      found:
        '{payments} paiements sont terminés sans qu’un callback arrive. Aucun paiement n’est perdu, mais leur résultat arrive plus tard.',
      next: 'Laissez passer PUT /v1/callbacks/ dans le pare-feu, et demandez à l’opérateur si les callbacks sont activés pour votre application.',
    },
    en: {
      found: '{payments} payments ended and no callback arrived. No payment is lost, but their results come later.',
      next: 'Let PUT /v1/callbacks/ through the firewall, and ask the operator whether callbacks are enabled for your application.',
    },
  },
  callbacks_accepted: nothingToDo(
    'Manaiky ny adiresin’ny callback ny mpandraharaha.',
    'L’opérateur accepte l’adresse de callback.',
    'The operator accepts the callback address.',
  ),
  callbacks_declined: {
    mg: {
      found:
        'Nandefa adiresin’ny callback ny mpizara fandoavam-bola, nefa “polling” no notificationMethod navalin’ny mpandraharaha tamin’ny {polling} amin’ny fandoavana {answered} farany.',
      next: 'Anontanio ny mpandraharaha raha mandeha ny callback ho an’ny fampiharanao, ary raha ekeny ilay adiresy.',
    },
    fr: {
      found:
        'Une adresse de callback a été envoyée, mais l’opérateur répond notificationMethod « polling » pour {polling} des {answered} derniers paiements.',
      next: 'Demandez à l’opérateur si les callbacks sont activés pour votre application, et s’il accepte l’adresse.',
    },
    en: {
      found:
        'A callback address was sent, but the operator answered notificationMethod “polling” to {polling} of the last {answered} payments.',
      next: 'Ask the operator whether callbacks are enabled for your application, and whether it accepts the address.',
    },
  },
  callbacks_unknown: {
    mg: {
      found: 'Mbola tsy misy fandoavana mampiseho raha manaiky ny adiresin’ny callback ny mpandraharaha.',
      next: 'Andramo mandoa kaomandy iray.',
    },
    fr: {
      found: 'Aucun paiement récent ne montre si l’opérateur accepte l’adresse de callback.',
      next: 'Payez une commande d’essai.',
    },
    en: {
      found: 'No recent payment shows whether the operator accepts the callback address.',
      next: 'Pay a test order.',
    },
  },
} satisfies SetupTexts;
