import type { Command } from 'commander';
import type { Parts } from '../composition/parts.ts';
import { withStorage } from './offline.ts';
import { printJson } from './output.ts';

/** What {@link answering} takes. */
export interface Answering<Given extends readonly unknown[], Answer> {
  /** What follows the options in the help. */
  readonly help: string;
  /** What `--json` prints. */
  readonly json?: string;
  /** Takes the arguments of the command, then its options. */
  answer(context: Parts, ...given: Given): Promise<Answer>;
  /** Writes the answer for a person. */
  print(answer: NoInfer<Answer>): void;
}

/** Makes a command that works on the storage answer: as JSON with `--json`, else as text. */
export function answering<Given extends readonly unknown[], Answer>(
  command: Command,
  { help, json = 'as JSON, as the merchant API gives it', answer, print }: Answering<Given, Answer>,
): Command {
  return command
    .option('--json', json)
    .addHelpText('after', help)
    .action(async (...given: [...Given]) => {
      const answered = await withStorage((context) => answer(context, ...given));
      if (command.opts().json) printJson(answered);
      else print(answered);
    });
}
