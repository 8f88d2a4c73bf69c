import { inTerminalLanguage, isFrench } from './inTerminalLanguage.ts';

/** A paragraph; or an indented example, or word with its meaning. */
function lineInFrench(line: string): string {
  const [, before = '', meaning = line] = /^(\s+(?:\S.*?\s{2,})?)(\S.*)$/.exec(line) ?? [];
  return before + inTerminalLanguage(meaning);
}

/** A text of several lines in the language of the terminal. What is in no table stays English. */
export function textInTerminalLanguage(text: string): string {
  return isFrench() ? text.split('\n').map(lineInFrench).join('\n') : text;
}
