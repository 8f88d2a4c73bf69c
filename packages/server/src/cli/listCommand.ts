import { Command } from 'commander';
import { viewRows } from '../backoffice/viewRow.ts';
import type { Parts } from '../composition/parts.ts';
import { parseWhole } from './arguments.ts';
import { withStorage } from './offline.ts';
import { printJson, printLine, printTable } from './output.ts';

/** A list of the merchant API on the command line. */
export interface ListCommand<Row> {
  /** What it lists, in the plural. */
  readonly rows: string;
  readonly description: string;
  /** What follows the options in the help. */
  readonly help: string;
  /** What it says if there is none. */
  readonly none: string;
  /** The headings of the table, and what stands below each. */
  readonly columns: Readonly<Record<string, (row: Row) => string>>;
}

/** A page, as a list reads it. */
export interface ListedPage<Row> {
  readonly rows: readonly Row[];
  readonly next: unknown;
}

/** A page with its rows as the merchant API gives them. */
export async function viewPage<Stored, Row>(
  { log }: Parts,
  page: Promise<ListedPage<Stored>>,
  view: (stored: Stored) => Row,
): Promise<ListedPage<Row>> {
  const { rows, next } = await page;
  return { rows: viewRows(log, rows, view), next };
}

/**
 * A command that lists what the merchant API lists, newest first.
 *
 * @param addOptions adds the filters to the command
 * @param read reads a page for the filters
 */
export function listCommand<Row, Filter extends object = object>(
  { rows: name, description, help, none, columns }: ListCommand<Row>,
  read: (context: Parts, filter: Filter, limit: number) => Promise<ListedPage<Row>>,
  addOptions: (command: Command) => Command = (command) => command,
): Command {
  return addOptions(new Command('list').description(description))
    .option('--limit <count>', `the largest number of ${name} to list`, parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText('after', help)
    .action(async (options: Filter & { readonly limit: number; readonly json?: true }) => {
      const { limit, json } = options;
      const { rows, next } = await withStorage((context) => read(context, options, limit));
      if (json) printJson({ data: rows, nextCursor: null });
      else if (rows.length === 0) printLine(none);
      else {
        printTable(
          Object.keys(columns),
          rows.map((row) => Object.values(columns).map((write) => write(row))),
        );
        if (next !== null) printLine(`There are more ${name}. To list more than ${limit}, set --limit.`);
      }
    });
}
