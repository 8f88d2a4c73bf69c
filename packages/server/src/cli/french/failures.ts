/** Why a command did not do its work, in French, by the English sentence. */
export const FAILURES: Readonly<Record<string, string>> = {
  '{1} has characters that a .env cannot hold. Use {2}, or another value.':
    '{1} contient des caractères qu’un .env ne peut pas garder. Utilisez {2}, ou une autre valeur.',
  '{1} exists and was not changed. To write a new one that keeps its values, use --force. A copy of the present file stays beside it.':
    '{1} existe et n’a pas été changé. Pour en écrire un nouveau qui garde ses valeurs, utilisez --force. Une copie du fichier actuel reste à côté.',
  'Cancelled. Nothing was written.': 'Annulé. Rien n’a été écrit.',
  '`tsena init` asks questions and needs a terminal. Without one, use --yes and give the settings as flags.':
    '« tsena init » pose des questions et a besoin d’un terminal. Sinon, utilisez --yes et donnez les réglages en options.',
  'Name the backup file: tsena restore FILE. Nothing was changed.':
    'Nommez le fichier de la sauvegarde : tsena restore FILE. Rien n’a été changé.',
  'A newer version wrote {1} ({2}). Restore it with that version.':
    'Une version plus récente a écrit {1} ({2}). Restaurez-le avec cette version.',
  'The database is on PostgreSQL. Restore it with pg_restore, then run `tsena restore` without a file. Nothing was changed.':
    'La base est sur PostgreSQL. Restaurez-la avec pg_restore, puis lancez « tsena restore » sans fichier. Rien n’a été changé.',
  'Give a file, or --record for a backup that was made by other means.':
    'Donnez un fichier, ou --record pour une sauvegarde faite autrement.',
  'Give the file to write: tsena backup FILE': 'Donnez le fichier à écrire : tsena backup FILE',
  'The database is on PostgreSQL. Back it up with: {1}': 'La base est sur PostgreSQL. Sauvegardez-la avec : {1}',
  'The target must be a postgres:// address, in --to or in DATABASE_URL.':
    'La cible doit être une adresse postgres://, dans --to ou dans DATABASE_URL.',
  'Remove the password from --to: the list of processes shows it. Use DATABASE_URL or PGPASSWORD.':
    'Retirez le mot de passe de --to : la liste des processus le montre. Utilisez DATABASE_URL ou PGPASSWORD.',
  '--refunded-at is in the future.': '--refunded-at est dans le futur.',
  '--refunded-at is before the payment.': '--refunded-at est avant le paiement.',
  '--expires-at is in the past.': '--expires-at est dans le passé.',
  'A transaction reference has 5 to 20 digits and letters and does not begin with 0, for example 636042511.':
    'Une référence de transaction a de 5 à 20 chiffres et lettres et ne commence pas par 0, par exemple 636042511.',
  'Give either --reference, or --resolution with a --reason of 3 to 500 characters.':
    'Donnez --reference, ou bien --resolution avec une --reason de 3 à 500 caractères.',
  'The companion sends no webhooks: set WEBHOOK_URL and WEBHOOK_SECRET, or the webhook address in the dashboard.':
    'Le compagnon n’envoie pas de webhooks : réglez WEBHOOK_URL et WEBHOOK_SECRET, ou l’adresse du webhook dans le tableau de bord.',
  'Give the ids of webhooks, or --failed for every failed delivery.':
    'Donnez les identifiants des webhooks, ou --failed pour toutes les livraisons en échec.',
  'PORT {1} is in use at {2}. Stop the other program, or set another PORT.':
    'Le PORT {1} est déjà utilisé sur {2}. Arrêtez l’autre programme, ou réglez un autre PORT.',
  'PORT {1} is reserved for the system. Set a PORT of 1024 or more.': 'Le PORT {1} est réservé au système. Réglez un PORT de 1024 ou plus.',
  'HOST {1} is no address of this machine.': 'HOST {1} n’est pas une adresse de cette machine.',
  'There is no database at {1}. Run the command in the companion’s folder, with its .env or the same DATABASE_URL. `tsena serve` creates the database at its first start.':
    'Il n’y a pas de base de données dans {1}. Lancez la commande dans le dossier du compagnon, avec son .env ou le même DATABASE_URL. « tsena serve » crée la base à son premier démarrage.',
  'The database belongs to OPERATOR_ENVIRONMENT={1}, but the setting is {2}. Payments of both must not mix: set DATABASE_URL to a database for {3}, or OPERATOR_ENVIRONMENT={4}. Nothing was changed.':
    'La base appartient à OPERATOR_ENVIRONMENT={1}, mais le réglage est {2}. Les paiements des deux ne doivent pas se mêler : mettez dans DATABASE_URL une base pour {3}, ou OPERATOR_ENVIRONMENT={4}. Rien n’a été changé.',
  'Payment links need PUBLIC_URL, the address under which browsers reach the companion.':
    'Les liens de paiement ont besoin de PUBLIC_URL, l’adresse à laquelle les navigateurs joignent le compagnon.',
  'There is no payment link {1}.': 'Il n’y a pas de lien de paiement {1}.',
  'No payment has the id or order reference {1}. `tsena payments list` lists the payments.':
    'Aucun paiement n’a l’identifiant ou la référence de commande {1}. « tsena payments list » donne la liste.',
  'No payment has the id {1}.': 'Aucun paiement n’a l’identifiant {1}.',
  'No key has the id {1}. `tsena keys list` lists the keys.': 'Aucune clé n’a l’identifiant {1}. « tsena keys list » donne la liste.',
  'The operator gave no usable answer: {1}. Try again later.':
    'L’opérateur n’a pas donné de réponse utilisable : {1}. Réessayez plus tard.',
  'No webhook has the id {1}.': 'Aucun webhook n’a l’identifiant {1}.',
  'The file cannot be read: {1}. Nothing was stored.': 'Le fichier ne peut pas être lu : {1}. Rien n’a été enregistré.',
  '{1} has more than 10 MB.': '{1} fait plus de 10 Mo.',
  '{1} cannot be read: {2}': '{1} ne peut pas être lu : {2}',
  'There are no statements.': 'Il n’y a pas de relevé.',
  'There is no statement {1}.': 'Il n’y a pas de relevé {1}.',
};
