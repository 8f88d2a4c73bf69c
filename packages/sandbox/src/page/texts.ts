import { keepTogether } from '@tsena/shared';

/** The page's texts in French, by the English one. `{1}` is a value. */
export const FRENCH = {
  // The page
  'Sandbox portal': 'Portail du bac à sable',
  'Skip to the content': 'Aller au contenu',
  'No real money moves here': 'Sans argent réel',
  '{1} dialect · {2}': 'dialecte {1} · {2}',
  Sections: 'Rubriques',
  Payments: 'Paiements',
  Faults: 'Pannes',
  Requests: 'Requêtes',
  Connect: 'Accès',
  'The sandbox does not respond. This page keeps trying to reconnect.':
    'Le bac à sable ne répond pas. Cette page essaie de se reconnecter.',
  'The sandbox answered with status {1}.': 'Le bac à sable a répondu avec le statut {1}.',
  'The sandbox has a bug. Its ledger is inconsistent: {1}': 'Le bac à sable a un défaut. Ses comptes sont incohérents : {1}',

  // The phone
  'The subscriber’s phone': 'Le téléphone de l’abonné',
  Phone: 'Téléphone',
  'This is what the shopper sees.': 'C’est ce que voit l’acheteur.',
  'No prompt is pending. A payment from this number appears here.': 'Aucune demande en attente. Un paiement de ce numéro apparaît ici.',
  '{1} more pending': '{1} de plus en cours',
  'New prompt on {1}: {2}': 'Nouvelle demande sur le {1} : {2}',
  'Prompt for {1}': 'Demande de {1}',
  Decline: 'Refuser',
  Approve: 'Approuver',
  'Change the balance': 'Changer le solde',
  'Balance {1}. Change the balance': 'Solde {1}. Changer le solde',
  'Balance in Ariary': 'Solde en ariary',

  // The payments
  'Approve automatically': 'Approuver automatiquement',
  off: 'non',
  'at once': 'aussitôt',
  'after {1} s': 'après {1} s',
  'Statement (CSV)': 'Relevé (CSV)',
  'Approve all {1}': 'Approuver les {1}',
  'Payments approved: {1}': 'Paiements approuvés : {1}',
  'Search payments': 'Chercher des paiements',
  'Number, amount, reference, id': 'Numéro, montant, référence, identifiant',
  Status: 'Statut',
  All: 'Tous',
  Pending: 'En cours',
  Completed: 'Payés',
  Failed: 'Échoués',
  pending: 'en cours',
  completed: 'payé',
  failed: 'échoué',
  'These are the newest {1} of {2} payments. Use the search to find the others.':
    'Ce sont les {1} derniers paiements sur {2}. La recherche trouve les autres.',
  'No payments match these filters.': 'Aucun paiement ne correspond à ces filtres.',
  'No payments yet.': 'Pas encore de paiement.',
  'Start one from a shop or with curl. It appears here at once.':
    'Commencez-en un dans une boutique ou avec curl. Il apparaît ici aussitôt.',
  'How to connect': 'Comment se connecter',
  Reject: 'Refuser',
  'Details of the payment of {1}, {2}': 'Détails du paiement de {1}, {2}',
  'Approve the payment of {1}, {2}': 'Approuver le paiement de {1}, {2}',
  'Reject the payment of {1}, {2}': 'Refuser le paiement de {1}, {2}',
  'reference used more than once': 'référence utilisée plusieurs fois',
  Environment: 'Environnement',
  Reference: 'Référence',
  'Partner name': 'Nom du commerçant',
  'User language': 'Langue de l’abonné',
  Fees: 'Frais',
  Created: 'Créé',
  Updated: 'Modifié',
  'Callback address': 'Adresse de rappel',
  Failure: 'Échec',
  'Rejected by the subscriber': 'Refusé par l’abonné',
  'The balance is not sufficient.': 'Le solde est insuffisant.',
  polling: 'sans rappel',
  'callback not due yet': 'pas encore de rappel',
  'callback being sent': 'rappel en cours',
  'callback dropped': 'rappel supprimé',
  'callback failed': 'rappel échoué',
  'callback answered {1}': 'réponse au rappel : {1}',
  Callbacks: 'Rappels (callbacks)',
  'The initiation gave no callback address, so the client polls.':
    'La demande de paiement n’a pas d’adresse de rappel : le client interroge le statut.',
  'The callback is sent when you approve or reject the payment.': 'Le rappel part quand vous approuvez ou refusez le paiement.',
  'No callback is complete yet.': 'Aucun rappel n’est encore terminé.',
  'Send again': 'Renvoyer',
  'forged body': 'faux contenu',
  'dropped by a fault rule': 'supprimé par une règle de panne',
  'failed: {1}': 'échec : {1}',
  'no response': 'pas de réponse',
  'answered {1}': 'réponse {1}',
  'answered {1} in {2} ms': 'réponse {1} en {2} ms',

  // The faults
  'Remove all': 'Tout retirer',
  'Fault rules make the service fail on demand. They are tried in order, and the first one that applies is used.':
    'Les règles de panne font échouer le service à la demande. Elles sont essayées dans l’ordre, et la première qui convient s’applique.',
  'No fault rules. The service works normally.': 'Aucune règle de panne. Le service fonctionne normalement.',
  'Ready-made rules': 'Règles toutes prêtes',
  'Each one is used once, unless it says otherwise.': 'Chacune sert une fois, sauf mention contraire.',
  'Operator down (HTTP 503), until removed': 'Opérateur en panne (HTTP 503), jusqu’au retrait',
  'Processed, but no response': 'Traité, mais sans réponse',
  'Processed, but HTTP 500': 'Traité, mais HTTP 500',
  'Processed, but connection reset': 'Traité, mais connexion coupée',
  'Initiation delayed by 8 s': 'Demande retardée de 8 s',
  'Too many requests (HTTP 429)': 'Trop de requêtes (HTTP 429)',
  'Error 4002 (passing failure)': 'Erreur 4002 (passagère)',
  'Balance too low, refused': 'Solde insuffisant, refusé',
  'Balance too low, fails later': 'Solde insuffisant, échoue plus tard',
  'Duplicate reference (HTTP 409)': 'Référence en double (HTTP 409)',
  '“success” without a reference': '« success » sans référence',
  'Access tokens expired': 'Jetons d’accès expirés',
  'Callback not sent': 'Rappel non envoyé',
  'Callback sent twice': 'Rappel envoyé deux fois',
  'Callback before the response': 'Rappel avant la réponse',
  'Forged callback first': 'Faux rappel d’abord',
  'New rule': 'Nouvelle règle',
  'A rule in JSON, or a list of rules. The README of the sandbox lists the effects.':
    'Une règle en JSON, ou une liste de règles. Le README du bac à sable donne les effets.',
  'Add rule': 'Ajouter la règle',
  'Rule added': 'Règle ajoutée',
  'All rules removed': 'Toutes les règles sont retirées',
  'Added: {1}': 'Ajoutée : {1}',
  'Removed: {1}': 'Retiré : {1}',
  Remove: 'Retirer',
  'Remove: {1}': 'Retirer : {1}',
  'This is no JSON: {1}': 'Ce n’est pas du JSON : {1}',
  'Where the records of the real service disagree': 'Là où les relevés du vrai service se contredisent',
  'Status of an unknown id': 'Statut d’un identifiant inconnu',
  '404, empty fields': '404, champs vides',
  '400, error 4001': '400, erreur 4001',
  'Errors of the gateway': 'Erreurs de la passerelle',
  flat: 'à plat',
  'nested in fault': 'dans fault',
  Fee: 'Frais par paiement',
  '1.5 %, rounded up': '1,5 %, arrondis au-dessus',
  '1.5 %, two decimals': '1,5 %, deux décimales',
  none: 'aucuns',
  'requestDate of the details': 'requestDate des détails',
  'three hours ahead': 'en avance de trois heures',
  'Same reference again': 'Même référence à nouveau',
  'another transaction': 'une autre transaction',
  'HTTP 409': 'HTTP 409',
  'Unknown payer, low balance': 'Payeur inconnu, solde insuffisant',
  'refused at once': 'refusé aussitôt',
  'accepted, fails later': 'accepté, échoue plus tard',
  'Failed transactions': 'Transactions échouées',
  'have no reference': 'sans référence',
  'have reference and record': 'avec référence et détails',
  UTC: 'UTC',

  // The requests
  'The requests that the service received, newest first. Tokens, secrets and callback addresses are not shown.':
    'Les requêtes reçues par le service, de la plus récente à la plus ancienne, sans les jetons, les secrets et les adresses de rappel.',
  'No requests yet.': 'Pas encore de requête.',
  'with callback': 'avec rappel',
  'no response yet': 'pas encore de réponse',
  'connection reset': 'connexion coupée',
  'fault: {1}': 'panne : {1}',

  // The connection
  'These are all the settings that a companion needs. Write them to its .env file. ORDER_TOKEN_SECRET is new: your shop signs its orders with it.':
    'Ce sont tous les réglages dont un compagnon a besoin. Écrivez-les dans son fichier .env. ORDER_TOKEN_SECRET est nouveau : votre boutique signe ses commandes avec.',
  'These are all the settings that a companion needs. Write them to its .env file. CONSUMER_SECRET is the secret that the sandbox was started with.':
    'Ce sont tous les réglages dont un compagnon a besoin. Écrivez-les dans son fichier .env. CONSUMER_SECRET est le secret donné au démarrage du bac à sable.',
  'Settings of a companion': 'Réglages d’un compagnon',
  'Pay from {1}, then approve the payment on this page.': 'Payez depuis le {1}, puis approuvez le paiement sur cette page.',
  'Base address': 'Adresse de base',
  '{1}, with production keys of an application': '{1}, avec les clés de production d’une application',
  '{1} with Basic credentials': '{1} avec l’authentification Basic',
  Production: 'Production',
  Token: 'Jeton',
  Scope: 'Portée',
  'Consumer keys': 'Clés',
  'Test numbers': 'Numéros de test',
  Dialect: 'Dialecte',
  'spec: follows the interface document': 'spec : suit le document d’interface',
  'live: follows the recorded behaviour of the real service': 'live : suit le comportement relevé du vrai service',
  Copy: 'Copier',
  'Copy: {1}': 'Copier : {1}',
  Copied: 'Copié',
  'Selected. Copy it with the keyboard.': 'Sélectionné. Copiez avec le clavier.',

  // The applications
  Applications: 'Applications',
  'These are the steps of the operator’s developer portal. In reality, the operator validates an application and its go-live request. Here, you do it yourself. Each environment has its own address and its own keys.':
    'Ce sont les étapes du portail des développeurs de l’opérateur. En réalité, l’opérateur valide une application et sa demande de mise en production. Ici, vous le faites vous-même. Chaque environnement a son adresse et ses clés.',
  'Name of a new application': 'Nom d’une nouvelle application',
  Declare: 'Déclarer',
  'Remove {1}': 'Retirer {1}',
  'Steps of {1}': 'Étapes de {1}',
  'Application declared': 'Application déclarée',
  'Validated by the operator': 'Validée par l’opérateur',
  'Validate as the operator': 'Valider à la place de l’opérateur',
  'Application validated': 'Application validée',
  'Receive keys': 'Recevoir les clés',
  'Sandbox keys': 'Clés de bac à sable',
  'Production keys': 'Clés de production',
  'Sandbox keys issued': 'Clés de bac à sable émises',
  'Production keys issued': 'Clés de production émises',
  'Go-live requested': 'Mise en production demandée',
  'Request go-live': 'Demander la mise en production',
  'Go-live validated by the operator': 'Mise en production validée par l’opérateur',
  'Validate go-live as the operator': 'Valider la mise en production à la place de l’opérateur',
  'Go-live validated': 'Mise en production validée',
  Revoke: 'Révoquer',
  'Revoke the sandbox keys': 'Révoquer les clés de bac à sable',
  'Revoke the production keys': 'Révoquer les clés de production',
  'Sandbox keys revoked': 'Clés de bac à sable révoquées',
  'Production keys revoked': 'Clés de production révoquées',
  'Settings with the sandbox keys': 'Réglages avec les clés de bac à sable',
  'Settings with the production keys': 'Réglages avec les clés de production',
  'Copy the Consumer Secret now. The sandbox does not show it again.':
    'Copiez le Consumer Secret maintenant. Le bac à sable ne le montre plus ensuite.',
  'The Consumer Secret was shown once. If you lost it, revoke the keys and receive new ones.':
    'Le Consumer Secret a été montré une seule fois. S’il est perdu, révoquez les clés et recevez-en de nouvelles.',
  done: 'fait',
  due: 'à faire',
  'not due yet': 'pas encore à faire',
} as const;

/** An English text that the page can say. */
export type Text = keyof typeof FRENCH;

/** French also for readers of Malagasy, which the page does not speak. */
export const LANGUAGE = /^(?:fr|mg)/.test(globalThis.navigator?.languages?.find((one) => /^(?:en|fr|mg)/.test(one)) ?? '') ? 'fr' : 'en';

/** A text in the reader's language, with its values. */
export function translate(text: Text, ...values: readonly (string | number)[]): string {
  const said = keepTogether(LANGUAGE === 'fr' ? FRENCH[text] : text, LANGUAGE);
  return said.replace(/\{(\d)\}/g, (_, number: string) => String(values[Number(number) - 1] ?? ''));
}

function isText(text: string): text is Text {
  return Object.hasOwn(FRENCH, text);
}

/** A text of the sandbox in the reader's language; one that the page does not know is returned unchanged. */
export function translateKnown(text: string): string {
  return isText(text) ? translate(text) : text;
}
