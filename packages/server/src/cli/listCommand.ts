import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import { viewRows } from '../backoffice/viewRow.ts';
import type { Parts } from '../composition/parts.ts';
import { parseWhole } from './arguments.ts';
import { withStorage } from './offline.ts';
import { printJson, printLine, printTable, wordsOf, writeMember } from './output.ts';

/** A list of the merchant API on the command line. */
export interface ListCommand<Options extends OptionValues, Row> {
  /** What it lists, in the plural. */
  readonly rows: string;
  /** What follows the options in the help. */
  readonly help: string;
  /** What it says if there is none. */
  readonly none: string;
  /** Reads a page for the options. */
  readonly read: (context: Parts, options: Options, limit: number) => Promise<ListedPage<Row>>;
  readonly columns: readonly Column<Row>[];
}

/** A member of a row, and its heading, by default its words: `last used` for `lastUsedAt`. */
type Column<Row> = (keyof Row & string) | readonly [heading: string, member: keyof Row & string];

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

/** Makes a command list what the merchant API lists, newest first. */
export function listCommand<Options extends OptionValues, Row>(
  command: Command<[], Options>,
  { rows: name, help, none, read, columns }: ListCommand<Options, Row>,
): CommandUnknownOpts {
  command
    .option('--limit <count>', `the largest number of ${name} to list`, parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it')
    .addHelpText('after', help);
  return command.action(async (options) => {
    const limit = Number(command.getOptionValue('limit'));
    const { rows, next } = await withStorage((context) => read(context, options, limit));
    if (command.getOptionValue('json') === true) printJson({ data: rows, nextCursor: null });
    else if (rows.length === 0) printLine(none);
    else {
      const all = columns.map((column) => (typeof column === 'string' ? ([wordsOf(column).replace(/ at$/, ''), column] as const) : column));
      printTable(
        all.map(([heading]) => heading),
        rows.map((row) => all.map(([, member]) => writeMember(member, row[member]))),
      );
      if (next !== null) printLine(`There are more ${name}. To list more than ${limit}, set --limit.`);
    }
  });
}
