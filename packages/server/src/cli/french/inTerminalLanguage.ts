import { isFrenchTerminal, keepTogether, PROBLEMS, type ProblemCode, sentenceFor } from '@tsena/shared';
import { ERROR_PARTS } from './errors.ts';
import catalogue from './sentences.json' with { type: 'json' };

/** What the commands say, in French, by the English sentence. `{1}` is a value. */
const SENTENCES = new Map(Object.values(catalogue).flatMap((part) => Object.entries<string>(part)));

/** A sentence with values: `{1} is revoked.` */
interface Template {
  readonly english: RegExp;
  readonly french: string;
}

let templates: readonly Template[] | undefined;

function readTemplates(): readonly Template[] {
  templates ??= [...SENTENCES]
    .filter(([english]) => english.includes('{1}'))
    .map(([english, french]) => {
      const pattern = english.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{\d\}/g, '(.+?)');
      return { english: new RegExp(`^${pattern}$`), french };
    });
  return templates;
}

/** A sentence of the help, a check or a result in French; undefined if there is none. */
export function findFrench(sentence: string): string | undefined {
  const whole = SENTENCES.get(sentence);
  if (whole !== undefined) return whole;
  for (const { english, french } of readTemplates()) {
    const values = english.exec(sentence);
    if (values !== null) return french.replace(/\{(\d)\}/g, (_, number: string) => values[Number(number)] ?? '');
  }
  return undefined;
}

/** Whether the command line speaks French. JSON is for programs. */
export function isFrench(env: Readonly<Record<string, string | undefined>> = process.env, args: readonly string[] = process.argv): boolean {
  return isFrenchTerminal(env) && !args.includes('--json');
}

/** The language in which commands ask for texts of the API. */
export function terminalLanguage(): 'fr' | 'en' {
  return isFrench() ? 'fr' : 'en';
}

/** A sentence in the language of the terminal. What is in no table stays English. */
export function inTerminalLanguage(sentence: string, env: Readonly<Record<string, string | undefined>> = process.env): string {
  if (!isFrench(env)) return sentence;
  return keepTogether(findFrench(sentence) ?? errorInFrench(sentence), 'fr');
}

function errorInFrench(error: string): string {
  const problem = (Object.keys(PROBLEMS) as ProblemCode[]).find((code) => error.startsWith(PROBLEMS[code].cause));
  if (problem !== undefined) return error.replace(PROBLEMS[problem].cause, sentenceFor(problem, 'fr'));
  return ERROR_PARTS.reduce((text, [part, replacement]) => text.replace(part, replacement), error);
}
