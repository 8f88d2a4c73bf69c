import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import help from './help.json' with { type: 'json' };

/** What the help of a command says beside its arguments and options. */
interface CommandHelp {
  readonly does: string;
  /** Paragraphs, and words with their meanings. */
  readonly about?: readonly (string | { readonly word: string; readonly means: string })[];
  /** What stands above the examples, if it is more than that. */
  readonly heading?: string;
  readonly examples?: readonly string[];
}

const HELP: Readonly<Record<string, CommandHelp>> = help;

/** Adds to a command's help what it does, what to know about it, and examples. */
export function addHelp(command: CommandUnknownOpts): void {
  const { parent } = command;
  const path = parent?.parent == null ? command.name() : `${parent.name()} ${command.name()}`;
  const own = HELP[path];
  if (own === undefined) throw new TypeError(`help.json has no command ${path}.`);
  const { does, about = [], examples = [] } = own;
  const { heading = examples.length === 1 ? 'Example:' : 'Examples:' } = own;
  const width = Math.max(0, ...about.map((text) => (typeof text === 'string' ? 0 : text.word.length)));
  const lines = [
    ...about.map((text) => (typeof text === 'string' ? `\n${text}` : `  ${text.word.padEnd(width)}   ${text.means}`)),
    ...(examples.length === 0 ? [] : [`\n${heading}`]),
    ...examples.map((example) => `  ${example.replaceAll('\n', '\n  ')}`),
  ];
  command.description(does).addHelpText('after', lines.join('\n'));
}
