import { LANGUAGES, PROBLEMS, type ProblemCode, sentenceFor } from '@tsena/shared';

/** Writes a module with the companion's problems in each language, for the playground's mock. */
export function writeProblems(): string {
  const problems = Object.entries(PROBLEMS).map(([code, { status, cause }]) => {
    const detail = Object.fromEntries(
      LANGUAGES.map((language) => [language, sentenceFor(code as ProblemCode, language)]),
    );
    return [code, { status, title: cause, detail }];
  });
  return `export const PROBLEMS = ${JSON.stringify(Object.fromEntries(problems))};\n`;
}
