import * as z from 'zod/mini';
import { writeTime } from '../../core/views/time.ts';
import type { Log } from '../../log/log.ts';

/**
 * A stored row that this version cannot show: a newer version or a person has written it. The message has none of its
 * values.
 */
export class UnknownRow extends Error {
  override readonly name = 'UnknownRow';
  readonly id: string;

  constructor(id: string, cause: unknown) {
    super(`The row ${id} has values that this version of the companion does not know`, { cause });
    this.id = id;
  }
}

/**
 * A row as the API shows it: names in camelCase, times (`at`, `…_at`) in RFC 3339, and no column that the schema lacks.
 *
 * @param membersOf the columns, and the members that are not a column; by default the row
 * @throws UnknownRow
 */
export function viewRow<Schema extends z.ZodMiniObject, Row extends { readonly id: string }>(
  schema: Schema,
  row: Row,
  membersOf: (row: Row) => object = (given) => given,
): z.output<Schema> {
  try {
    const members = Object.entries(membersOf(row)).map(([name, value]: [string, unknown]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      /(?:^|_)at$/.test(name) && typeof value === 'number' ? writeTime(value) : value,
    ]);
    return z.parse(schema, Object.fromEntries(members));
  } catch (error) {
    throw new UnknownRow(row.id, error);
  }
}

/** The rows of a list that can be shown. The log names the others: one of them does not take the list away. */
export function viewRows<Row, Shown>(log: Log, rows: readonly Row[], view: (row: Row) => Shown): Shown[] {
  return rows.flatMap((row) => {
    try {
      return [view(row)];
    } catch (error) {
      if (!(error instanceof UnknownRow)) throw error;
      log.error(
        { err: error, row: error.id },
        'a row is missing in a list, because this version of the companion cannot show it',
      );
      return [];
    }
  });
}
