/** What `tsena doctor` finds, in French, by the English sentence. Those of the setup page are in `@tsena/shared`. */
export const DOCTOR: Readonly<Record<string, string>> = {
  // settings
  '{1} is not a setting and has no effect': '{1} n’est pas un réglage et n’a aucun effet',
  'If you mean {1}, rename it': 'Si vous pensez à {1}, renommez-le',
  'read from .env in {1}, and from the environment': 'lus dans .env de {1}, et dans l’environnement',
  'no .env in {1}: the settings come from the environment alone': 'pas de .env dans {1} : les réglages viennent de l’environnement seul',
  'Run this command in the folder of your .env, or write one: tsena init':
    'Lancez cette commande dans le dossier de votre .env, ou écrivez-en un : tsena init',
  'the other checks did not run': 'les autres contrôles n’ont pas eu lieu',
  'Correct the settings first (docs/configuration.md)': 'Corrigez d’abord les réglages (docs/fr/configuration.md)',
  'complete; {1}, partner {2}': 'complets ; {1}, commerçant {2}',
  '{1} and {2} is not set: the companion takes no payment': '{1} et {2} ne sont pas réglés : le compagnon ne prend aucun paiement',
  '{1} is not set: the companion takes no payment': '{1} n’est pas réglé : le compagnon ne prend aucun paiement',
  'Set it in .env, or in the dashboard under Setup': 'Réglez-le dans .env, ou dans le tableau de bord, sous Installation',
  'sandbox: only the operator’s test numbers can pay, and no money moves':
    'bac à sable : seuls les numéros de test de l’opérateur peuvent payer, et aucun argent ne circule',
  'LIMIT_PER_MSISDN is off: a stranger can flood a phone with prompts':
    'LIMIT_PER_MSISDN vaut off : un inconnu peut inonder un téléphone de demandes',
  'Use the default, 5/10m': 'Gardez la valeur par défaut, 5/10m',
  'WEBHOOK_URL is not set: the shop receives no webhooks': 'WEBHOOK_URL n’est pas réglé : la boutique ne reçoit aucun webhook',
  'Set WEBHOOK_URL and WEBHOOK_SECRET (docs/webhooks.md)': 'Réglez WEBHOOK_URL et WEBHOOK_SECRET (docs/fr/webhooks.md)',
  'WEBHOOK_URL is http: payments are sent to the shop without encryption':
    'WEBHOOK_URL est en http : les paiements vont à la boutique sans chiffrement',
  'Use an https address': 'Prenez une adresse https',
  'RETAIN_DAYS is not set: payers’ numbers are never erased':
    'RETAIN_DAYS n’est pas réglé : les numéros des payeurs ne sont jamais effacés',
  'Set it to the number of days for which you need them': 'Mettez-y le nombre de jours pendant lesquels vous en avez besoin',

  // database
  'cannot be used: {1}': 'inutilisable : {1}',
  'Check DATABASE_URL, the database server and this user’s rights':
    'Vérifiez DATABASE_URL, le serveur de la base et les droits de cet utilisateur',
  'Check the owner of {1}, and that its disk is writable': 'Vérifiez le propriétaire de {1}, et que son disque peut être écrit',
  'SQLite; the first start creates {1}': 'SQLite ; le premier démarrage crée {1}',
  '{1}, writable ({2} ms), up to date': '{1}, peut être écrite ({2} ms), à jour',
  '{1}, writable ({2} ms), {3} migrations missing': '{1}, peut être écrite ({2} ms), il manque {3} migrations',
  'Back up the database, then start the companion: it runs the migrations':
    'Sauvegardez la base, puis lancez le compagnon : il fait les migrations',
  '{1}, writable ({2} ms), but a newer version of the companion has changed its tables':
    '{1}, peut être écrite ({2} ms), mais une version plus récente du compagnon a changé ses tables',
  'Run that version': 'Utilisez cette version',
  'the PostgreSQL server is a read-only replica': 'le serveur PostgreSQL est une réplique en lecture seule',
  'Set DATABASE_URL to the primary': 'Mettez dans DATABASE_URL le serveur principal',
  'this user may not identify the server: the companion cannot detect a restore of the whole server':
    'cet utilisateur n’a pas le droit d’identifier le serveur : le compagnon ne peut pas détecter une restauration du serveur entier',
  'After such a restore, run `tsena restore` before you start the companion (docs/operations.md)':
    'Après une telle restauration, lancez « tsena restore » avant le compagnon (docs/fr/operations.md)',
  'fsync is {1} and synchronous_commit {2}: a crash can lose payments':
    'fsync vaut {1} et synchronous_commit {2} : une panne peut perdre des paiements',
  'Turn on both for this database': 'Activez les deux pour cette base',
  'this machine’s clock differs from the database’s clock by {1} s': 'l’horloge de cette machine a {1} s d’écart avec celle de la base',
  'Synchronize the clocks of both machines: timedatectl set-ntp true':
    'Synchronisez les horloges des deux machines : timedatectl set-ntp true',
  'new: the first start binds it to {1}': 'nouvelle : le premier démarrage la lie à {1}',
  'belongs to {1}, but OPERATOR_ENVIRONMENT is {2}: the companion does not start':
    'appartient à {1}, mais OPERATOR_ENVIRONMENT vaut {2} : le compagnon ne démarre pas',
  'belongs to {1}': 'appartient à {1}',
  'Set DATABASE_URL to a database for {1}, or OPERATOR_ENVIRONMENT={2}':
    'Mettez dans DATABASE_URL une base pour {1}, ou OPERATOR_ENVIRONMENT={2}',

  // disk
  'cannot write to {1}: {2}': 'impossible d’écrire dans {1} : {2}',
  'Give the companion’s user write access to the folder': 'Donnez à l’utilisateur du compagnon le droit d’écrire dans ce dossier',
  '{1} is in memory: a reboot loses every payment': '{1} est en mémoire : un redémarrage perd tous les paiements',
  'Set DATABASE_URL to a file on a disk': 'Mettez dans DATABASE_URL un fichier sur un disque',
  '{1} is on a network file system, where SQLite’s write-ahead log does not work':
    '{1} est sur un stockage en réseau, où le journal de SQLite ne fonctionne pas',
  'Use a local disk, or PostgreSQL': 'Prenez un disque local, ou PostgreSQL',
  'a durable write takes {1} ms, at most {2} ms': 'une écriture durable prend {1} ms, {2} ms au plus',
  'Each payment needs about six durable writes: put the database on an SSD':
    'Chaque paiement demande environ six écritures durables : mettez la base sur un SSD',
  '{1} MB free for {2}': '{1} Mo libres pour {2}',
  'Free disk space: on a full disk the companion cannot accept payments':
    'Libérez de la place : sur un disque plein, le compagnon ne peut pas prendre de paiement',
  'Free disk space soon: on a full disk the companion cannot accept payments':
    'Libérez bientôt de la place : sur un disque plein, le compagnon ne peut pas prendre de paiement',

  // backlog
  '{1} payments need review': '{1} paiements à vérifier',
  'List them: {1}': 'Pour les voir : {1}',
  '{1} webhooks could not be delivered': '{1} webhooks n’ont pas pu être livrés',
  'Fix the shop’s endpoint, then run: {1}': 'Réparez l’adresse de la boutique, puis lancez : {1}',
  'status checks are overdue by {1}': 'les vérifications de statut ont un retard de {1}',
  'Check that the companion runs: tsena serve': 'Vérifiez que le compagnon tourne : tsena serve',
  'a webhook has been waiting for delivery for {1}': 'un webhook attend sa livraison depuis {1}',
  '{1} e-mails could not be sent': '{1} e-mails n’ont pas pu partir',
  'The log of the companion says why. They are not sent again': 'Le journal du compagnon dit pourquoi. Ils ne sont pas renvoyés',
  'an e-mail has been waiting for {1}': 'un e-mail attend depuis {1}',
  'Check SMTP_URL, and that the companion runs': 'Vérifiez SMTP_URL, et que le compagnon tourne',
  'no payments need review': 'aucun paiement à vérifier',

  // metrics, mail
  '{1} shows strangers no metrics': '{1} ne montre aucune mesure aux inconnus',
  '{1} answers without METRICS_TOKEN: it shows strangers how much you sell':
    '{1} répond sans METRICS_TOKEN : elle montre aux inconnus combien vous vendez',
  'Let the proxy answer 404 to /metrics (docs/going-live.md), or set METRICS_TOKEN in the companion alone':
    'Faites répondre 404 au proxy pour /metrics (docs/fr/going-live.md), ou réglez METRICS_TOKEN dans le compagnon seul',
  '{1} accepts the connection and the login': '{1} accepte la connexion et les identifiants',
  '{1} accepts the connection': '{1} accepte la connexion',
  'the login is not encrypted': 'les identifiants ne sont pas chiffrés',
  'Use smtps:// or smtp:// without ?tls=off, unless the server is on this machine':
    'Utilisez smtps:// ou smtp:// sans ?tls=off, sauf si le serveur est sur cette machine',
  'the server has taken a test e-mail to NOTIFY_EMAIL. Look whether it arrives, in the spam folder too':
    'le serveur a pris un e-mail d’essai pour NOTIFY_EMAIL. Regardez s’il arrive, aussi dans les indésirables',
  'the test e-mail was not sent: {1}': 'l’e-mail d’essai n’est pas parti : {1}',
  'Check the user and the password in SMTP_URL. Many providers need a password for applications':
    'Vérifiez l’utilisateur et le mot de passe dans SMTP_URL. Beaucoup de fournisseurs demandent un mot de passe pour applications',
  'Check NOTIFY_FROM and NOTIFY_EMAIL: the server must be allowed to send from the first to the second':
    'Vérifiez NOTIFY_FROM et NOTIFY_EMAIL : le serveur doit avoir le droit d’envoyer de la première adresse à la seconde',
  'Check the host and port in SMTP_URL (smtps:// for port 465, smtp:// for port 587), this machine’s firewall, and the server’s certificate':
    'Vérifiez le serveur et le port dans SMTP_URL (smtps:// pour le port 465, smtp:// pour le port 587), le pare-feu de cette machine et le certificat du serveur',

  // webhook
  '{1} does not answer: {2}': '{1} ne répond pas : {2}',
  'Use a public address, or set WEBHOOK_ALLOW_PRIVATE=1 if the shop is on this network':
    'Prenez une adresse publique, ou mettez WEBHOOK_ALLOW_PRIVATE=1 si la boutique est sur ce réseau',
  'Start the shop, correct WEBHOOK_URL, or open the firewall': 'Lancez la boutique, corrigez WEBHOOK_URL, ou ouvrez le pare-feu',
  '{1} answered the first ping and not the second: {2}': '{1} a répondu au premier essai et pas au second : {2}',
  'Read the shop’s log': 'Lisez le journal de la boutique',
  'the shop answers {1} to a wrong signature: a stranger can mark orders as paid':
    'la boutique répond {1} à une fausse signature : un inconnu peut marquer des commandes comme payées',
  'Verify the signature before you read the webhook (docs/webhooks.md)':
    'Vérifiez la signature avant de lire le webhook (docs/fr/webhooks.md)',
  '{1} answers {2} to a signed ping, and the same to a wrong signature':
    '{1} répond {2} à un essai signé, et la même chose à une fausse signature',
  '{1} answers {2} to a signed ping': '{1} répond {2} à un essai signé',
  'Correct WEBHOOK_URL: this address does not accept a POST': 'Corrigez WEBHOOK_URL : cette adresse n’accepte pas de POST',
  'Give the shop the same WEBHOOK_SECRET as the companion': 'Donnez à la boutique le même WEBHOOK_SECRET qu’au compagnon',
  'Compare WEBHOOK_SECRET on both sides. The shop must answer 2xx to webhook types that it does not know':
    'Comparez WEBHOOK_SECRET des deux côtés. La boutique doit répondre 2xx aux types de webhooks qu’elle ne connaît pas',
  'The shop must answer 2xx to webhook types that it does not know':
    'La boutique doit répondre 2xx aux types de webhooks qu’elle ne connaît pas',
};
