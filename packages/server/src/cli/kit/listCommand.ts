import type { Command, CommandUnknownOpts, OptionValues } from '@commander-js/extra-typings';
import type { ListPage, Paging } from '../../backoffice/shared/defineList.ts';
import type { CommandContext } from '../../composition/assemble.ts';
import { parseWhole } from './arguments.ts';
import { withStorage } from './offline.ts';
import { printJson, printLine, printTable, wordsOf, writeMember } from './output.ts';

/** A list of the merchant API on the command line. */
export interface ListCommand<Options extends OptionValues, Row> {
  /** What it lists, in the plural. */
  readonly rows: string;
  /** What it says if there is none. */
  readonly none: string;
  readonly read: (context: CommandContext, query: Options & Paging) => Promise<ListPage<Row>>;
  readonly columns: readonly Column<Row>[];
}

/** A member of a row, and its heading, by default its words: `last used` for `lastUsedAt`. */
type Column<Row> = (keyof Row & string) | readonly [heading: string, member: keyof Row & string];

/** Makes a command list what the merchant API lists, newest first. */
export function listCommand<Options extends OptionValues, Row>(
  command: Command<[], Options>,
  list: ListCommand<Options, Row>,
): CommandUnknownOpts {
  addListOptions(command, list.rows);
  return command.action((options) => printList(command, options, list));
}

/** Adds the options of a list: how many rows at most, and as JSON or as text. */
export function addListOptions(command: CommandUnknownOpts, rows: string): void {
  command
    .option('--limit <count>', `the largest number of ${rows} to list`, parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it');
}

/** What was given to {@link addListOptions}. */
export function listOptionsOf(command: CommandUnknownOpts): { readonly limit: number; readonly asJson: boolean } {
  return { limit: Number(command.getOptionValue('limit')), asJson: command.getOptionValue('json') === true };
}

/** Prints a list with the options of the command. */
export async function printList<Options extends OptionValues, Row>(
  command: CommandUnknownOpts,
  options: Options,
  { rows: name, none, read, columns }: ListCommand<Options, Row>,
): Promise<void> {
  const { limit, asJson } = listOptionsOf(command);
  const { data, nextCursor } = await withStorage((context) => read(context, { ...options, limit }));
  if (asJson) printJson({ data, nextCursor: null });
  else if (data.length === 0) printLine(none);
  else {
    const all = columns.map((column) =>
      typeof column === 'string' ? ([wordsOf(column).replace(/ at$/, ''), column] as const) : column,
    );
    printTable(
      all.map(([heading]) => heading),
      data.map((row) => all.map(([, member]) => writeMember(member, row[member]))),
    );
    if (nextCursor !== null) printMore(name, limit);
  }
}

/** Says that a list goes on. */
export function printMore(rows: string, limit: number): void {
  printLine(`There are more ${rows}. To list more than ${limit}, set --limit.`);
}
