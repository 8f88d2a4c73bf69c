import { type Kysely, type MigrationProvider, sql } from 'kysely';
import type { Column } from '../columns/columns.ts';
import { TABLES, type Table } from './schema.ts';

function defineColumn(name: string, { type, isNullable, constraint, values }: Column<unknown>): string {
  const parts = [
    `"${name}"`,
    type,
    ...(isNullable ? [] : ['not null']),
    ...(constraint === undefined ? [] : [constraint]),
  ];
  if (values !== undefined) parts.push(`check (${name} in (${values.map((value) => `'${value}'`).join(', ')}))`);
  return parts.join(' ');
}

/** The SQL that creates a table with its indexes, on both databases. */
function createTable(name: string, { columns, constraints = [], indexes = [] }: Table): string[] {
  const lines = [
    ...Object.entries(columns).map(([column, kind]) => defineColumn(column, kind)),
    ...constraints.map((constraint) => `constraint ${constraint}`),
  ];
  return [
    `create table ${name} (${lines.join(', ')})`,
    ...indexes.map((index) => `create ${index.replace(/^(unique )?/, '$1index ')}`),
  ];
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  const statements = Object.entries(TABLES).flatMap(([name, table]) => createTable(name, table));
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/**
 * The migrations, by name, in order. Nothing is released: a change of schema.ts changes the first migration, under
 * another name, and what the one before created is refused. A released migration never changes.
 */
const MIGRATIONS = { '0001_tables_with_shop_failure': { up: createTables } };

export const migrations: MigrationProvider = { getMigrations: async () => MIGRATIONS };

/** How a database stands to this version. */
export type MigrationState =
  /** `missing`: how many migrations the next start runs. */
  | { readonly kind: 'known'; readonly missing: number }
  /** A newer version has run these migrations, which this version does not know. */
  | { readonly kind: 'newer'; readonly unknown: readonly string[] }
  /** A version before the first release has created its tables, which nothing migrates. */
  | { readonly kind: 'unreleased' };

/** Compares the migrations that a database has with those of this version. */
export function compareMigrations(applied: readonly string[]): MigrationState {
  const known = Object.keys(MIGRATIONS);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return { kind: 'known', missing: known.length - applied.length };
  return known.some((name) => applied.includes(name)) ? { kind: 'newer', unknown } : { kind: 'unreleased' };
}
