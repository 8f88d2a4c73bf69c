import { canComeFromFile, SECTIONS, SETTINGS, type SettingDescription, VARIABLES } from '../../src/config/settingsSchema.ts';
import { markdownTable } from './markdownTable.ts';

type Section = (typeof SECTIONS)[number];

const TITLES: Readonly<Record<Section, string>> = {
  operator: 'The operator',
  merchant: 'The merchant',
  shop: 'The shop',
  mail: 'E-mail',
  network: 'Network and storage',
  limits: 'Limits',
};

const INTRODUCTIONS: Readonly<Partial<Record<Section, string>>> = {
  mail: '[mail.md](mail.md) says which e-mails the companion sends, and when.',
  limits:
    'Two limits of an order are fixed: five attempts that were sent to the operator, and twenty attempts in ten minutes that failed before they were sent.',
};

function writeDefault({ isRequired, defaultText, defaultInWords }: SettingDescription): string {
  if (isRequired) return 'required';
  if (defaultInWords !== undefined) return defaultInWords;
  return defaultText === null || defaultText === '' ? 'none' : `\`${defaultText}\``;
}

function section(name: Section): string {
  const rows = SETTINGS.filter((setting) => setting.section === name).map((setting) => [
    `\`${setting.name}\``,
    writeDefault(setting),
    setting.meaning,
  ]);
  const parts = [`## ${TITLES[name]}`, INTRODUCTIONS[name], markdownTable(['name', 'default', 'meaning'], rows)];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** docs/configuration.md, from the schema that `readSettings` validates with. */
export function configurationPage(): string {
  const fromFile = SETTINGS.filter(canComeFromFile).map(({ name }) => `\`${name}\``);
  const own = Object.values(VARIABLES).map((name) => `\`${name}\``);
  return `# Settings

The companion reads its settings from the environment, or from a file \`.env\` in the folder where it runs. It checks them at startup. If some are wrong, it lists all mistakes at once, each with a correct example, and exits with code 1. An empty value counts as not set. If a variable has almost the name of a setting, such as \`ALOWED_ORIGINS\`, \`tsena serve\` logs a warning.

These settings can come from a file: ${fromFile.join(', ')}. For example, set \`CONSUMER_SECRET_FILE=/run/secrets/consumer-secret\` instead of \`CONSUMER_SECRET\`.

The merchant can set these in the dashboard instead, under *Setup*: ${own.join(', ')}. What the environment sets is fixed there. What it leaves open is stored in the database, holds at once in all instances, and survives a restart. A companion without a \`PARTNER_NAME\`, or in production without a \`PUBLIC_URL\`, starts, answers 503 to \`/readyz\`, and takes no payment.

\`tsena doctor\` also warns of settings that are valid but probably not what you want.

\`pnpm --filter @tsena/server manual\` generates this page from the settings’ schema.

${SECTIONS.map(section).join('\n\n')}
`;
}
