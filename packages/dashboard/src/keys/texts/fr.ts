/** French texts of keys. */
export const keys = {
  'keys.title': 'Clés',
  'keys.new': 'Nouvelle clé',
  'keys.name': 'Pour qui ?',
  'keys.nameHint': 'Le nom d’une seule personne ou d’un seul programme. L’historique l’affiche.',
  'keys.nameInvalid': 'Saisissez un nom de 50 caractères au plus. Les mots owner, payer et shop sont réservés.',
  'keys.scope': 'Que peut faire cette clé ?',
  'keys.lastDay': 'Dernier jour (facultatif)',
  'keys.lastDayHint': 'La clé prend fin après ce jour. Sans date, elle reste valable jusqu’à ce que vous la révoquiez.',
  'keys.lastDayOver': 'Choisissez aujourd’hui ou un jour à venir.',
  'keys.create': 'Créer la clé',
  'keys.lost':
    'La réponse s’est perdue : il n’est pas certain que la clé soit créée. Si elle est dans la liste, révoquez-la, car personne ne la connaît. Puis créez-en une autre.',
  'keys.created': 'La clé de {name}',
  'keys.once':
    'Copiez la clé maintenant et ne la donnez qu’à cette personne. Elle ne s’affiche qu’une fois : personne ne pourra la revoir.',
  'keys.copy': 'Copier la clé',
  'keys.copied': 'La clé est copiée.',
  'keys.notCopied': 'Le navigateur n’a pas copié la clé. Sélectionnez-la et copiez-la vous-même.',
  'keys.done': 'Je l’ai copiée',
  'keys.none': 'Il n’y a pas encore de clé.',
  'keys.owner':
    'La clé principale est le réglage MERCHANT_API_KEY. Elle peut tout faire, n’est pas dans cette liste et prend fin seulement quand le réglage change.',
  'keys.status.expired': 'Expirée',
  'keys.status.revoked': 'Révoquée',
  'keys.lastUsed': 'Dernière utilisation : {time}',
  'keys.neverUsed': 'Jamais utilisée',
  'keys.createdAt': 'Création : {time}',
  'keys.expiresAt': 'Valable jusqu’au : {time}',
  'keys.expiredAt': 'Était valable jusqu’au : {time}',
  'keys.revokedAt': 'Révocation : {time}',
  'keys.revoke': 'Révoquer',
  'keys.revokeHint':
    'Le serveur de paiement refuse cette clé dès maintenant, et {name} est déconnecté partout. Vous ne pouvez pas revenir en arrière.',
  'keys.revokeOwn': 'Si vous êtes connecté avec cette clé, vous êtes déconnecté aussi.',
  'keys.revokeSure': 'Révoquer définitivement',
  'keys.revokeDone': 'La clé de {name} est révoquée.',
};
