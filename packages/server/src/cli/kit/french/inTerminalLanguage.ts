import { isFrenchTerminal, keepTogether, PROBLEMS, type ProblemCode } from '@tsena/shared';
import { sentenceForMerchant } from '@tsena/shared/merchant';
import catalogue from './sentences.json' with { type: 'json' };

const { errorParts, ...sentences } = catalogue;

/** What the commands say, in French, by the English sentence. `{1}` is a value. */
const SENTENCES = new Map(Object.values(sentences).flatMap((part) => Object.entries<string>(part)));

/** A text with values: `{1} is revoked.` */
function toTemplate([english, french]: readonly [string, string], begin: string, end: string) {
  const pattern = english.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{\d\}/g, '(.+?)');
  return { english: new RegExp(begin + pattern + end, 'g'), french: french.replace(/\{(\d)\}/g, '$$$1') };
}

/** Sentences with values. */
const TEMPLATES = [...SENTENCES]
  .filter(([english]) => english.includes('{1}'))
  .map((entry) => toTemplate(entry, '^', '$'));

/** Parts of errors. A value at the end of one goes to the end of its word. */
const PARTS = Object.entries<string>(errorParts).map((entry) =>
  toTemplate(entry, '', entry[0].endsWith('}') ? '(?!\\w)' : ''),
);

/** A sentence of the help, a check or a result in French; undefined if there is none. */
export function findFrench(sentence: string): string | undefined {
  const whole = SENTENCES.get(sentence);
  if (whole !== undefined) return whole;
  const template = TEMPLATES.find(({ english }) => sentence.search(english) === 0);
  return template && sentence.replace(template.english, template.french);
}

/** Whether the command line speaks French. JSON is for programs. */
export function isFrench(
  env: Readonly<Record<string, string | undefined>> = process.env,
  args: readonly string[] = process.argv,
): boolean {
  return isFrenchTerminal(env) && !args.includes('--json');
}

/** The language in which commands ask for texts of the API. */
export function terminalLanguage(): 'fr' | 'en' {
  return isFrench() ? 'fr' : 'en';
}

/** A sentence in the language of the terminal. What is in no table stays English. */
export function inTerminalLanguage(
  sentence: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  if (!isFrench(env)) return sentence;
  return keepTogether(findFrench(sentence) ?? errorInFrench(sentence), 'fr');
}

function errorInFrench(error: string): string {
  const problem = (Object.keys(PROBLEMS) as ProblemCode[]).find((code) => error.startsWith(PROBLEMS[code].cause));
  if (problem !== undefined) return error.replace(PROBLEMS[problem].cause, sentenceForMerchant(problem, 'fr'));
  return PARTS.reduce((text, { english, french }) => text.replace(english, french), error);
}
