import { isFrenchTerminal, keepTogether } from '@tsena/shared';
import type { Command } from 'commander';
import texts from './texts.json' with { type: 'json' };

const titles: Readonly<Record<string, string>> = texts.titles;

/** What each option does. */
const help: Readonly<Record<string, { readonly fr: string }>> = texts.help;

/**
 * What the command says when it starts, or cannot, in the language of the terminal. Programs, which wait for the
 * English texts, have no terminal.
 */
export function startText(text: keyof typeof texts.start, env: NodeJS.ProcessEnv, isTTY = true): string {
  return texts.start[text][isTTY && isFrenchTerminal(env) ? 'fr' : 'en'];
}

/** Makes Commander write the help in the language of the terminal. */
export function speakTerminalLanguage(command: Command, env: NodeJS.ProcessEnv = process.env): Command {
  if (!isFrenchTerminal(env)) return command;
  return command.configureHelp({
    styleTitle: (title) => keepTogether(titles[title] ?? title, 'fr'),
    commandDescription: () => texts.help.description.fr,
    optionDescription(option) {
      const { description, argChoices, defaultValue } = option;
      const notes = [
        ...(argChoices === undefined ? [] : [`choix : ${argChoices.join(', ')}`]),
        ...(['string', 'number'].includes(typeof defaultValue) ? [`par défaut : ${defaultValue}`] : []),
      ];
      const meaning = help[option.attributeName()]?.fr ?? description;
      return keepTogether(notes.length === 0 ? meaning : `${meaning} (${notes.join(', ')})`, 'fr');
    },
  });
}
