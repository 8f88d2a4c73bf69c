import { keepTogether } from '@tsena/shared';
import {
  canComeFromFile,
  MERCHANT_SETTINGS,
  SECTIONS,
  SETTINGS,
  type SettingDescription,
} from '../../src/config/settingsSchema.ts';
import { rewriteTables } from './rewriteTables.ts';

/** The words of a language in the tables. */
interface Words {
  readonly required: string;
  readonly none: string;
  readonly green: string;
  readonly meaningOf: (setting: SettingDescription) => string;
}

const ENGLISH: Words = { required: 'required', none: 'none', green: 'green', meaningOf: ({ meaning }) => meaning.en };
const FRENCH: Words = {
  required: 'obligatoire',
  none: 'aucun',
  green: 'vert',
  meaningOf: ({ meaning }) => keepTogether(meaning.fr, 'fr'),
};

function writeDefault(
  { isRequired, defaultText, defaultInWords }: SettingDescription,
  { required, none, green }: Words,
): string {
  if (isRequired) return required;
  if (defaultInWords !== undefined) return defaultInWords === 'green' ? green : defaultInWords;
  return defaultText === null || defaultText === '' ? none : `\`${defaultText}\``;
}

const names = (all: readonly string[]) => all.map((name) => `\`${name}\``).join(', ');

function rewrite(page: string, words: Words): string {
  const writers = SECTIONS.map((section) => () => {
    const settings = SETTINGS.filter((setting) => setting.section === section);
    return settings.map((setting) => [`\`${setting.name}\``, writeDefault(setting, words), words.meaningOf(setting)]);
  });
  return rewriteTables(page, writers)
    .replace(
      /(?<=(?:can come from a file|d’un fichier\s): )[A-Z_`, ]+/,
      names(SETTINGS.filter(canComeFromFile).map(({ name }) => name)),
    )
    .replace(
      /(?<=under \*Setup\*: |sous \*Installation\*\s: )[A-Z_`, ]+/,
      names(Object.values(MERCHANT_SETTINGS).map(({ variable }) => variable)),
    );
}

/**
 * docs/configuration.md with the settings of the schema that `readSettings` validates with: a table for each section,
 * and two lists.
 */
export const configurationPage = (page: string): string => rewrite(page, ENGLISH);

/** docs/fr/configuration.md with the same, and the meanings that the command line shows in a French terminal. */
export const frenchConfigurationPage = (page: string): string => rewrite(page, FRENCH);
