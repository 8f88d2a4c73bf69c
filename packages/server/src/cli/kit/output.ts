import { formatMoney } from '@tsena/shared';
import { writeLocalTime } from '@tsena/shared/merchant';
import stringWidth from 'fast-string-width';

/** An expected failure of a command; the user sees its message without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Writes one JSON document to standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
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

/** Text that others wrote, as one line: control characters could change what the terminal shows of other rows. */
function writeOneLine(text: string): string {
  return text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replace(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
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
  process.stderr.write(asJson ? `${JSON.stringify({ error: { message } })}\n` : `${message}\n`);
  process.exit(1);
}
