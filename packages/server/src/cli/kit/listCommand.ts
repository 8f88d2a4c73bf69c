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
  { rows: name, none, read, columns }: ListCommand<Options, Row>,
): CommandUnknownOpts {
  command
    .option('--limit <count>', `the largest number of ${name} to list`, parseWhole(1, 10_000), 50)
    .option('--json', 'as JSON, as the merchant API gives it');
  return command.action(async (options) => {
    const limit = Number(command.getOptionValue('limit'));
    const { data, nextCursor } = await withStorage((context) => read(context, { ...options, limit }));
    if (command.getOptionValue('json') === true) printJson({ data, nextCursor: null });
    else if (data.length === 0) printLine(none);
    else {
      const all = columns.map((column) =>
        typeof column === 'string' ? ([wordsOf(column).replace(/ at$/, ''), column] as const) : column,
      );
      printTable(
        all.map(([heading]) => heading),
        data.map((row) => all.map(([, member]) => writeMember(member, row[member]))),
      );
      if (nextCursor !== null) printLine(`There are more ${name}. To list more than ${limit}, set --limit.`);
    }
  });
}
