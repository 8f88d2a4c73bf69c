import { formatMoney } from '@tsena/shared';
import { writeLocalTime } from '@tsena/shared/merchant';

/** An expected failure of a command; the user sees its message without a stack trace. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** Writes one JSON document to standard output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}

/** Writes a line to standard output. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes a table with aligned columns. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const line of alignColumns([headings, ...rows])) printLine(line);
}

/** Writes indented rows with aligned columns. */
export function printColumns(rows: readonly (readonly string[])[]): void {
  for (const line of alignColumns(rows)) printLine(`  ${line}`);
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const columns = rows[0] ?? [];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** An ISO timestamp as local time in Madagascar; `-` for null. */
export function writeTime(timestamp: string | null): string {
  return timestamp === null ? '-' : writeLocalTime(Date.parse(timestamp));
}

/** `25000` as `25 000 Ar`. */
export function writeMoney(digits: string): string {
  // A person who searches the output types plain spaces.
  return formatMoney(digits).replaceAll('\u00a0', ' ');
}

/** Writes the error to standard error, as JSON if the command has `--json`, and exits with 1. */
export function fail(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const asJson = process.argv.includes('--json');
  process.stderr.write(asJson ? `${JSON.stringify({ error: { message } })}\n` : `${message}\n`);
  process.exit(1);
}
