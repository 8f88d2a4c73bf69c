import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCli } from '../../../test/support/cli.ts';
import { createProgram } from '../program.ts';

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

const withChildren = (command: CommandUnknownOpts): CommandUnknownOpts[] => [command, ...command.commands.flatMap(withChildren)];

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

describe('an error of the command line in a French terminal', () => {
  it.each([
    [['links', 'create'], 'erreur : il manque « amount »\n(--help donne les détails)\n'],
    [['link'], 'erreur : commande inconnue : « link »\n(Vouliez-vous dire links ?)\n(--help donne les détails)\n'],
    [
      ['links', 'list', '--limit', '0'],
      'erreur : l’option « --limit <count> » a une valeur fausse, « 0 ». Il faut un nombre entier de 1 à 10000.\n(--help donne les détails)\n',
    ],
    [['restore'], 'Nommez le fichier de la sauvegarde : tsena restore FILE. Rien n’a été changé.\n'],
  ])('is French: tsena %j', async (args, message) => {
    const { code, stderr } = await runCli(args, { LANG: 'fr_FR.UTF-8', DATABASE_URL: 'file:./none.db' });
    expect([code, stderr.replaceAll('\u00a0', ' ')]).toEqual([1, message]);
  });
});
