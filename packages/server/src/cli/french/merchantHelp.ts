/** The help of the commands of the back office in French, by the English sentence. */
export const MERCHANT_HELP: Readonly<Record<string, string>> = {
  // payments, payers, transactions
  'list and show payments, check their status, resolve those that need review':
    'donne et montre les paiements, vérifie leur statut, résout ceux qui sont à vérifier',
  'list payments, newest first': 'donne les paiements, le plus récent d’abord',
  'only payments with this status': 'seulement les paiements qui ont ce statut',
  'only payments of this order': 'seulement les paiements de cette commande',
  'only payments that began on the page of this payment link': 'seulement les paiements commencés sur la page de ce lien',
  'only the payment with this order reference, payment id or transaction reference':
    'seulement le paiement qui a cette référence de commande, cet identifiant ou cette référence de transaction',
  'only payments that need review': 'seulement les paiements à vérifier',
  'created on or after this day or time: 2026-05-03, 2026-05-03T08:00Z':
    'créés à partir de ce jour ou de cette heure : 2026-05-03, 2026-05-03T08:00Z',
  'created up to the end of this day, or before this time': 'créés jusqu’à la fin de ce jour, ou avant cette heure',
  'the largest number of {1} to list': 'le nombre de lignes au plus',
  'the largest number of rows to show': 'le nombre de lignes au plus',
  'Days are calendar days in Madagascar.': 'Les jours sont ceux de Madagascar.',
  'show a payment with its history': 'montre un paiement avec son historique',
  'a payment’s id, or an order reference for the order’s current payment':
    'l’identifiant d’un paiement, ou une référence de commande pour son paiement actuel',
  'check a payment’s status with the operator now, and store the result':
    'vérifie tout de suite le statut d’un paiement chez l’opérateur, et l’enregistre',
  "You can run it at any time: it only reads a status and never sends an initiation. If the companion does not know the operator's id of an unresolved payment, it cannot check the status: use `tsena payments resolve`.":
    'Vous pouvez la lancer à tout moment : elle lit un statut et n’envoie jamais de demande de paiement. Si le compagnon ne connaît pas l’identifiant d’un paiement incertain chez l’opérateur, il ne peut pas vérifier son statut : utilisez « tsena payments resolve ».',
  'resolve a payment that needs review, by a transaction reference or by a recorded resolution':
    'résout un paiement à vérifier, par une référence de transaction ou par une résolution',
  'what you know about the money': 'ce que vous savez de l’argent',
  "With --reference, the companion reads the operator's transaction details. The payment completes if amount, currency, both parties and time match, and the shop receives a webhook.":
    'Avec --reference, le compagnon lit les détails de la transaction chez l’opérateur. Si le montant, la devise, les deux parties et l’heure correspondent, le paiement aboutit, et la boutique reçoit un webhook.',
  "A --resolution is recorded with its reason. It does not change the status; only the operator's answers do:":
    'Une résolution (--resolution) est gardée avec sa raison. Elle ne change pas le statut, que seules changent les réponses de l’opérateur :',
  'the money did not arrive; the shopper may pay again': 'l’argent n’est pas arrivé ; l’acheteur peut payer de nouveau',
  'the money arrived another way; the order takes no new payment': 'l’argent est arrivé autrement ; la commande n’accepte plus de paiement',
  'you dealt with the payment, for example by a refund': 'vous avez réglé l’affaire, par exemple par un remboursement',
  'erase a payer’s number': 'efface le numéro d’un payeur',
  'erase a payer’s number from all payments that have ended': 'efface le numéro d’un payeur de tous les paiements terminés',
  'the payer’s number, in any spelling': 'le numéro du payeur, écrit de n’importe quelle façon',
  'print the result as JSON: payments, open': 'en JSON : payments, open',
  'The number is gone for good. Amounts, times, references and the masked number stay. Backups that you made earlier keep the number until you delete them. The command line is in your shell’s history.':
    'Le numéro disparaît pour toujours. Les montants, les heures, les références et le numéro masqué restent. Les sauvegardes déjà faites gardent le numéro jusqu’à ce que vous les supprimiez. La ligne de commande reste dans l’historique de votre terminal.',
  'show the operator’s details of your transactions': 'montre les détails de vos transactions chez l’opérateur',
  'ask the operator for a transaction of yours, and show the payment that it belongs to':
    'demande à l’opérateur une de vos transactions, et montre le paiement auquel elle appartient',
  'It changes nothing. Only transactions that your number sent or received are found.':
    'Elle ne change rien. Seules les transactions que votre numéro a envoyées ou reçues se trouvent.',

  // webhooks
  'list webhooks to the shop, and send them again': 'donne les webhooks de la boutique, et les renvoie',
  'list webhooks to the shop, newest first': 'donne les webhooks de la boutique, le plus récent d’abord',
  'send webhooks again, each with its own id': 'renvoie des webhooks, chacun avec son identifiant',
  'send a sample webhook to the shop': 'envoie un exemple de webhook à la boutique',
  'only webhooks with this delivery status': 'seulement les webhooks qui ont cet état de livraison',
  'The companion tries to deliver a webhook eight times within about 28 hours. After that its status is failed. `tsena webhooks replay` sends it again with the same id.':
    'Le compagnon essaie huit fois de livrer un webhook, en 28 heures environ. Ensuite, son état est failed. « tsena webhooks replay » le renvoie avec le même identifiant.',
  'the ids of webhooks, as `tsena webhooks list` shows them': 'les identifiants des webhooks, comme les montre « tsena webhooks list »',
  'every webhook with the delivery status failed': 'tous les webhooks dont l’état est failed',
  'as JSON: the ids': 'en JSON : les identifiants',
  'The running companion delivers them within a second, with as many attempts as for a new webhook. Shops ignore a webhook-id that they already know, so you can replay a delivered webhook safely.':
    'Le compagnon qui tourne les livre en une seconde, avec autant d’essais que pour un nouveau webhook. Les boutiques ignorent un webhook-id qu’elles connaissent : vous pouvez renvoyer sans danger un webhook déjà livré.',
  'the type of the sample': 'le type de l’exemple',
  'as JSON: the delivery, as the merchant API gives it': 'en JSON : la livraison, comme l’API du commerçant',
  'The body is about an invented payment, whose id begins with pay_test_. The running companion signs and delivers it within a second. `tsena webhooks list` shows the result.':
    'Le contenu parle d’un paiement inventé, dont l’identifiant commence par pay_test_. Le compagnon qui tourne le signe et le livre en une seconde. « tsena webhooks list » montre le résultat.',

  // links
  'create, list, show and cancel payment links': 'crée, donne, montre et annule les liens de paiement',
  'create a payment link': 'crée un lien de paiement',
  'list payment links, newest first': 'donne les liens de paiement, le plus récent d’abord',
  'show a payment link': 'montre un lien de paiement',
  'cancel a payment link: no new payment can begin, and payments that have begun continue':
    'annule un lien de paiement : aucun paiement ne peut plus commencer, ceux qui ont commencé continuent',
  'only links with this status': 'seulement les liens qui ont ce statut',
  'only links of this order': 'seulement les liens de cette commande',

  // refunds
  'record and list refunds that you made outside': 'note et donne les remboursements que vous avez faits',
  'record a refund that you made outside': 'note un remboursement que vous avez fait',
  'list recorded refunds, newest first': 'donne les remboursements notés, le plus récent d’abord',
  'the amount in whole Ariary, as digits': 'le montant en ariary entiers, en chiffres',
  'the operator’s transaction reference of the transfer back': 'la référence de la transaction qui rend l’argent',
  'when the money went back, as 2026-05-03T14:00:00+03:00; now by default':
    'quand l’argent est reparti : 2026-05-03T14:00:00+03:00 ; par défaut, maintenant',
  "The command moves no money: the operator's interface has no refunds. Send the money back in the operator's app first, then record it. Your shop receives the webhook payment.refunded.":
    'La commande ne déplace aucun argent : l’interface de l’opérateur ne connaît pas de remboursement. Rendez d’abord l’argent dans l’application de l’opérateur, puis notez-le. Votre boutique reçoit le webhook payment.refunded.',

  // statements, books
  'compare the operator’s statements with the payments': 'compare les relevés de l’opérateur avec les paiements',
  'compare a statement of the operator with the payments': 'compare un relevé de l’opérateur avec les paiements',
  'show an imported statement and its rows': 'montre un relevé importé et ses lignes',
  'a CSV file of at most 10 MB and 100,000 rows': 'un fichier CSV de 10 Mo et 100 000 lignes au plus',
  'which column has what: {1}': 'ce que contient chaque colonne : {1}',
  'how dates are written, for example DD/MM/YYYY HH:mm': 'comment les dates sont écrites, par exemple DD/MM/YYYY HH:mm',
  'the decimal separator, a comma or a point': 'le séparateur décimal, une virgule ou un point',
  'the first day whose payments the file should contain; by default that of its first row':
    'le premier jour dont le fichier doit contenir les paiements ; par défaut, celui de sa première ligne',
  'the last day; by default that of its last row': 'le dernier jour ; par défaut, celui de sa dernière ligne',
  'It changes no payment, and does not keep the file. Without --columns, the columns of the last import are used if the file has them, else those whose names tell what they have.':
    'Elle ne change aucun paiement et ne garde pas le fichier. Sans --columns, les colonnes de la dernière importation servent si le fichier les a ; sinon, celles dont le nom dit le contenu.',
  'the statement’s id; by default the newest': 'l’identifiant du relevé ; par défaut, le plus récent',
  'only rows with this result': 'seulement les lignes qui ont ce résultat',
  'write a month’s payments and refunds as CSV for the accountant':
    'écrit les paiements et les remboursements d’un mois en CSV, pour le comptable',
  'the month, as 2026-11; by default the current one': 'le mois, comme 2026-11 ; par défaut, le mois courant',
  'a line for each day, and the month’s total': 'une ligne par jour, et le total du mois',
  'separate by semicolons, as French spreadsheets expect': 'sépare par des points-virgules, comme les tableurs français',
  'the totals of the month as JSON': 'les totaux du mois en JSON',

  // keys, audit
  'create, list and revoke keys of the merchant API': 'crée, donne et révoque les clés de l’API du commerçant',
  'create a key of the merchant API and show it, once': 'crée une clé de l’API du commerçant et l’affiche, une seule fois',
  'list the keys of the merchant API, newest first': 'donne les clés de l’API du commerçant, la plus récente d’abord',
  'revoke a key of the merchant API for good': 'révoque une clé de l’API du commerçant pour toujours',
  'the person or program that gets it; the history of payments records it':
    'la personne ou le programme qui la reçoit ; l’historique des paiements le garde',
  'what it may do': 'ce qu’elle permet',
  'when it expires, as 2026-12-31T18:00:00+03:00': 'quand elle expire : 2026-12-31T18:00:00+03:00',
  'look at payments, totals and webhooks': 'voir les paiements, les totaux et les webhooks',
  'also check and resolve payments, record refunds, send webhooks again':
    'en plus, vérifier et résoudre des paiements, noter des remboursements, renvoyer des webhooks',
  'also create and revoke keys': 'en plus, créer et révoquer des clés',
  'take payments at the counter, and nothing else: for a seller': 'encaisser au comptoir, et rien d’autre : pour une personne qui vend',
  'The companion stores only a hash, so nobody can show the key again. Revoke a lost key.':
    'Le compagnon ne garde qu’une empreinte : personne ne peut afficher la clé de nouveau. Révoquez une clé perdue.',
  "MERCHANT_API_KEY, the owner's key, is a setting and is not in the list.":
    'MERCHANT_API_KEY, la clé du propriétaire, est un réglage et ne figure pas dans la liste.',
  'the key’s id, as `tsena keys list` shows it': 'l’identifiant de la clé, comme le montre « tsena keys list »',
  'as JSON: the id': 'en JSON : l’identifiant',
  'From then on the running companion answers the key with 401, and its sessions in the dashboard end.':
    'Dès lors, le compagnon qui tourne répond 401 à cette clé, et ses sessions dans le tableau de bord se terminent.',
  'list who did what, newest first': 'dit qui a fait quoi, le plus récent d’abord',
  'how many at most': 'combien au plus',
  'print the entries as JSON': 'en JSON',
};
