import type { Readable, Writable } from 'node:stream';
import { confirm, log, password, select, text } from '@clack/prompts';
import type { OperatorEnvironment } from '../../config/settings.ts';
import { CommandError } from '../kit/output.ts';
import { initText } from './initText.ts';

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
  /** Asks for a text; an empty line takes the preset. */
  ask(question: Question): Promise<string>;
  choose(
    message: string,
    choices: readonly OperatorEnvironment[],
    preset: OperatorEnvironment,
  ): Promise<OperatorEnvironment>;
  confirm(message: string, preset: boolean): Promise<boolean>;
  say(message: string): void;
}

/** Prompts on a terminal. */
export function createPrompts(input: Readable = process.stdin, output: Writable = process.stdout): Prompts {
  const streams = { input, output };
  return {
    async ask({ message, preset = '', isSecret, faultOf }) {
      const validate = (answer: string | undefined) => faultOf(answer?.trim() || preset);
      const shown = preset === '' ? {} : { placeholder: preset, defaultValue: preset };
      const question = { ...streams, message, validate };
      const answer = await (isSecret === true ? password(question) : text({ ...question, ...shown }));
      return readAnswer<string>(answer ?? '').trim() || preset;
    },
    async choose(message, choices, preset) {
      const options = choices.map((value) => ({ value }));
      return readAnswer<OperatorEnvironment>(await select({ ...streams, message, options, initialValue: preset }));
    },
    async confirm(message, preset) {
      return readAnswer<boolean>(await confirm({ ...streams, message, initialValue: preset }));
    },
    say(message) {
      log.message(message, streams);
    },
  };
}

/** Clack answers with a symbol if the person cancels. */
function readAnswer<Answer extends string | boolean>(answer: Answer | symbol): Answer {
  if (typeof answer === 'symbol') throw new CommandError(initText('cancelled'));
  return answer;
}
