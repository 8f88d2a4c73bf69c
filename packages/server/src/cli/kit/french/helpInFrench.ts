import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { keepTogether } from '@tsena/shared';
import { SETTINGS } from '../../../config/settingsSchema.ts';
import { inTerminalLanguage } from './inTerminalLanguage.ts';

const MEANINGS = new Map(SETTINGS.map(({ name, meaning }) => [optionOf(name), meaning.fr.replaceAll('`', '')]));

function optionOf(setting: string): string {
  return `--${setting.toLowerCase().replaceAll('_', '-')}`;
}

/** Makes Commander write the help of a command in French. */
export function speakFrench(command: CommandUnknownOpts): void {
  command.configureHelp({
    styleTitle: inTerminalLanguage,
    argumentDescription: ({ description }) => inTerminalLanguage(description),
    optionDescription({ long, description, argChoices, defaultValue }) {
      const french = MEANINGS.get(long ?? '') ?? inTerminalLanguage(description);
      const notes = [
        ...(argChoices === undefined ? [] : [`choix : ${argChoices.join(', ')}`]),
        ...(typeof defaultValue === 'string' || typeof defaultValue === 'number'
          ? [`par défaut : ${defaultValue}`]
          : []),
      ];
      return notes.length === 0 ? french : keepTogether(`${french} (${notes.join(', ')})`, 'fr');
    },
  });
}
