import type { LocalTexts } from '@tsena/shared';

/** The texts of a payment’s history. */
export const history = {
  'field.amount': { en: 'amount', fr: 'montant', mg: 'vola' },
  'field.currency': { en: 'currency', fr: 'devise', mg: 'karazam-bola' },
  'field.debitParty': { en: 'payer', fr: 'payeur', mg: 'mpandoa' },
  'field.creditParty': { en: 'recipient', fr: 'bénéficiaire', mg: 'mpandray' },
  'field.correlationId': { en: 'request id', fr: 'identifiant de la demande', mg: 'famantarana ny fangatahana' },
  'field.transactionReference': {
    en: 'transaction reference, which belongs to another payment',
    fr: 'référence de transaction, qui est celle d’un autre paiement',
    mg: 'laharana an’ny fandoavana hafa',
  },
  'field.objectReference': {
    en: 'transaction (the operator names none)',
    fr: 'transaction (l’opérateur n’en indique aucune)',
    mg: 'fandoavana (tsy nisy nolazain’ny mpandraharaha)',
  },
  'field.transactionStatus': {
    en: 'status (failed according to one source, paid according to another)',
    fr: 'statut (en échec selon une source, payé selon une autre)',
    mg: 'toetra (tsy tafita hoy ny filazana iray, fa voaloa hoy ny filazana hafa)',
  },
  'history.title': { en: 'What happened', fr: 'Ce qui s’est passé', mg: 'Ny zava-nitranga' },
  'operatorStatus.pending': { en: 'pending', fr: 'en attente', mg: 'miandry' },
  'operatorStatus.completed': { en: 'completed', fr: 'terminé', mg: 'vita' },
  'operatorStatus.failed': { en: 'failed', fr: 'en échec', mg: 'tsy tafita' },
  'event.created': { en: 'The customer asked to pay.', fr: 'Le client a demandé à payer.', mg: 'Nangataka handoa ny mpividy.' },
  'event.sending': {
    en: 'The companion started to send the request to the operator.',
    fr: 'Le serveur de paiement a commencé à envoyer la demande à l’opérateur.',
    mg: 'Nanomboka nandefa ny fangatahana any amin’ny mpandraharaha ny mpizara.',
  },
  'event.accepted': {
    en: 'The operator accepted the request and asked the customer to approve it on the phone.',
    fr: 'L’opérateur a accepté la demande et a demandé au client de l’approuver sur le téléphone.',
    mg: 'Noraisin’ny mpandraharaha ny fangatahana, ary nangatahiny hekena amin’ny findain’ny mpividy.',
  },
  'event.refused': {
    en: 'The operator refused the request. {reason} No money was taken.',
    fr: 'L’opérateur a refusé la demande. {reason} Aucun argent n’a été débité.',
    mg: 'Nolavin’ny mpandraharaha ny fangatahana. {reason} Tsy nisy vola niala.',
  },
  'event.not_sent': {
    en: 'The request was not sent. {reason} No money was taken.',
    fr: 'La demande n’a pas été envoyée. {reason} Aucun argent n’a été débité.',
    mg: 'Tsy lasa ny fangatahana. {reason} Tsy nisy vola niala.',
  },
  'event.outcome_unknown': {
    en: 'The operator gave no clear answer. {reason} The customer may have paid. The companion does not send the request again.',
    fr: 'L’opérateur n’a pas donné de réponse claire. {reason} Le client a peut-être payé. Le serveur de paiement ne renvoie pas la demande.',
    mg: 'Tsy nanome valiny mazava ny mpandraharaha. {reason} Mety ho nandoa ny mpividy. Tsy alefan’ny mpizara indray ny fangatahana.',
  },
  'event.callback': {
    en: 'The operator sent a callback with the status “{status}”.',
    fr: 'L’opérateur a envoyé un avis avec le statut « {status} ».',
    mg: 'Nandefa fampahafantarana ny mpandraharaha: «{status}».',
  },
  'event.callback_rejected': {
    en: 'The companion ignored a callback because it does not belong to this payment. {why}',
    fr: 'Le serveur de paiement a ignoré un avis de l’opérateur qui n’appartient pas à ce paiement. {why}',
    mg: 'Tsy noraisin’ny mpizara ny fampahafantarana iray satria tsy an’ity fandoavana ity. {why}',
  },
  'event.reference_submitted': {
    en: 'The customer entered a transaction reference (attempt {attempt}).',
    fr: 'Le client a saisi une référence (essai {attempt}).',
    mg: 'Nampiditra laharana (Ref) ny mpividy (andrana {attempt}).',
  },
  'event.completed': {
    en: 'Paid. The operator’s transaction details match. Ref {transactionId}.',
    fr: 'Payé. Les détails de la transaction chez l’opérateur correspondent. Ref {transactionId}.',
    mg: 'Voaloa. Mitovy ny antsipiriany any amin’ny mpandraharaha. Ref {transactionId}.',
  },
  'event.completed.unverified': {
    en: 'Paid, as the operator reports. Its transaction details could not be read yet. Ref {transactionId}.',
    fr: 'Payé, selon l’opérateur. Les détails de la transaction n’ont pas encore pu être lus. Ref {transactionId}.',
    mg: 'Voaloa, hoy ny mpandraharaha. Mbola tsy voavaky ny antsipiriany any aminy. Ref {transactionId}.',
  },
  'event.completed.payer': {
    en: 'Paid. The reference that the customer entered matches. Ref {transactionId}.',
    fr: 'Payé. La référence saisie par le client correspond. Ref {transactionId}.',
    mg: 'Voaloa. Mitovy ny laharana nampidirin’ny mpividy. Ref {transactionId}.',
  },
  'event.completed.merchant': {
    en: 'Paid. The reference that the shop entered matches. Ref {transactionId}.',
    fr: 'Payé. La référence saisie par la boutique correspond. Ref {transactionId}.',
    mg: 'Voaloa. Mifanaraka ny laharana nampidirin’ny fivarotana. Ref {transactionId}.',
  },
  'event.completed.callback': {
    en: 'Paid. The transaction that a callback named matches. Ref {transactionId}.',
    fr: 'Payé. La transaction indiquée par un avis de l’opérateur correspond. Ref {transactionId}.',
    mg: 'Voaloa. Mifanaraka ny fandoavana nolazain’ny hafatry ny mpandraharaha. Ref {transactionId}.',
  },
  'event.verified': {
    en: 'The companion read the operator’s transaction details, and they match the payment.',
    fr: 'Le serveur de paiement a lu les détails de la transaction chez l’opérateur : ils correspondent au paiement.',
    mg: 'Novakin’ny mpizara ny antsipiriany any amin’ny mpandraharaha, ary mitovy amin’ny fandoavana izy ireo.',
  },
  'event.failed': {
    en: 'Not paid. The operator reports that the payment failed.',
    fr: 'Non payé. L’opérateur indique que le paiement a échoué.',
    mg: 'Tsy voaloa. Nilaza ny mpandraharaha fa tsy tafita ny fandoavana.',
  },
  'event.failed_though_received': {
    en: 'The operator reports that the payment failed, although it was recorded as received ({code}). It needs review.',
    fr: 'L’opérateur indique que le paiement a échoué, alors qu’il est noté comme reçu ({code}). Il est à vérifier.',
    mg: 'Milaza ny mpandraharaha fa tsy tafita ny fandoavana, nefa voarakitra ho voaray ({code}). Mila jerena.',
  },
  'event.failed.declined': {
    en: 'Not paid. The customer declined the request.',
    fr: 'Non payé. Le client a refusé la demande.',
    mg: 'Tsy voaloa. Nandà ny fangatahana ny mpividy.',
  },
  'event.failed.reason': { en: 'Not paid. {reason}', fr: 'Non payé. {reason}', mg: 'Tsy voaloa. {reason}' },
  'event.details_mismatch': {
    en: 'The operator’s transaction details differ from the payment: {fields}. It does not count as paid.',
    fr: 'Les détails de la transaction chez l’opérateur diffèrent du paiement : {fields}. Il ne compte pas comme payé.',
    mg: 'Tsy mitovy amin’ny fandoavana ny antsipiriany any amin’ny mpandraharaha: {fields}. Tsy isaina ho voaloa izy.',
  },
  'event.details_unavailable': {
    en: 'The operator’s transaction details could not be read. {reason}',
    fr: 'Les détails de la transaction chez l’opérateur n’ont pas pu être lus. {reason}',
    mg: 'Tsy voavaky ny antsipiriany any amin’ny mpandraharaha. {reason}',
  },
  'event.unknown_status': {
    en: 'The operator answered with an unknown status: “{status}”. The payment has not changed.',
    fr: 'L’opérateur a répondu avec un statut inconnu : « {status} ». Le paiement n’a pas changé.',
    mg: 'Namaly teny tsy fantatra ny mpandraharaha: «{status}». Tsy niova ny fandoavana.',
  },
  'event.status_unreadable': {
    en: 'The operator’s answer about the status could not be read: {reason}. The payment has not changed.',
    fr: 'La réponse de l’opérateur sur le statut est illisible : {reason}. Le paiement n’a pas changé.',
    mg: 'Tsy azo novakina ny valinten’ny mpandraharaha momba ny fandoavana: {reason}. Tsy niova ny fandoavana.',
  },
  'event.refunded': {
    en: 'A refund of {amount} was recorded. {reason}',
    fr: 'Un remboursement de {amount} a été enregistré. {reason}',
    mg: 'Voarakitra ny famerenam-bola {amount}. {reason}',
  },
  'event.refund_voided': {
    en: 'The record of a refund of {amount} was voided. {reason}',
    fr: 'L’enregistrement d’un remboursement de {amount} a été annulé. {reason}',
    mg: 'Nofoanana ny firaketana ny famerenam-bola {amount}. {reason}',
  },
  'event.webhook_replayed': {
    en: 'The webhook was sent to the shop again.',
    fr: 'La notification a été renvoyée à la boutique.',
    mg: 'Nalefa indray tany amin’ny fivarotana ny webhook.',
  },
  'event.resolved': {
    en: 'Resolution recorded: {resolution}. {reason}',
    fr: 'Résolution enregistrée : {resolution}. {reason}',
    mg: 'Vahaolana voarakitra: {resolution}. {reason}',
  },
  'event.order_overpaid': {
    en: 'The order was already paid. Send the money of this payment or of the other one back, and record the refund.',
    fr: 'La commande était déjà payée. Rendez l’argent de ce paiement ou de l’autre, et notez le remboursement.',
    mg: 'Efa voaloa ny kaomandy. Avereno ny volan’ity fandoavana ity na ny an’ilay iray, dia soraty ny famerenana.',
  },
  'event.polling_stopped': {
    en: 'The companion no longer checks this payment by itself: the operator answered “pending” for three days. Check it at the operator, then record what you know.',
    fr: 'Le serveur de paiement ne vérifie plus ce paiement de lui-même : l’opérateur a répondu « en attente » pendant trois jours. Vérifiez chez l’opérateur, puis enregistrez ce que vous savez.',
    mg: 'Tsy manamarina ity fandoavana ity ho azy intsony ny mpizara: niandry telo andro ny valin’ny mpandraharaha. Hamarino any amin’ny mpandraharaha, dia soraty izay fantatrao.',
  },
  'event.verification_stopped': {
    en: 'The companion no longer tries to read the operator’s transaction details. Compare the payment with the operator’s statement.',
    fr: 'Le serveur de paiement n’essaie plus de lire les détails de la transaction chez l’opérateur. Comparez le paiement avec le relevé de l’opérateur.',
    mg: 'Tsy manandrana mamaky ny antsipiriany any amin’ny mpandraharaha intsony ny mpizara. Ampitahao amin’ny tatitry ny mpandraharaha ny fandoavana.',
  },
  'event.restored': {
    en: 'The payment comes from a backup that has it as not sent. The companion may have sent it after the backup.',
    fr: 'Le paiement vient d’une sauvegarde où il n’était pas encore envoyé. Le serveur de paiement l’a peut-être envoyé après la sauvegarde.',
    mg: 'Avy amin’ny tahiry izay nilaza fa mbola tsy nalefa ity fandoavana ity. Mety ho nalefan’ny mpizara izy taorian’ny tahiry.',
  },
  'event.other': { en: 'Other event: {kind}.', fr: 'Autre événement : {kind}.', mg: 'Zava-nitranga hafa: {kind}.' },
} satisfies LocalTexts;
