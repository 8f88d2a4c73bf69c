/** Parts of the command line's errors, and what they are in French. What is in no row stays English. */
const PARTS: readonly (readonly [RegExp, string])[] = [
  [/^A setting is wrong:/m, 'Un réglage est faux :'],
  [/^(\d{1,3}) settings are wrong:/m, '$1 réglages sont faux :'],
  [/ is not set, but (\w+) is\b/g, ' n’est pas réglé, mais $1 l’est'],
  [/ is not set\. Production needs it for callbacks/g, ' n’est pas réglé. La production en a besoin pour les rappels (callbacks)'],
  [/ is not set\b/g, ' n’est pas réglé'],
  [/ must be https in production/g, ' doit être en https en production'],
  [/ and (\w+) are both set\. Remove one of them/g, ' et $1 sont réglés tous les deux. Retirez-en un'],
  [/ names an empty file/g, ' nomme un fichier vide'],
  [/ names a file that cannot be read/g, ' nomme un fichier qui ne peut pas être lu'],
  [/\. Example: /g, '. Exemple : '],
  [/^There is no \.env in (.*)\. "tsena init" writes one\.$/m, 'Il n’y a pas de fichier .env dans $1. « tsena init » en écrit un.'],
  [
    /^PORT (\d+) is in use at (\S+)\. Stop the other program, or set another PORT\.$/,
    'Le PORT $1 est déjà utilisé sur $2. Arrêtez l’autre programme, ou réglez un autre PORT.',
  ],
  [
    /^PORT (\d+) is reserved for the system\. Set a PORT of 1024 or more\.$/,
    'Le PORT $1 est réservé au système. Réglez un PORT de 1024 ou plus.',
  ],
  [/^HOST (\S+) is no address of this machine\.$/, 'HOST $1 n’est pas une adresse de cette machine.'],
  [
    /^There is no database at (.*)\. Run the command in the companion’s folder, with its \.env or the same DATABASE_URL\./,
    'Il n’y a pas de base de données dans $1. Lancez la commande dans le dossier du compagnon, avec son .env ou le même DATABASE_URL.',
  ],
  [/^the database cannot be opened: /m, 'la base de données ne peut pas être ouverte : '],
  [
    /better-sqlite3 was not built for this version of Node\. With npm, run "([^"]+)"; with pnpm, "([^"]+)" and "([^"]+)"; without a compiler, use the release's tarball for servers without a network\./,
    'better-sqlite3 n’est pas construit pour cette version de Node. Avec npm, lancez « $1 » ; avec pnpm, « $2 » et « $3 » ; sans compilateur, prenez l’archive de la version pour serveurs sans réseau.',
  ],
  [/Nothing was written\./g, 'Rien n’a été écrit.'],
  [/Nothing was stored\./g, 'Rien n’a été enregistré.'],
  [/Nothing was changed\./g, 'Rien n’a été changé.'],
  [
    /^Payment links need PUBLIC_URL, the address under which browsers reach the companion\.$/m,
    'Les liens de paiement ont besoin de PUBLIC_URL, l’adresse à laquelle les navigateurs joignent le compagnon.',
  ],
  [/^There is no payment link (\S+)\.$/, 'Il n’y a pas de lien de paiement $1.'],
  [/^No payment has the id (\S+)\.$/, 'Aucun paiement n’a l’identifiant $1.'],
  [
    /^No payment has the id or order reference (.*)\. `tsena payments list` lists the payments\.$/,
    'Aucun paiement n’a l’identifiant ou la référence de commande $1. « tsena payments list » donne la liste.',
  ],
  [
    /^No key has the id (\S+)\. `tsena keys list` lists the keys\.$/,
    'Aucune clé n’a l’identifiant $1. « tsena keys list » donne la liste.',
  ],
  [
    /^The companion sends no webhooks: set WEBHOOK_URL and WEBHOOK_SECRET\.$/,
    'Le compagnon n’envoie pas de webhooks : réglez WEBHOOK_URL et WEBHOOK_SECRET.',
  ],
  [
    /^The operator gave no usable answer: (.*)\. Try again later\.$/,
    'L’opérateur n’a pas donné de réponse utilisable : $1. Réessayez plus tard.',
  ],
];

/** An error in the language of the terminal: `LC_ALL`, `LC_MESSAGES`, then `LANG`, in this order, as everywhere. */
export function inTerminalLanguage(message: string, env: Readonly<Record<string, string | undefined>>): string {
  const language = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return language.startsWith('fr') ? PARTS.reduce((text, [part, french]) => text.replace(part, french), message) : message;
}
