import type { Readable, Writable } from 'node:stream';
import { confirm, log, password, select, text } from '@clack/prompts';
import { inTerminalLanguage } from '../french/inTerminalLanguage.ts';
import { CommandError } from '../output.ts';

/** A question whose answer is a text. */
export interface Question {
  readonly message: string;
  /** The answer to an empty line. */
  readonly preset?: string;
  readonly isSecret?: boolean;
  /** Says what is wrong with an answer; undefined if it is right. */
  readonly faultOf: (answer: string) => string | undefined;
}

/** Asks a person. Each method rejects with a CommandError if the person cancels. */
export interface Prompts {
  ask(question: Question): Promise<string>;
  choose<Choice extends string>(message: string, choices: readonly Choice[], preset: Choice): Promise<Choice>;
  confirm(message: string, preset: boolean): Promise<boolean>;
  say(message: string): void;
}

/** Prompts on a terminal. */
export function createPrompts(input: Readable = process.stdin, output: Writable = process.stdout): Prompts {
  const streams = { input, output };
  return {
    async ask({ message, preset, isSecret, faultOf }) {
      const validate = (answer: string | undefined) => faultOf(answer?.trim() || (preset ?? ''));
      const shown = preset === undefined || preset === '' || isSecret === true ? {} : { placeholder: preset, defaultValue: preset };
      const answer = await (isSecret === true
        ? password({ ...streams, message, validate })
        : text({ ...streams, ...shown, message, validate }));
      return readAnswer<string>(answer ?? '').trim() || (preset ?? '');
    },
    async choose(message, choices, preset) {
      const options = choices.map((value) => ({ value: String(value) }));
      const answer = readAnswer<string>(await select({ ...streams, message, options, initialValue: String(preset) }));
      return choices.find((choice) => choice === answer) ?? preset;
    },
    async confirm(message, preset) {
      const french = inTerminalLanguage(message);
      return readAnswer<boolean>(await confirm({ ...streams, message: french, initialValue: preset }));
    },
    say(message) {
      log.message(inTerminalLanguage(message), streams);
    },
  };
}

/** Clack answers with a symbol if the person cancels. */
function readAnswer<Answer extends string | boolean>(answer: Answer | symbol): Answer {
  if (typeof answer === 'symbol') throw new CommandError('Cancelled. Nothing was written.');
  return answer;
}
