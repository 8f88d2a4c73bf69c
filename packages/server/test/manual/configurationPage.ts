import { keepTogether } from '@tsena/shared';
import { FRENCH_MEANINGS } from '../../src/cli/french/settings.ts';
import { canComeFromFile, SECTIONS, SETTINGS, type SettingDescription, VARIABLES } from '../../src/config/settingsSchema.ts';
import { markdownTable } from './markdownTable.ts';

type Section = (typeof SECTIONS)[number];

/** The words of the page of settings in one language. */
interface Texts {
  readonly introduction: (fromFile: string, own: string) => string;
  readonly titles: Readonly<Record<Section, string>>;
  readonly introductions: Readonly<Partial<Record<Section, string>>>;
  readonly head: readonly string[];
  readonly required: string;
  readonly none: string;
  readonly green: string;
  readonly meaningOf: (setting: SettingDescription) => string;
}

const ENGLISH: Texts = {
  introduction: (fromFile, own) => `# Settings

The companion reads its settings from the environment, or from a file \`.env\` in the folder where it runs. It checks them at startup. If some are wrong, it lists all mistakes at once, each with a correct example, and exits with code 1. An empty value counts as not set.

These settings can come from a file: ${fromFile}. For example, set \`CONSUMER_SECRET_FILE=/run/secrets/consumer-secret\` instead of \`CONSUMER_SECRET\`.

The merchant can set these in the dashboard instead, under *Setup*: ${own}. What the environment sets is fixed there. A companion without a \`PARTNER_NAME\`, or in production without a \`PUBLIC_URL\`, starts, answers 503 to \`/readyz\`, and takes no payment.

\`tsena doctor\` also warns of settings that are valid but probably not what you want, and of variables that are almost the name of a setting.

\`pnpm --filter @tsena/server manual\` generates this page.`,
  titles: {
    operator: 'The operator',
    merchant: 'The merchant',
    shop: 'The shop',
    mail: 'E-mail',
    network: 'Network and storage',
    limits: 'Limits',
  },
  introductions: {
    mail: '[mail.md](mail.md) says which e-mails the companion sends, and when.',
    limits:
      'Two limits of an order are fixed: five attempts that were sent to the operator, and twenty attempts in ten minutes that failed before they were sent.',
  },
  head: ['name', 'default', 'meaning'],
  required: 'required',
  none: 'none',
  green: 'green',
  meaningOf: ({ meaning }) => meaning,
};

const FRENCH: Texts = {
  introduction: (fromFile, own) => `# Réglages

Le compagnon lit ses réglages dans l’environnement, ou dans un fichier \`.env\` du dossier où il tourne. Il les contrôle au démarrage. Si certains sont faux, il donne toutes les erreurs à la fois, chacune avec un exemple juste, et se termine avec le code 1. Une valeur vide compte comme non réglée.

Ces réglages peuvent venir d’un fichier : ${fromFile}. Par exemple, réglez \`CONSUMER_SECRET_FILE=/run/secrets/consumer-secret\` au lieu de \`CONSUMER_SECRET\`.

Le commerçant peut aussi régler ceux-ci dans le tableau de bord, sous *Installation* : ${own}. Ce que l’environnement règle ne peut pas y être changé. Un compagnon sans \`PARTNER_NAME\`, ou sans \`PUBLIC_URL\` en production, démarre, répond 503 à \`/readyz\` et ne prend aucun paiement.

\`tsena doctor\` avertit aussi des réglages valables qui ne sont sans doute pas ce que vous voulez, et des variables qui portent presque le nom d’un réglage.

\`pnpm --filter @tsena/server manual\` crée cette page.`,
  titles: {
    operator: 'L’opérateur',
    merchant: 'Le commerçant',
    shop: 'La boutique',
    mail: 'E-mail',
    network: 'Réseau et stockage',
    limits: 'Limites',
  },
  introductions: {
    mail: '[mail.md](mail.md) dit quels e-mails le compagnon envoie, et quand.',
    limits:
      'Deux limites d’une commande sont fixes : cinq essais envoyés à l’opérateur, et vingt essais en dix minutes qui ont échoué avant l’envoi.',
  },
  head: ['nom', 'par défaut', 'sens'],
  required: 'obligatoire',
  none: 'aucun',
  green: 'vert',
  meaningOf: ({ name }) => FRENCH_MEANINGS.get(name) ?? name,
};

function writeDefault({ isRequired, defaultText, defaultInWords }: SettingDescription, { required, none, green }: Texts): string {
  if (isRequired) return required;
  if (defaultInWords !== undefined) return defaultInWords === 'green' ? green : defaultInWords;
  return defaultText === null || defaultText === '' ? none : `\`${defaultText}\``;
}

function section(name: Section, texts: Texts): string {
  const rows = SETTINGS.filter((setting) => setting.section === name).map((setting) => [
    `\`${setting.name}\``,
    writeDefault(setting, texts),
    texts.meaningOf(setting),
  ]);
  const parts = [`## ${texts.titles[name]}`, texts.introductions[name], markdownTable(texts.head, rows)];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

function writePage(texts: Texts): string {
  const fromFile = SETTINGS.filter(canComeFromFile).map(({ name }) => `\`${name}\``);
  const own = Object.values(VARIABLES).map((name) => `\`${name}\``);
  const sections = SECTIONS.map((name) => section(name, texts));
  return `${texts.introduction(fromFile.join(', '), own.join(', '))}\n\n${sections.join('\n\n')}\n`;
}

/** docs/configuration.md, from the schema that `readSettings` validates with. */
export const configurationPage = (): string => writePage(ENGLISH);

/** docs/fr/configuration.md, from the meanings that the command line shows in a French terminal. */
export const frenchConfigurationPage = (): string =>
  `<!-- generated with docs/configuration.md -->\n${keepTogether(writePage(FRENCH), 'fr')}`;
