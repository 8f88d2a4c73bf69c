import { cleanText } from '@tsena/shared';

/** Most cells: nothing to leave out. */
const PLAIN = /^[A-Za-z0-9](?:[\w .,:/+-]*[\w.,:/+-])?$/;

/** The text of a cell without the marks by which a spreadsheet keeps a number as text (`'0123`, `="0123"`). */
export function textOfCell(cell: string): string {
  const text = cell.trim();
  return /^="(.*)"$/.exec(text)?.[1]?.trim() ?? text.replace(/^'\s*/, '');
}

/** {@link textOfCell} of a number, a reference, an amount or a date, as a person sees it. */
export function visibleText(cell: string): string {
  return PLAIN.test(cell) ? cell : textOfCell(cleanText(cell));
}

/** Whether a cell has no visible text. */
export function isEmptyCell(cell: string | undefined): boolean {
  return cell === undefined || visibleText(cell) === '';
}
