/** What commands print when they have done their work, in French, by the English line. */
export const RESULTS: Readonly<Record<string, string>> = {
  // init
  'an empty line keeps the present value': 'une ligne vide garde la valeur actuelle',
  optional: 'facultatif',
  '{1} is required': '{1} est obligatoire',
  'Answer these questions again?': 'Répondre de nouveau à ces questions ?',
  '{1} exists. Replace it, keep its values as presets, and keep a copy?':
    '{1} existe. Le remplacer, en proposant ses valeurs et en gardant une copie ?',
  'The operator issues a token for these credentials.': 'L’opérateur émet un jeton pour ces identifiants.',
  'Wrote {1}, readable by its owner alone. Generated: {2}.': '{1} est écrit, lisible par son seul propriétaire. Créés : {2}.',
  'Wrote {1}, readable by its owner alone.': '{1} est écrit, lisible par son seul propriétaire.',
  'The former file is now {1}.': 'L’ancien fichier est maintenant {1}.',
  'Put this tag into your shop’s page. Your shop signs the order token with ORDER_TOKEN_SECRET from .env:':
    'Mettez cette balise dans la page de votre boutique. Votre boutique signe le jeton de commande avec l’ORDER_TOKEN_SECRET de .env :',
  'WEBHOOK_URL is not set: your shop receives no webhooks. Set it in the dashboard, under Setup, or run `tsena init --force`.':
    'WEBHOOK_URL n’est pas réglé : votre boutique ne reçoit aucun webhook. Réglez-le dans le tableau de bord, sous Installation, ou lancez « tsena init --force ».',
  'The companion sends webhooks to {1}. Your shop verifies them with WEBHOOK_SECRET from .env.':
    'Le compagnon envoie les webhooks à {1}. Votre boutique les vérifie avec le WEBHOOK_SECRET de .env.',
  'PARTNER_NAME is not set: set your name in the dashboard, under Setup. Until then the companion takes no payment.':
    'PARTNER_NAME n’est pas réglé : indiquez votre nom dans le tableau de bord, sous Installation. D’ici là, le compagnon ne prend aucun paiement.',
  'The dashboard will be at {1}. Sign in with MERCHANT_API_KEY from .env.':
    'Le tableau de bord sera à l’adresse {1}. Entrez avec la MERCHANT_API_KEY de .env.',
  'Next, in this folder:': 'Ensuite, dans ce dossier :',
  'checks the setup': 'contrôle l’installation',
  'runs the companion': 'lance le compagnon',

  // lists
  'No payments match these filters.': 'Aucun paiement ne correspond à ces filtres.',
  'No payment links match these filters.': 'Aucun lien de paiement ne correspond à ces filtres.',
  'No webhooks match these filters.': 'Aucun webhook ne correspond à ces filtres.',
  'There are no keys. `tsena keys create` creates one.': 'Il n’y a pas de clé. « tsena keys create » en crée une.',
  'There are no refunds.': 'Il n’y a pas de remboursement.',
  'There are no failed deliveries.': 'Il n’y a pas de livraison en échec.',
  'The audit log is empty.': 'Le journal des actions est vide.',
  'There are more {1}. To {2} more than {3}, set --limit.': 'Il y en a d’autres. Pour en voir plus de {3}, réglez --limit.',
  'history (Madagascar time)': 'historique (heure de Madagascar)',

  // what was done
  'This is the key of {1} ({2}, {3}). It is not shown again.': 'C’est la clé de {1} ({2}, {3}). Elle n’est plus affichée ensuite.',
  '{1} is revoked.': '{1} est révoquée.',
  '{1}: a refund of {2} is recorded.': '{1} : un remboursement de {2} est noté.',
  '{1} ({2}) is pending. `tsena webhooks list` shows the result.':
    '{1} ({2}) attend sa livraison. « tsena webhooks list » montre le résultat.',
  'Pending again: {1}': 'De nouveau en attente : {1}',
  'The number is erased from {1} payments.': 'Le numéro est effacé de {1} paiements.',
  '{1} payments keep it, because they have not ended yet. Run the command again when they have.':
    '{1} paiements le gardent, car ils ne sont pas terminés. Relancez la commande quand ils le seront.',
  'To see the rows: {1}': 'Pour voir les lignes : {1}',
  '{1}: {2} payments of {3} orders, {4} bytes, checked.': '{1} : {2} paiements de {3} commandes, {4} octets, contrôlés.',
  'Recorded a backup at {1}.': 'Une sauvegarde est notée à {1}.',
};
