import { isFrenchTerminal, keepTogether } from '@tsena/shared';
import type { Command } from 'commander';
import french from './french.json' with { type: 'json' };

const titles: Readonly<Record<string, string>> = french.titles;

/** What each option does. */
const options: Readonly<Record<string, string>> = french.options;

/**
 * What the command says when it starts, or cannot, in the language of the terminal. Programs, which wait for the English texts, have no
 * terminal.
 */
export function startText(text: keyof typeof french.start, env: NodeJS.ProcessEnv, isTTY = true): string {
  return french.start[text][isTTY && isFrenchTerminal(env) ? 'fr' : 'en'];
}

/** Makes Commander write the help in the language of the terminal. */
export function speakTerminalLanguage(command: Command, env: NodeJS.ProcessEnv = process.env): Command {
  if (!isFrenchTerminal(env)) return command;
  return command.configureHelp({
    styleTitle: (title) => keepTogether(titles[title] ?? title, 'fr'),
    commandDescription: () => french.description,
    optionDescription({ long, description, argChoices, defaultValue }) {
      const notes = [
        ...(argChoices === undefined ? [] : [`choix : ${argChoices.join(', ')}`]),
        ...(['string', 'number'].includes(typeof defaultValue) ? [`par défaut : ${defaultValue}`] : []),
      ];
      const meaning = options[long ?? ''] ?? description;
      return keepTogether(notes.length === 0 ? meaning : `${meaning} (${notes.join(', ')})`, 'fr');
    },
  });
}
