import { keepTogether } from '@tsena/shared';
import { findFrench, inTerminalLanguage } from './inTerminalLanguage.ts';

const WIDTH = 98;

/** Breaks a text into lines of at most {@link WIDTH} characters. */
function wrap(text: string): string {
  return text.replace(new RegExp(`(?=.{${WIDTH + 1}})(.{1,${WIDTH}}) `, 'g'), '$1\n');
}

/** Lines that belong together: one text of the tables, or else line by line, as the parts of an error. */
function proseInFrench(lines: readonly string[]): string[] {
  const french = findFrench(lines.join(' '));
  return french === undefined ? lines.map((line) => inTerminalLanguage(line)) : [wrap(keepTogether(french, 'fr'))];
}

/** A line of an example, or a word with its meaning. */
function indentedInFrench(line: string): string {
  const [, before = '', meaning = ''] = /^(\s+(?:\S.*?\s{2,})?)(\S.*)$/.exec(line) ?? [];
  return before + inTerminalLanguage(meaning);
}

/** A text of several lines in French: each paragraph, each example, and each word with its meaning. What is in no table stays English. */
export function textInFrench(text: string): string {
  const written: string[] = [];
  let prose: string[] = [];
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) {
      prose.push(line);
      continue;
    }
    if (prose.length > 0) written.push(...proseInFrench(prose));
    prose = [];
    written.push(line === '' ? line : indentedInFrench(line));
  }
  return [...written, ...(prose.length > 0 ? proseInFrench(prose) : [])].join('\n');
}
