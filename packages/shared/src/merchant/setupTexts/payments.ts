import type { LocalTexts } from '../../language.ts';

/** The payments with which a merchant tests the shop. */
export const payments = {
  payment_verified: {
    mg: 'Nisy fandoavana vita sy voamarina.',
    fr: 'Un paiement a été reçu et vérifié.',
    en: 'A payment was received and verified.',
  },
  payment_unverified: {
    mg: 'Nisy fandoavana vita, nefa tsy voamarina tamin’ny antsipiriany avy amin’ny mpandraharaha.',
    fr: 'Un paiement a été reçu, mais les détails de l’opérateur n’ont pas permis de le vérifier.',
    en: 'A payment was received, but the operator’s transaction details did not verify it.',
  },
  'payment_unverified.next': {
    mg: 'Sokafy ilay fandoavana, ary ampitahao amin’ny ao amin’ny vavahadin’ny mpandraharaha.',
    fr: 'Ouvrez ce paiement et comparez-le avec le portail de l’opérateur.',
    en: 'Open that payment and compare it with the operator’s portal.',
  },
  payment_none: { mg: 'Mbola tsy nisy fandoavana vita.', fr: 'Aucun paiement n’a encore été reçu.', en: 'No payment was received yet.' },
  'payment_none.next': {
    mg: 'Mandoava 100 Ar amin’ny findainao, ao amin’ny fivarotanao na eo amin’ny kaontoara; ao amin’ny sandbox, amin’ny laharana fitsapana, ary ekeo ao amin’ny vavahadin’ny mpandraharaha.',
    fr: 'Payez 100 Ar avec votre téléphone, dans votre boutique ou au comptoir ; dans le bac à sable, avec un numéro de test, et approuvez-le dans le portail de l’opérateur.',
    en: 'Pay 100 Ar with your own phone, in your shop or at the counter; in the sandbox, with a test number, and approve it in the operator’s portal.',
  },
  decline_seen: {
    mg: 'Nisy fandoavana nolavina, ary hitan’ny mpizara fandoavam-bola izany.',
    fr: 'Un paiement a été refusé, et le serveur de paiement l’a appris.',
    en: 'A payment was declined, and the companion learned it.',
  },
  decline_none: {
    mg: 'Mbola tsy nisy fandoavana nolavina.',
    fr: 'Aucun paiement n’a encore été refusé.',
    en: 'No payment was declined yet.',
  },
  'decline_none.next': {
    mg: 'Manombòha fandoavana, dia lavo amin’ny finday. Tokony hanolotra fanandramana vaovao ny fivarotana.',
    fr: 'Commencez un paiement et refusez-le sur le téléphone. La boutique doit proposer un nouvel essai.',
    en: 'Start a payment and decline it on the phone. The shop must offer a new attempt.',
  },
  late_seen: {
    mg: 'Nisy fandoavana nekena tara, nefa tonga ihany.',
    fr: 'Un paiement approuvé en retard est bien arrivé.',
    en: 'A payment that was approved late arrived.',
  },
  late_none: {
    mg: 'Mbola tsy nisy fandoavana nekena tara.',
    fr: 'Aucun paiement n’a encore été approuvé en retard.',
    en: 'No payment was approved late yet.',
  },
  'late_none.next': {
    mg: 'Manombòha fandoavana, hidio ny pejy, miandrasa iray minitra, dia ekeo amin’ny finday. Tokony ho voaloa ho azy ny kaomandy.',
    fr: 'Commencez un paiement, fermez la page, attendez une minute, puis approuvez. La commande doit devenir payée d’elle-même.',
    en: 'Start a payment, close the page, wait one minute, then approve. The order must become paid by itself.',
  },
} satisfies LocalTexts;
