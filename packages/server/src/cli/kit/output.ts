import { styleText } from 'node:util';
import { formatMoney } from '@tsena/shared';
import { writeLocalTime } from '@tsena/shared/merchant';
import stringWidth from 'fast-string-width';

/** All but the line feed and the tab. */
const CONTROLS = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** An expected failure of a command; the user sees its message without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Writes one JSON document to standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${writeJson(value, 2)}\n`);
}

/** A part of a line that has a colour on a terminal. */
export interface Coloured {
  readonly colour: 'green' | 'yellow' | 'red';
  readonly text: string;
}

/** Writes a line to standard output. Control characters in it, which others may have written, do nothing. */
export function printLine(...parts: readonly (string | Coloured)[]): void {
  const written = parts.map((part) => {
    if (typeof part === 'string') return replaceControls(part);
    const text = replaceControls(part.text);
    return process.stdout.isTTY ? styleText(part.colour, text) : text;
  });
  process.stdout.write(`${written.join('')}\n`);
}

/** Writes a table with aligned columns. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of alignColumns([headings, ...rows])) printLine(line);
}

/** Writes indented rows with aligned columns. */
export function printColumns(rows: readonly (readonly string[])[]): void {
  for (const line of alignColumns(rows)) printLine(`  ${line}`);
}

/** Writes one line for each field that is not null. The values begin in the same column. */
export function printFields(
  fields: readonly (readonly [name: string, value: string | null])[],
  nameWidth: number,
): void {
  for (const [name, value] of fields) {
    if (value !== null) printLine(`${name.padEnd(nameWidth)}${writeOneLine(value)}`);
  }
}

/** Writes one line for each member of an answer of the API. */
export function printMembers(answer: Readonly<Record<string, unknown>>): void {
  printFields(
    Object.entries(answer).map(([name, value]) => [wordsOf(name), writeMember(name, value)]),
    14,
  );
}

/** `created at` for `createdAt`. */
export function wordsOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * A member of an answer of the API for a person: times as local time, amounts with their unit, lists with commas, `-`
 * for null.
 */
export function writeMember(name: string, value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.join(', ');
  if (name === 'amount') return writeMoney(String(value));
  return /^at$|At$/.test(name) ? writeTime(String(value)) : String(value);
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(writeOneLine));
  const widths = (cells[0] ?? []).map((_, column) =>
    cells.reduce((width, row) => Math.max(width, stringWidth(row[column] ?? '')), 0),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd(),
  );
}

/** Text that others wrote, as one line: it cannot look like another line. */
export function writeOneLine(text: string): string {
  return replaceControls(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' '));
}

/** Control characters could change what the terminal shows of other lines. */
function replaceControls(text: string): string {
  return text.replace(CONTROLS, '\ufffd');
}

/** JSON in which control characters are escaped, also those that JSON allows. */
function writeJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** An ISO timestamp as local time in Madagascar; `-` for null. */
export function writeTime(timestamp: string | null): string {
  return timestamp === null ? '-' : writeLocalTime(Date.parse(timestamp));
}

/** `25000` as `25,000 Ar`. */
export function writeMoney(digits: string): string {
  // A person who searches the output types plain spaces.
  return formatMoney(digits, 'en').replaceAll('\u00a0', ' ');
}

/** Writes the error to standard error, as JSON if the command has `--json`, and exits with 1. */
export function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const asJson = process.argv.includes('--json');
  process.stderr.write(`${asJson ? writeJson({ error: { message } }) : replaceControls(message)}\n`);
  process.exit(1);
}
