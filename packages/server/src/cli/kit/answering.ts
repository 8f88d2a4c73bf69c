import { Command, type CommandUnknownOpts, type OptionValues } from '@commander-js/extra-typings';
import type { CommandContext } from '../../composition/assemble.ts';
import { withStorage } from './offline.ts';
import { printJson } from './output.ts';

/** What {@link answering} takes. */
export interface Answering<Args extends unknown[], Options extends OptionValues, Answer> {
  /** What `--json` prints. */
  readonly json?: string;
  /** Takes the arguments of the command, then its options. */
  answer(context: CommandContext, ...given: [...Args, Options, Command<Args, Options>]): Promise<Answer>;
  /** Writes the answer for a person. */
  print(answer: NoInfer<Answer>): void;
}

/** Makes a command that works on the storage answer: as JSON with `--json`, else as text. */
export function answering<Args extends unknown[], Options extends OptionValues, Answer>(
  command: Command<Args, Options>,
  { json = 'as JSON, as the merchant API gives it', answer, print }: Answering<Args, Options, Answer>,
): CommandUnknownOpts {
  command.option('--json', json);
  return command.action(async (...given) => {
    const answered = await withStorage((context) => answer(context, ...given));
    if (command.getOptionValue('json') === true) printJson(answered);
    else print(answered);
  });
}

/** A command that has nothing but commands. */
export function group(name: string, ...commands: readonly CommandUnknownOpts[]): CommandUnknownOpts {
  const all = new Command(name);
  for (const command of commands) all.addCommand(command);
  return all;
}
