import type { LocalTexts } from '@tsena/shared';
import { linkLabels } from '@tsena/shared/merchant';

/** The texts of payment links. */
export const links = {
  ...linkLabels,
  'links.title': { en: 'Payment links', fr: 'Liens de paiement', mg: 'Rohy fandoavana' },
  'links.none': {
    en: 'There are no links yet. Enter an amount, create a link, and send it or show its QR code.',
    fr: 'Il n’y a pas encore de lien. Saisissez un montant, créez un lien, puis envoyez-le ou montrez son code QR.',
    mg: 'Mbola tsy misy rohy. Ampidiro ny vola, mamoròna rohy, dia alefaso na asehoy ny kaody QR.',
  },
  'link.amountInvalid': {
    en: 'Enter whole Ariary, at least 100.',
    fr: 'Saisissez un nombre entier d’ariary, 100 au moins.',
    mg: 'Ampidiro isa feno, 100 Ar farafahakeliny.',
  },
  'link.more': { en: 'More', fr: 'Plus de choix', mg: 'Hafa' },
  'link.expires.never': { en: 'Until you cancel it', fr: 'Jusqu’à ce que vous l’annuliez', mg: 'Mandra-panafoananao azy' },
  'link.expires.hour': { en: '1 hour', fr: '1 heure', mg: 'Adiny 1' },
  'link.expires.day': { en: '24 hours', fr: '24 heures', mg: 'Adiny 24' },
  'link.expires.week': { en: '7 days', fr: '7 jours', mg: '7 andro' },
  'link.create': { en: 'Create link', fr: 'Créer le lien', mg: 'Hamorona rohy' },
  'link.back': { en: 'Back to the links', fr: 'Retour aux liens', mg: 'Hiverina any amin’ny rohy' },
  'link.status.active': { en: 'Open', fr: 'Ouvert', mg: 'Misokatra' },
  'link.status.paid': { en: 'Paid', fr: 'Payé', mg: 'Voaloa' },
  'link.status.expired': { en: 'Expired', fr: 'Expiré', mg: 'Lany andro' },
  'link.status.cancelled': { en: 'Cancelled', fr: 'Annulé', mg: 'Nofoanana' },
  'link.isReusable': { en: 'Reusable', fr: 'Réutilisable', mg: 'Azo averina' },
  'link.share': { en: 'Share', fr: 'Partager', mg: 'Zarao' },
  'link.copy': { en: 'Copy link', fr: 'Copier le lien', mg: 'Adikao ny rohy' },
  'link.copied': { en: 'The link is copied.', fr: 'Le lien est copié.', mg: 'Voadika ny rohy.' },
  'link.showQr': { en: 'Show QR', fr: 'Montrer le QR', mg: 'Asehoy ny QR' },
  'link.cancel': { en: 'Cancel link', fr: 'Annuler le lien', mg: 'Hanafoana ny rohy' },
  'link.cancelSure': { en: 'Cancel for good', fr: 'Annuler pour de bon', mg: 'Foano tanteraka' },
  'link.cancelHint': {
    en: 'No new payment can begin. A payment that has begun can still complete.',
    fr: 'Aucun nouveau paiement ne peut commencer. Un paiement commencé peut encore aboutir.',
    mg: 'Tsy misy fandoavana vaovao afaka manomboka. Mbola mety ho tafita izay efa nanomboka.',
  },
  'link.cancelled': { en: 'The link is cancelled.', fr: 'Le lien est annulé.', mg: 'Nofoanana ny rohy.' },
  'link.payments': { en: 'Payments by this link', fr: 'Paiements par ce lien', mg: 'Fandoavana tamin’ity rohy ity' },
  'link.noPayments': {
    en: 'Nobody has paid by this link yet.',
    fr: 'Personne n’a encore payé par ce lien.',
    mg: 'Mbola tsy nisy nandoa tamin’ity rohy ity.',
  },
} satisfies LocalTexts;
