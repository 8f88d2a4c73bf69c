import type { LocalTexts } from '@tsena/shared';

/** The texts of refunds. */
export const refunds = {
  'refunds.title': { en: 'Refunds', fr: 'Remboursements', mg: 'Vola naverina' },
  'refunds.byHand': {
    en: 'The companion only keeps the record. The money goes back by hand: in the operator’s app or at a counter.',
    fr: 'Le serveur de paiement garde seulement la trace. Renvoyez l’argent vous-même, dans l’application de l’opérateur ou au guichet.',
    mg: 'Mitahiry ny soratra fotsiny ny mpizara. Ianao no mandefa ny vola: ao amin’ny fampiharan’ny mpandraharaha na eo amin’ny birao.',
  },
  'refunds.none': {
    en: 'No refund is recorded yet. You record one on the page of its payment.',
    fr: 'Aucun remboursement n’est enregistré. Vous l’enregistrez sur la page du paiement.',
    mg: 'Mbola tsy misy vola naverina voasoratra. Eo amin’ny pejin’ny fandoavana no anoratana azy.',
  },
  'refund.byHand': {
    en: 'This sends no money. Send it yourself, in the operator’s app or at a counter, then record here that you did.',
    fr: 'Ceci n’envoie pas d’argent. Envoyez-le vous-même, dans l’application de l’opérateur ou au guichet, puis notez ici que c’est fait.',
    mg: 'Tsy mandefa vola ity. Alefaso amin’ny tananao ny vola, ao amin’ny fampiharan’ny mpandraharaha na eo amin’ny birao, dia soraty eto fa vita.',
  },
  'refund.amount': { en: 'Amount sent back, in Ariary', fr: 'Montant rendu, en ariary', mg: 'Vola naverina (Ariary)' },
  'refund.amountHint': { en: 'At most {remaining}.', fr: 'Au plus {remaining}.', mg: '{remaining} farafahabetsany.' },
  'refund.all': { en: 'All', fr: 'Tout', mg: 'Rehetra' },
  'refund.amountInvalid': {
    en: 'Enter whole Ariary, at least 1.',
    fr: 'Saisissez un nombre entier d’ariary, au moins 1.',
    mg: 'Soraty Ariary tsy misy ampahany, 1 farafahakeliny.',
  },
  'refund.tooMuch': {
    en: 'That is too much: {remaining} of this payment can still be refunded. Nothing was recorded.',
    fr: 'C’est trop : il reste {remaining} à rembourser sur ce paiement. Rien n’a été enregistré.',
    mg: 'Be loatra izany: {remaining} sisa no azo averina amin’ity fandoavana ity. Tsy nisy voarakitra.',
  },
  'refund.reason': { en: 'Why?', fr: 'Pourquoi ?', mg: 'Nahoana?' },
  'refund.reasonHint': {
    en: 'For example: one item out of stock.',
    fr: 'Par exemple : un article épuisé.',
    mg: 'Ohatra: lany ny entana iray.',
  },
  'refund.reference': {
    en: 'Reference (Ref) of the money sent back (optional)',
    fr: 'Référence (Ref) de l’argent rendu (facultatif)',
    mg: 'Laharan’ny (Ref) vola naverina (tsy voatery)',
  },
  'refund.referenceHint': {
    en: 'From the operator’s SMS. It makes the refund easy to find in the operator’s statement.',
    fr: 'Dans le SMS de l’opérateur. Elle permet de retrouver le remboursement dans le relevé de l’opérateur.',
    mg: 'Ao amin’ny SMS-n’ny mpandraharaha. Manamora ny fikarohana azy ao amin’ny tatitry ny mpandraharaha.',
  },
  'refund.time': {
    en: 'When did you send it? (optional)',
    fr: 'Quand l’avez-vous envoyé ? (facultatif)',
    mg: 'Oviana no nandefasanao azy? (tsy voatery)',
  },
  'refund.timeHint': {
    en: 'Madagascar’s time. Without a time, it is now. The totals count the refund on this day.',
    fr: 'Heure de Madagascar. Sans heure, c’est maintenant. Les totaux comptent le remboursement ce jour-là.',
    mg: 'Oran’i Madagasikara. Raha tsy misy ora, dia izao. Amin’io andro io no isaina ny vola naverina.',
  },
  'refund.timeInvalid': {
    en: 'Enter the day and the time, or neither.',
    fr: 'Saisissez le jour et l’heure, ou aucun des deux.',
    mg: 'Soraty ny andro sy ny ora, na avelao ho foana izy roa.',
  },
  'refund.future': { en: 'This time is in the future.', fr: 'Cette heure est dans le futur.', mg: 'Mbola ho avy io ora io.' },
  'refund.early': {
    en: 'This time is before the payment.',
    fr: 'Cette heure précède le paiement.',
    mg: 'Talohan’ny fandoavana io ora io.',
  },
  'refund.submit': { en: 'Record refund', fr: 'Enregistrer le remboursement', mg: 'Tehirizo ny famerenana' },
  'refund.lost': {
    en: 'The answer was lost. Press again without a change: the refund is recorded once, not twice.',
    fr: 'La réponse s’est perdue. Appuyez à nouveau sans rien changer : le remboursement est enregistré une fois, pas deux.',
    mg: 'Very ny valiny. Tsindrio indray fa aza ovana: indray mandeha ihany no voarakitra, fa tsy indroa.',
  },
  'refund.done': {
    en: 'The refund of {amount} is recorded. This sent no money.',
    fr: 'Le remboursement de {amount} est enregistré. Aucun argent n’est parti.',
    mg: 'Voarakitra ny famerenana {amount}. Tsy nisy vola nalefan’ity.',
  },
  'refund.remaining': { en: 'Not refunded', fr: 'Non remboursé', mg: 'Tsy naverina' },
  'refund.ofPayment': { en: 'Refunded: {amount}', fr: 'Remboursé : {amount}', mg: 'Naverina: {amount}' },
  'refund.status.recorded': { en: 'Recorded', fr: 'Enregistré', mg: 'Voarakitra' },
  'refund.status.voided': { en: 'Voided', fr: 'Annulé', mg: 'Nofoanana' },
  'refund.sentAt': { en: 'Sent back: {time}', fr: 'Argent rendu : {time}', mg: 'Naverina: {time}' },
  'refund.voidedAt': { en: 'Voided: {time}. {reason}', fr: 'Annulé : {time}. {reason}', mg: 'Nofoanana: {time}. {reason}' },
  'refund.void': { en: 'Void this record', fr: 'Annuler cet enregistrement', mg: 'Foano ity soratra ity' },
  'refund.voidReason': {
    en: 'Why is the record wrong?',
    fr: 'Pourquoi cet enregistrement est-il faux ?',
    mg: 'Nahoana no diso ny soratra?',
  },
  'refund.voidHint': {
    en: 'The record stays visible and no longer counts. No money moves.',
    fr: 'L’enregistrement reste visible et ne compte plus. Aucun argent ne bouge.',
    mg: 'Mijanona ho hita ny soratra, fa tsy isaina intsony. Tsy misy vola mihetsika.',
  },
  'refund.voidSubmit': { en: 'Void', fr: 'Annuler l’enregistrement', mg: 'Foano' },
  'refund.voidDone': {
    en: 'The record of the refund of {amount} is voided. It no longer counts.',
    fr: 'L’enregistrement du remboursement de {amount} est annulé. Il ne compte plus.',
    mg: 'Nofoanana ny soratra momba ny famerenana {amount}. Tsy isaina intsony.',
  },
} satisfies LocalTexts;
