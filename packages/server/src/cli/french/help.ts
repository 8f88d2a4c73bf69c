/** The sentences of `tsena --help` and of each command's help in French, by the English one. */
export const HELP: Readonly<Record<string, string>> = {
  // What Commander writes itself.
  'Usage:': 'Utilisation :',
  'Arguments:': 'Arguments :',
  'Options:': 'Options :',
  'Commands:': 'Commandes :',
  'Settings:': 'Réglages :',
  'Scopes:': 'Droits :',
  'To begin:': 'Pour commencer :',
  'Example:': 'Exemple :',
  'Examples:': 'Exemples :',
  'Examples, every night from cron:': 'Exemples, chaque nuit avec cron :',
  'display help for command': 'affiche l’aide de la commande',
  'output the version number': 'affiche la version',

  // What several commands have.
  'as JSON, as the merchant API gives it': 'en JSON, comme l’API du commerçant',
  'the payment’s id': 'l’identifiant du paiement',
  'the link’s id': 'l’identifiant du lien',
  'whole Ariary, at least 100': 'ariary entiers, 100 au moins',
  'the reason, which the payment’s history keeps': 'la raison, gardée dans l’historique du paiement',
  'the operator’s transaction reference, from the SMS or its portal':
    'la référence de la transaction, du SMS de l’opérateur ou de son portail',

  // The program.
  'The Tsena Checkout companion: mobile-money payments for your shop.':
    'Le compagnon Tsena Checkout : encaisser par mobile money dans votre boutique.',
  'The settings come from the environment, or from .env in the current folder (docs/configuration.md). All commands except restore and migrate can run while the companion runs. All except serve have --json.':
    'Les réglages viennent de l’environnement, ou du fichier .env du dossier courant (docs/fr/configuration.md). Toutes les commandes, sauf restore et migrate, peuvent tourner en même temps que le compagnon. Toutes, sauf serve, ont --json.',
  'write .env': 'écrit .env',
  'check the setup': 'contrôle l’installation',
  'run the companion': 'lance le compagnon',
  'list the payments that need review': 'donne les paiements à vérifier',

  // serve, init, order-token
  'It prints one line when it accepts connections. It writes its log to standard error, one JSON object per line. On SIGTERM, it accepts no new requests, finishes those in progress and exits with 0 within ten seconds.':
    'Il affiche une ligne quand il accepte des connexions. Il écrit son journal sur la sortie d’erreur, un objet JSON par ligne. À SIGTERM, il n’accepte plus de requête, termine celles qui sont en cours et se termine avec 0 en moins de dix secondes.',
  'write .env: ask for the settings, test the operator’s credentials, generate the secrets':
    'écrit .env : demande les réglages, essaie les identifiants de l’opérateur, crée les secrets',
  'ask nothing: take the settings from the flags and the environment':
    'ne demande rien : prend les réglages dans les options et l’environnement',
  'replace .env; its values are kept unless you give others': 'remplace .env ; ses valeurs restent si vous n’en donnez pas d’autres',
  'write .env without a token request to the operator': 'écrit .env sans demander de jeton à l’opérateur',
  'ask nothing, and print as JSON: file, formerFile, generated, operatorChecked, scriptTag, hasName, webhookUrl, dashboard':
    'ne demande rien, et affiche en JSON : file, formerFile, generated, operatorChecked, scriptTag, hasName, webhookUrl, dashboard',
  'a file that contains {1}': 'un fichier qui contient {1}',
  'The command writes .env in the current folder, readable by its owner alone. It generates ORDER_TOKEN_SECRET, MERCHANT_API_KEY and, with a WEBHOOK_URL, WEBHOOK_SECRET. It never generates one that is set. Other users can see a secret on the command line in the list of processes: set it in the environment, or use --consumer-secret-file.':
    'La commande écrit .env dans le dossier courant, lisible par son seul propriétaire. Elle crée ORDER_TOKEN_SECRET, MERCHANT_API_KEY et, avec une WEBHOOK_URL, WEBHOOK_SECRET, sauf ceux qui sont déjà réglés. Les autres utilisateurs voient un secret de la ligne de commande dans la liste des processus : mettez-le dans l’environnement, ou utilisez --consumer-secret-file.',
  'sign an order token, as your shop’s backend does': 'signe un jeton de commande, comme le fait votre boutique',
  'the order reference, 1 to 50 characters': 'la référence de commande, de 1 à 50 caractères',
  'a description for the shopper, at most 50 characters': 'un objet pour l’acheteur, 50 caractères au plus',
  'the address of the shop’s page that follows the payment': 'l’adresse de la page de la boutique qui suit le paiement',
  'the operator’s reference of an earlier transaction that the payment refers to':
    'la référence, chez l’opérateur, d’une transaction antérieure dont dépend le paiement',
  'a foreign currency, for example EUR; the operator receives it as metadata':
    'une devise étrangère, par exemple EUR ; l’opérateur la reçoit comme métadonnée',
  'the amount in that currency, for example 5.40': 'le montant dans cette devise, par exemple 5.40',
  'how long the token is valid': 'la durée du jeton, en secondes',
  'as JSON: token, expiresAt': 'en JSON : token, expiresAt',
  'For tests. In production, your shop signs its own order tokens (docs/getting-started.md).':
    'Pour des essais. En production, votre boutique signe elle-même ses jetons de commande (docs/fr/getting-started.md).',

  // doctor
  'check the settings, database, operator, callback, webhook and e-mail, and say how to fix each problem':
    'contrôle les réglages, la base, l’opérateur, les rappels (callbacks), le webhook et les e-mails, et dit comment réparer chaque problème',
  'as JSON: ok, findings': 'en JSON : ok, findings',
  'also send a test e-mail to NOTIFY_EMAIL': 'envoie aussi un e-mail d’essai à NOTIFY_EMAIL',
  'Each line is ok, warning (it works, but you should know about it) or failed (fix it). If a line is failed, the exit code is 1.':
    'Chaque ligne est « ok », « alerte » (cela fonctionne, mais vous devez le savoir) ou « échec » (à réparer). S’il y a un échec, le code de sortie est 1.',
  "You can run it while the companion runs. It requests a token from the operator. It sends two webhooks of type tsena.ping to the shop; the shop must reject the first, which has a wrong signature. It writes a small file next to the database and deletes it. It asks the callback address whether this companion answers, and PUBLIC_URL for /metrics without the token. It logs in to the SMTP server, and sends an e-mail only with --send-mail. It also lists what you have not tried yet: a first payment, a declined one, a late one, a backup. The dashboard's setup page shows the same checks.":
    'Vous pouvez la lancer pendant que le compagnon tourne. Elle demande un jeton à l’opérateur. Elle envoie à la boutique deux webhooks tsena.ping ; la boutique doit refuser le premier, dont la signature est fausse. Elle écrit un petit fichier à côté de la base et le supprime. Elle demande à l’adresse des rappels (callbacks) si ce compagnon y répond, et /metrics à PUBLIC_URL sans jeton. Elle ouvre une session sur le serveur SMTP, et n’envoie un e-mail qu’avec --send-mail. Elle dit aussi ce que vous n’avez pas encore essayé : un premier paiement, un refus, un paiement tardif, une sauvegarde. La page Installation du tableau de bord montre les mêmes contrôles.',

  // backup, restore, migrate
  'write a consistent copy of the SQLite database while the companion runs':
    'écrit une copie cohérente de la base SQLite pendant que le compagnon tourne',
  'the file to write; it must not exist': 'le fichier à écrire, qui ne doit pas exister',
  'write no file: record that a backup made by other means, such as pg_dump, is complete':
    'n’écrit aucun fichier : note qu’une sauvegarde faite autrement, par exemple avec pg_dump, est terminée',
  'as JSON: file, bytes, payments, orders, newestAt; with --record: recordedAt':
    'en JSON : file, bytes, payments, orders, newestAt ; avec --record : recordedAt',
  "When the command ends, the copy is complete, checked and on the disk. It contains payers' numbers, so only its owner can read it. The command needs only DATABASE_URL. It records the time of the backup in the database, so that the setup page can show it. On PostgreSQL, use pg_dump, then --record (docs/operations.md).":
    'Quand la commande se termine, la copie est complète, contrôlée et sur le disque. Elle contient les numéros des payeurs : seul son propriétaire peut la lire. La commande n’a besoin que de DATABASE_URL. Elle note l’heure de la sauvegarde dans la base, pour la page Installation. Avec PostgreSQL, utilisez pg_dump, puis --record (docs/fr/operations.md).',
  'replace the SQLite database by a backup, or finish a restore on PostgreSQL; stop the companion first':
    'remplace la base SQLite par une sauvegarde, ou termine une restauration de PostgreSQL ; arrêtez d’abord le compagnon',
  'on SQLite: a file that `tsena backup` wrote': 'avec SQLite : un fichier écrit par « tsena backup »',
  'as JSON: restored, formerDatabase, payments, orders, newestAt, markedUnresolved; on PostgreSQL only markedUnresolved':
    'en JSON : restored, formerDatabase, payments, orders, newestAt, markedUnresolved ; avec PostgreSQL, seulement markedUnresolved',
  'SQLite: the command checks the backup first, and renames the present database, which stays in the same folder. PostgreSQL: restore the database first (pg_restore, a snapshot, an archive). Then run this command without a file, before you start the companion.':
    'SQLite : la commande contrôle d’abord la sauvegarde, et renomme la base actuelle, qui reste dans le même dossier. PostgreSQL : restaurez d’abord la base (pg_restore, un instantané, une archive). Lancez ensuite cette commande sans fichier, avant de lancer le compagnon.',
  "The backup does not contain what happened after it: compare with the operator's portal before you start the companion (docs/operations.md). Payments that the backup has as not yet sent become unresolved, because they may have been sent later. The command needs only DATABASE_URL.":
    'La sauvegarde ne contient pas ce qui s’est passé après elle : comparez avec le portail de l’opérateur avant de lancer le compagnon (docs/fr/operations.md). Les paiements qui n’y sont pas encore envoyés deviennent incertains (unresolved), car ils l’ont peut-être été depuis. La commande n’a besoin que de DATABASE_URL.',
  'copy a SQLite database into an empty PostgreSQL database, and compare each row; stop the companion first':
    'copie une base SQLite dans une base PostgreSQL vide, et compare chaque ligne ; arrêtez d’abord le compagnon',
  'the SQLite database: file:./data/tsena.db': 'la base SQLite : file:./data/tsena.db',
  'postgres://…, without a password (default: DATABASE_URL)': 'postgres://…, sans mot de passe (par défaut : DATABASE_URL)',
  'as JSON: rows, hash': 'en JSON : rows, hash',
  'The command copies all rows in one database transaction, reads them back and compares them before it commits. It does not change the SQLite file. Other users can see a password on the command line in the list of processes: put the address into DATABASE_URL, or the password into PGPASSWORD.':
    'La commande copie toutes les lignes dans une seule transaction, les relit et les compare avant de valider. Elle ne change pas le fichier SQLite. Les autres utilisateurs voient un mot de passe de la ligne de commande dans la liste des processus : mettez l’adresse dans DATABASE_URL, ou le mot de passe dans PGPASSWORD.',
  'then set DATABASE_URL for the companion, and start it': 'puis réglez DATABASE_URL pour le compagnon, et lancez-le',
};
