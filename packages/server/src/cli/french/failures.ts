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
  'No webhook has the id {1}.': 'Aucun webhook n’a l’identifiant {1}.',
  'The file cannot be read: {1}. Nothing was stored.': 'Le fichier ne peut pas être lu : {1}. Rien n’a été enregistré.',
  '{1} has more than 10 MB.': '{1} fait plus de 10 Mo.',
  '{1} cannot be read: {2}': '{1} ne peut pas être lu : {2}',
  'There are no statements.': 'Il n’y a pas de relevé.',
  'There is no statement {1}.': 'Il n’y a pas de relevé {1}.',
};
