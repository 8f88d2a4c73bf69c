import type { LocalTexts } from '@tsena/shared';

/** The texts of why something failed. */
export const reasons = {
  'reason.nameUnknown': {
    en: 'The companion could not find the operator’s server on the internet.',
    fr: 'Le serveur de paiement n’a pas trouvé le serveur de l’opérateur sur internet.',
    mg: 'Tsy hitan’ny mpizara tao amin’ny internet ny mpizaran’ny mpandraharaha.',
  },
  'reason.nameUnknown.shop': {
    en: 'The companion could not find your shop’s server on the internet. Check WEBHOOK_URL.',
    fr: 'Le serveur de paiement n’a pas trouvé le serveur de votre boutique sur internet. Vérifiez WEBHOOK_URL.',
    mg: 'Tsy hitan’ny mpizara tao amin’ny internet ny mpizaran’ny fivarotanao. Hamarino ny WEBHOOK_URL.',
  },
  'reason.certificate': {
    en: 'The secure connection to the operator failed.',
    fr: 'La connexion sécurisée à l’opérateur a échoué.',
    mg: 'Tsy tafita ny fifandraisana azo antoka tamin’ny mpandraharaha.',
  },
  'reason.certificate.shop': {
    en: 'The secure connection to your shop failed. Check its certificate.',
    fr: 'La connexion sécurisée à votre boutique a échoué. Vérifiez son certificat.',
    mg: 'Tsy tafita ny fifandraisana azo antoka tamin’ny fivarotanao. Hamarino ny taratasy fanamarinany (certificat).',
  },
  'reason.refusedConnection': {
    en: 'The operator’s server accepted no connection.',
    fr: 'Le serveur de l’opérateur n’a accepté aucune connexion.',
    mg: 'Tsy nandray fifandraisana ny mpizaran’ny mpandraharaha.',
  },
  'reason.refusedConnection.shop': {
    en: 'The shop’s server is not running or accepts no connection.',
    fr: 'Le serveur de la boutique est arrêté ou n’accepte aucune connexion.',
    mg: 'Maty na tsy mandray fifandraisana ny mpizaran’ny fivarotana.',
  },
  'reason.noAnswer': {
    en: 'The operator did not answer in time.',
    fr: 'L’opérateur n’a pas répondu à temps.',
    mg: 'Tsy namaly ara-potoana ny mpandraharaha.',
  },
  'reason.noAnswer.shop': { en: 'The shop does not answer.', fr: 'La boutique ne répond pas.', mg: 'Tsy mamaly ny fivarotana.' },
  'reason.connectionLost': {
    en: 'The connection to the operator broke.',
    fr: 'La connexion à l’opérateur a été coupée.',
    mg: 'Tapaka ny fifandraisana tamin’ny mpandraharaha.',
  },
  'reason.connectionLost.shop': {
    en: 'The connection to the shop broke.',
    fr: 'La connexion à la boutique a été coupée.',
    mg: 'Tapaka ny fifandraisana tamin’ny fivarotana.',
  },
  'reason.noRoute': {
    en: 'The companion had no connection to the operator.',
    fr: 'Le serveur de paiement n’avait pas de connexion à l’opérateur.',
    mg: 'Tsy nisy fifandraisana tamin’ny mpandraharaha ny mpizara.',
  },
  'reason.noRoute.shop': {
    en: 'The companion had no connection to the shop.',
    fr: 'Le serveur de paiement n’avait pas de connexion à la boutique.',
    mg: 'Tsy nisy fifandraisana tamin’ny fivarotana ny mpizara.',
  },
  'reason.insufficientFunds': {
    en: 'The customer’s balance is too low.',
    fr: 'Le solde du client est insuffisant.',
    mg: 'Tsy ampy ny vola ao amin’ny kaontin’ny mpividy.',
  },
  'reason.declined': {
    en: 'The customer declined the request.',
    fr: 'Le client a refusé la demande.',
    mg: 'Nandà ny fangatahana ny mpividy.',
  },
  'reason.sameParties': {
    en: 'The customer’s number is the merchant’s own.',
    fr: 'Le numéro du client est celui du commerçant.',
    mg: 'An’ny mpivarotra ny laharan’ny mpividy.',
  },
  'reason.tooSmall': {
    en: 'The amount is below the operator’s minimum.',
    fr: 'Le montant est inférieur au minimum de l’opérateur.',
    mg: 'Latsaky ny kely indrindra eken’ny mpandraharaha ny vola.',
  },
  'reason.tooLarge': {
    en: 'The amount is above a limit of the operator or of the customer’s account.',
    fr: 'Le montant dépasse une limite de l’opérateur ou du compte du client.',
    mg: 'Mihoatra ny fetra napetraky ny mpandraharaha na ny kaontin’ny mpividy ny vola.',
  },
  'reason.payerUnknown': {
    en: 'The customer’s number has no mobile-money account.',
    fr: 'Le numéro du client n’a pas de compte mobile money.',
    mg: 'Tsy misy kaonty mobile money amin’ny laharan’ny mpividy.',
  },
  'reason.duplicate': {
    en: 'The operator already has a request with this reference.',
    fr: 'L’opérateur a déjà une demande avec cette référence.',
    mg: 'Efa manana fangatahana mitovy laharana amin’io ny mpandraharaha.',
  },
  'reason.temporary': {
    en: 'The operator has a passing fault.',
    fr: 'L’opérateur a une panne passagère.',
    mg: 'Misy olana mandalo any amin’ny mpandraharaha.',
  },
  'reason.badRequest': {
    en: 'The operator did not accept the request’s data.',
    fr: 'L’opérateur n’a pas accepté les données de la demande.',
    mg: 'Tsy neken’ny mpandraharaha ny angona tao amin’ny fangatahana.',
  },
  'reason.operatorBusy': {
    en: 'The operator receives too many requests at the moment.',
    fr: 'L’opérateur reçoit trop de demandes en ce moment.',
    mg: 'Be loatra ny fangatahana any amin’ny mpandraharaha amin’izao fotoana izao.',
  },
  'reason.operatorPaused': {
    en: 'The operator failed several times, so the companion waits a moment before it asks again.',
    fr: 'L’opérateur a échoué plusieurs fois : le serveur de paiement attend un moment avant de l’interroger à nouveau.',
    mg: 'Tsy nahomby imbetsaka ny mpandraharaha, ka miandry kely ny mpizara vao manontany indray.',
  },
  'reason.operatorCredentials': {
    en: 'The operator did not accept the companion’s credentials. Check CONSUMER_KEY and CONSUMER_SECRET.',
    fr: 'L’opérateur n’a pas accepté les identifiants du serveur de paiement. Vérifiez CONSUMER_KEY et CONSUMER_SECRET.',
    mg: 'Tsy neken’ny mpandraharaha ny fanalahidin’ny mpizara. Hamarino ny CONSUMER_KEY sy ny CONSUMER_SECRET.',
  },
  'reason.operatorToken': {
    en: 'The companion could not sign in to the operator.',
    fr: 'Le serveur de paiement n’a pas pu s’identifier auprès de l’opérateur.',
    mg: 'Tsy afaka niditra tany amin’ny mpandraharaha ny mpizara.',
  },
  'reason.operatorRefused': {
    en: 'The operator refused the payment.',
    fr: 'L’opérateur a refusé le paiement.',
    mg: 'Nolavin’ny mpandraharaha ny fandoavana.',
  },
  'reason.operatorUnknown': {
    en: 'The operator does not know this transaction.',
    fr: 'L’opérateur ne connaît pas cette transaction.',
    mg: 'Tsy fantatry ny mpandraharaha io fandoavana io.',
  },
  'reason.operatorError': {
    en: 'The operator’s server has a fault.',
    fr: 'Le serveur de l’opérateur est en panne.',
    mg: 'Misy olana ny mpizaran’ny mpandraharaha.',
  },
  'reason.operatorUnreadable': {
    en: 'The operator’s answer could not be understood.',
    fr: 'La réponse de l’opérateur était incompréhensible.',
    mg: 'Tsy azo ny valin’ny mpandraharaha.',
  },
  'reason.otherPayment': {
    en: 'The operator’s answer belongs to another payment.',
    fr: 'La réponse de l’opérateur est celle d’un autre paiement.',
    mg: 'An’ny fandoavana hafa ny valin’ny mpandraharaha.',
  },
  'reason.detailsIncomplete': {
    en: 'The operator’s transaction details are not complete yet.',
    fr: 'Les détails de la transaction chez l’opérateur ne sont pas encore complets.',
    mg: 'Mbola tsy feno ny antsipiriany any amin’ny mpandraharaha.',
  },
  'reason.detailsDiffer': {
    en: 'The operator’s transaction details differ from the payment.',
    fr: 'Les détails de la transaction chez l’opérateur diffèrent du paiement.',
    mg: 'Tsy mitovy amin’ny fandoavana ny antsipiriany any amin’ny mpandraharaha.',
  },
  'reason.companionStopped': {
    en: 'The companion stopped at that moment.',
    fr: 'Le serveur de paiement s’est arrêté à ce moment.',
    mg: 'Nijanona tamin’izay fotoana izay ny mpizara.',
  },
  'reason.storeFailed': {
    en: 'The companion’s database failed.',
    fr: 'La base de données du serveur de paiement a échoué.',
    mg: 'Nisy olana ny tahirin’ny mpizara.',
  },
  'reason.numberErased': {
    en: 'The customer’s number was erased after the retention period.',
    fr: 'Le numéro du client a été effacé après la durée de conservation.',
    mg: 'Voafafa ny laharan’ny mpividy rehefa tapitra ny fotoana fitahirizana.',
  },
  'reason.privateAddress': {
    en: 'The shop’s address is private. WEBHOOK_ALLOW_PRIVATE=1 allows it.',
    fr: 'L’adresse de la boutique est privée. WEBHOOK_ALLOW_PRIVATE=1 l’autorise.',
    mg: 'Adiresy anatiny ny an’ny fivarotana. Ny WEBHOOK_ALLOW_PRIVATE=1 no manome alalana.',
  },
  'reason.shopRedirects': {
    en: 'The shop redirects to another address. Set WEBHOOK_URL to the final address.',
    fr: 'La boutique redirige vers une autre adresse. Réglez WEBHOOK_URL sur l’adresse finale.',
    mg: 'Mandefa any amin’ny adiresy hafa ny fivarotana. Ataovy ao amin’ny WEBHOOK_URL ny adiresy farany.',
  },
  'reason.shopForbids': {
    en: 'The shop does not accept the webhook’s signature. Check WEBHOOK_SECRET in the shop.',
    fr: 'La boutique n’accepte pas la signature de la notification. Vérifiez WEBHOOK_SECRET dans la boutique.',
    mg: 'Tsy eken’ny fivarotana ny sonian’ny webhook. Hamarino ny WEBHOOK_SECRET ao amin’ny fivarotana.',
  },
  'reason.shopNotFound': {
    en: 'The shop has no page for webhooks at this address. Check WEBHOOK_URL.',
    fr: 'La boutique n’a pas de page pour les notifications à cette adresse. Vérifiez WEBHOOK_URL.',
    mg: 'Tsy misy pejy handraisana webhook amin’io adiresy io ny fivarotana. Hamarino ny WEBHOOK_URL.',
  },
  'reason.shopGone': {
    en: 'The shop no longer accepts webhooks at this address.',
    fr: 'La boutique n’accepte plus de notifications à cette adresse.',
    mg: 'Tsy mandray webhook amin’io adiresy io intsony ny fivarotana.',
  },
  'reason.shopBusy': {
    en: 'The shop receives too many requests at the moment.',
    fr: 'La boutique reçoit trop de demandes en ce moment.',
    mg: 'Be loatra ny fangatahana any amin’ny fivarotana amin’izao fotoana izao.',
  },
  'reason.shopRejects': {
    en: 'The shop did not accept the webhook.',
    fr: 'La boutique n’a pas accepté la notification.',
    mg: 'Tsy noraisin’ny fivarotana ny webhook.',
  },
  'reason.shopError': {
    en: 'The shop’s server has a fault.',
    fr: 'Le serveur de la boutique est en panne.',
    mg: 'Misy olana ny mpizaran’ny fivarotana.',
  },
  'reason.unknown': {
    en: 'The companion noted a fault that this page does not know.',
    fr: 'Le serveur de paiement a noté une erreur que cette page ne connaît pas.',
    mg: 'Nisy olana voasoratry ny mpizara, fa tsy fantatr’ity pejy ity.',
  },
  'reason.unknown.shop': {
    en: 'The shop did not take the webhook.',
    fr: 'La boutique n’a pas pris la notification.',
    mg: 'Tsy noraisin’ny fivarotana ny webhook ka tsy tonga.',
  },
  technical: { en: 'Technical details', fr: 'Détails techniques', mg: 'Antsipiriany ara-teknika' },
} satisfies LocalTexts;
