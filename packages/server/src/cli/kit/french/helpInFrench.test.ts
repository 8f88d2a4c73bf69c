import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../../test/support/cli.ts';
import doctorTexts from '../../../backoffice/setup/cli/texts.json' with { type: 'json' };
import { readSettings, SettingsError } from '../../../config/readSettings.ts';
import { createProgram } from '../../program.ts';
import catalogue from './sentences.json' with { type: 'json' };
import { textInTerminalLanguage } from './textInTerminalLanguage.ts';

/** Words that no French sentence has, outside of commands and names. */
const ENGLISH = /(?<![\p{L}_])(the|an|of|with|for|are|is|not|which|only|argument|display)(?![\p{L}_])/u;

let written = '';
beforeEach(() => {
  written = '';
  vi.stubEnv('LC_ALL', 'fr_FR.UTF-8');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const withChildren = (command: CommandUnknownOpts): CommandUnknownOpts[] => [
  command,
  ...command.commands.flatMap(withChildren),
];

describe('the help in a French terminal', () => {
  it('has no English sentence in any command', async () => {
    for (const command of withChildren(await createProgram())) {
      written = '';
      command.outputHelp();
      const sentences = written
        .split('\n')
        .filter((line) => !/^ {2}(tsena|systemctl|pg_dump|curl|[A-Z_]+=)|^ {4}--|^Utilisation/.test(line));
      expect(sentences.filter((line) => ENGLISH.test(line)).map((line) => `${command.name()}: ${line}`)).toEqual([]);
    }
  });
});

it('no sentence has a count before a plural, which would be wrong for 1', () => {
  const sentences = [
    ...Object.values(catalogue).flatMap((part) => Object.keys(part)),
    ...Object.values(doctorTexts).map(({ en }) => en),
  ];
  const things = 'attempts|bytes|characters|e-mails|migrations|orders|payments|rows|settings|webhooks';
  const counted = sentences.filter((one) =>
    new RegExp(`(?<!at most |at least |to )\\{\\w+\\} (${things})\\b`).test(one),
  );
  // These two have a sentence for 1.
  expect(counted).toEqual(['{1} attempts', '{1} settings are wrong:']);
});

/** A wrong value of each kind. */
const WRONG = {
  OPERATOR_BASE_URL: 'ftp://x',
  OPERATOR_SERVICE: 'a b',
  OPERATOR_NAME: 'x'.repeat(50),
  OPERATOR_LOGO_URL: 'http://x',
  OPERATOR_ENVIRONMENT: 'prod',
  CONSUMER_KEY: 'a:b',
  CONSUMER_SECRET_FILE: '/no/such/file',
  OPERATOR_DEVICE_SCOPE: 'x',
  PARTNER_NAME: 'Café',
  PARTNER_MSISDN: '12',
  MERCHANT_NIF: 'x',
  MERCHANT_API_KEY: 'short',
  ORDER_TOKEN_SECRET: 'short,short',
  ALLOWED_ORIGINS: 'shop.example/x,https://shop.example/x',
  WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtp://user@mail.example/x',
  NOTIFY_EMAIL: 'a',
  NOTIFY_FROM: 'b',
  PUBLIC_URL: 'https://x/?a=1',
  CALLBACK_BASE_URL: 'https://user:secret@x',
  BRAND_COLOR: 'red',
  BRAND_LOGO_URL: 'https://x/a,b',
  DATABASE_URL: 'mysql://x',
  TRUST_PROXY: '0.0.0.0/0',
  METRICS_TOKEN: 'x x',
  LIMIT_PER_LINK: 'x',
  MAX_STREAMS: '0',
  ATTEMPT_COOLDOWN_SECONDS: '5',
  OPERATOR_TIMEOUT_MS: '9000',
};

describe('a wrong setting in a French terminal', () => {
  it('is described in French, with its example', () => {
    let message = '';
    try {
      readSettings(WRONG);
    } catch (error) {
      message = error instanceof SettingsError ? textInTerminalLanguage(error.message) : '';
    }
    const lines = message.split('\n');
    expect(lines[0]).toMatch(/^32.réglages sont faux.:$/);
    expect(lines.filter((line) => ENGLISH.test(line))).toEqual([]);
  });
});

describe('an error of the command line in a French terminal', () => {
  it.each([
    ['amount: whole Ariary in digits, at least 100', 'amount: des ariary entiers, en chiffres, 100 au moins'],
    ['description: at most 50 characters', 'description: 50 caractères au plus'],
    ['returnUrl: an http or https address', 'returnUrl: une adresse http ou https'],
    [
      'description must be a string of at most 50 characters',
      'description doit être un texte de 50 caractères au plus',
    ],
    ['It must be a month: YYYY-MM.', 'Il faut un mois : AAAA-MM.'],
    [
      '/x.db already exists; a backup does not replace a file.',
      '/x.db existe déjà ; une sauvegarde ne remplace aucun fichier.',
    ],
  ])('says what is allowed: %s', (english, french) => {
    expect(textInTerminalLanguage(english).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')).toBe(french);
  });

  it.each([
    [['links', 'create'], 'erreur : il manque « amount »\n(--help donne les détails)\n'],
    [['link'], 'erreur : commande inconnue : « link »\n(Vouliez-vous dire links ?)\n(--help donne les détails)\n'],
    [
      ['links', 'list', '--limit', '0'],
      'erreur : l’option « --limit <count> » a une valeur fausse, « 0 ». Il faut un nombre entier de 1 à 10000.\n(--help donne les détails)\n',
    ],
    [
      ['payers', 'erase', '12'],
      'erreur : « 12 » est une valeur fausse pour « number ». Il faut un numéro de téléphone qui commence par 034, 037 ou 038.\n(--help donne les détails)\n',
    ],
    [['restore'], 'Nommez le fichier de la sauvegarde : tsena restore FILE. Rien n’a été changé.\n'],
  ])('is French: tsena %j', async (args, message) => {
    const { code, stderr } = await runCli(args, { LANG: 'fr_FR.UTF-8', DATABASE_URL: 'file:./none.db' });
    expect([code, stderr.replaceAll('\u00a0', ' ')]).toEqual([1, message]);
  });
});
