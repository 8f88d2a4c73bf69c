/** What a database checks of a column, beside whether it is null. */
type Constraint = 'primary key' | 'unique' | 'default 0' | `references ${string}` | `check (${string})`;

/** A column of a table. */
export interface Column<Value> {
  readonly type: 'text' | 'integer' | 'bigint';
  readonly isNullable: boolean;
  readonly constraint: Constraint | undefined;
  /** The only values that it takes; undefined: any. */
  readonly values: readonly string[] | undefined;
  /** Never set: it names the type of the values, which a row of the table has. */
  readonly value?: Value;
}

/** The columns of a table, by name. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A row of a table with these columns. */
export type Row<Of extends Columns> = { [Name in keyof Of]: Of[Name] extends Column<infer Value> ? Value : never };

function column<Value>(
  type: Column<Value>['type'],
  constraint?: Constraint,
  values?: readonly string[],
): Column<Value> {
  return { type, constraint, values, isNullable: false };
}

/** A text; `Value` is its brand, or the texts that the code writes into it. */
export const text = <Value extends string = string>(constraint?: Constraint) => column<Value>('text', constraint);

/** One of these texts. The database refuses any other. */
export const oneOf = <Value extends string>(values: readonly Value[], constraint?: Constraint) =>
  column<Value>('text', constraint, values);

/** A whole number of at most 31 bits. */
export const integer = (constraint?: Constraint) => column<number>('integer', constraint);

/** A whole number. */
export const bigInteger = (constraint?: Constraint) => column<number>('bigint', constraint);

/** Whole Ariary. */
export const ariary = (constraint?: Constraint) => column<number>('bigint', constraint);

/** A time, ms since 1970. */
export const time = (constraint?: Constraint) => column<number>('bigint', constraint);

/** The same column, which may be null. */
export const nullable = <Value>(of: Column<Value>): Column<Value | null> => ({ ...of, isNullable: true });

/** A worker's hold on a row. */
export const leased = {
  lease_owner: nullable(text()),
  /** By the clock of the workers; of a token, by the database's. */
  lease_until: nullable(time()),
  /** The fencing token: increases with every lease, so that a worker that has lost its lease changes nothing. */
  fence: integer('default 0'),
};
