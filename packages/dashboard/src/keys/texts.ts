import type { LocalTexts } from '@tsena/shared';

/** The texts of keys. */
export const keys = {
  'keys.title': { en: 'Keys', fr: 'Clés', mg: 'Fanalahidy' },
  'keys.new': { en: 'New key', fr: 'Nouvelle clé', mg: 'Fanalahidy vaovao' },
  'keys.name': { en: 'For whom?', fr: 'Pour qui ?', mg: 'Ho an’iza?' },
  'keys.nameHint': {
    en: 'The name of one person or one program. The history shows it.',
    fr: 'Le nom d’une seule personne ou d’un seul programme. L’historique l’affiche.',
    mg: 'Anaran’olona iray na programa iray. Asehon’ny tantara izany.',
  },
  'keys.nameInvalid': {
    en: 'Enter a name of at most 50 characters. The words owner, payer and shop are taken.',
    fr: 'Saisissez un nom de 50 caractères au plus. Les mots owner, payer et shop sont réservés.',
    mg: 'Soraty ny anarana, 50 litera farafahabetsany. Efa voatokana ny teny hoe owner, payer sy shop.',
  },
  'keys.scope': { en: 'What may this key do?', fr: 'Que peut faire cette clé ?', mg: 'Inona no azon’ity fanalahidy ity atao?' },
  'keys.lastDay': { en: 'Last day (optional)', fr: 'Dernier jour (facultatif)', mg: 'Andro farany (tsy voatery)' },
  'keys.lastDayHint': {
    en: 'The key ends after this day. Without a day, it is valid until you revoke it.',
    fr: 'La clé prend fin après ce jour. Sans date, elle reste valable jusqu’à ce que vous la révoquiez.',
    mg: 'Tapitra aorian’io andro io ny fanalahidy. Raha tsy misy andro, dia manan-kery izy mandra-panafoananao azy.',
  },
  'keys.lastDayOver': {
    en: 'Choose today or a later day.',
    fr: 'Choisissez aujourd’hui ou un jour à venir.',
    mg: 'Fidio ny androany na andro aoriana.',
  },
  'keys.create': { en: 'Create key', fr: 'Créer la clé', mg: 'Hamorona fanalahidy' },
  'keys.lost': {
    en: 'The answer was lost, so it is not certain that the key was created. If the list shows it, revoke it, because nobody knows it. Then create another one.',
    fr: 'La réponse s’est perdue : il n’est pas certain que la clé soit créée. Si elle est dans la liste, révoquez-la, car personne ne la connaît. Puis créez-en une autre.',
    mg: 'Very ny valiny, ka tsy azo antoka raha voaforona ny fanalahidy. Raha hita ao amin’ny lisitra izy, dia foano, satria tsy misy mahalala azy. Avy eo mamoròna iray hafa.',
  },
  'keys.created': { en: 'The key of {name}', fr: 'La clé de {name}', mg: 'Fanalahidin’i {name}' },
  'keys.once': {
    en: 'Copy the key now and give it to this person only. It is shown once: nobody can show it again.',
    fr: 'Copiez la clé maintenant et ne la donnez qu’à cette personne. Elle ne s’affiche qu’une fois : personne ne pourra la revoir.',
    mg: 'Adikao izao ny fanalahidy, ary io olona io ihany no omeo azy. Indray mandeha ihany izy no aseho: tsy misy afaka mampiseho azy intsony.',
  },
  'keys.none': { en: 'There are no keys yet.', fr: 'Il n’y a pas encore de clé.', mg: 'Mbola tsy misy fanalahidy.' },
  'keys.owner': {
    en: 'The owner’s key is the setting MERCHANT_API_KEY. It can do everything, is not in this list, and ends only when the setting changes.',
    fr: 'La clé principale est le réglage MERCHANT_API_KEY. Elle peut tout faire, n’est pas dans cette liste et prend fin seulement quand le réglage change.',
    mg: 'Ny fanalahidin’ny tompony dia ny MERCHANT_API_KEY. Afaka manao ny rehetra izy, tsy ao amin’ity lisitra ity, ary tsy tapitra raha tsy ovana ny fandrindrana.',
  },
  'keys.status.expired': { en: 'Expired', fr: 'Expirée', mg: 'Lany daty' },
  'keys.status.revoked': { en: 'Revoked', fr: 'Révoquée', mg: 'Nofoanana' },
  'keys.lastUsed': { en: 'Last used: {time}', fr: 'Dernière utilisation : {time}', mg: 'Fampiasana farany: {time}' },
  'keys.neverUsed': { en: 'Never used', fr: 'Jamais utilisée', mg: 'Mbola tsy nampiasaina' },
  'keys.createdAt': { en: 'Created: {time}', fr: 'Création : {time}', mg: 'Noforonina: {time}' },
  'keys.expiresAt': { en: 'Valid until: {time}', fr: 'Valable jusqu’au : {time}', mg: 'Manan-kery hatramin’ny: {time}' },
  'keys.expiredAt': { en: 'Was valid until: {time}', fr: 'Était valable jusqu’au : {time}', mg: 'Nanan-kery hatramin’ny: {time}' },
  'keys.revokedAt': { en: 'Revoked: {time}', fr: 'Révocation : {time}', mg: 'Nofoanana: {time}' },
  'keys.revoke': { en: 'Revoke', fr: 'Révoquer', mg: 'Foano' },
  'keys.revokeHint': {
    en: 'From now on the companion refuses this key, and {name} is signed out everywhere. You cannot undo this.',
    fr: 'Le serveur de paiement refuse cette clé dès maintenant, et {name} est déconnecté partout. Vous ne pouvez pas revenir en arrière.',
    mg: 'Manomboka izao dia tsy ekena intsony ity fanalahidy ity, ary mivoaka na aiza na aiza i {name}. Tsy azo averina izany.',
  },
  'keys.revokeOwn': {
    en: 'If you are signed in with this key, you are signed out too.',
    fr: 'Si vous êtes connecté avec cette clé, vous êtes déconnecté aussi.',
    mg: 'Raha tafiditra amin’ity fanalahidy ity ianao, dia mivoaka koa ianao.',
  },
  'keys.revokeSure': { en: 'Revoke for good', fr: 'Révoquer définitivement', mg: 'Foano tanteraka' },
  'keys.revokeDone': {
    en: 'The key of {name} is revoked.',
    fr: 'La clé de {name} est révoquée.',
    mg: 'Nofoanana ny fanalahidin’i {name}.',
  },
} satisfies LocalTexts;
