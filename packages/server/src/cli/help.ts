import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import help from './help.json' with { type: 'json' };
import { terminalLanguage } from './kit/french/inTerminalLanguage.ts';

type Text = Readonly<Record<'en' | 'fr', string>>;

/** What the help of a command says beside its arguments and options. */
interface CommandHelp {
  readonly does: Text;
  /** Paragraphs. One with a word says what the word means. */
  readonly about?: readonly (Text & { readonly word?: string })[];
  /** What stands above the examples, if it is more than that. */
  readonly heading?: Text;
  readonly examples?: readonly string[];
}

const HELP: Readonly<Record<string, CommandHelp>> = help;

/** Adds to a command's help what it does, what to know about it, and examples, in the language of the terminal. */
export function addHelp(command: CommandUnknownOpts): void {
  const { parent } = command;
  const path = parent?.parent == null ? command.name() : `${parent.name()} ${command.name()}`;
  const own = HELP[path];
  if (own === undefined) throw new TypeError(`help.json has no command ${path}.`);
  const { does, about = [], heading, examples = [] } = own;
  const language = terminalLanguage();
  const width = Math.max(0, ...about.map(({ word = '' }) => word.length));
  const title = heading?.[language] ?? (examples.length === 1 ? 'Example:' : 'Examples:');
  const lines = [
    ...about.map((text) =>
      text.word === undefined ? `\n${text[language]}` : `  ${text.word.padEnd(width)}   ${text[language]}`,
    ),
    ...(examples.length === 0 ? [] : [`\n${title}`]),
    ...examples.map((example) => `  ${example.replaceAll('\n', '\n  ')}`),
  ];
  command.description(does[language]).addHelpText('after', lines.join('\n'));
}
