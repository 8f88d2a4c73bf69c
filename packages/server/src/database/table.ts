/**
 * The SQL that creates a table with its indexes, on both databases.
 *
 * @param columns and constraints
 * @param indexes from the name on; a unique one begins with `unique`
 */
export function table(name: string, columns: readonly string[], indexes: readonly string[] = []): readonly string[] {
  return [
    `create table if not exists ${name} (${columns.join(', ')})`,
    ...indexes.map((index) => `create ${index.replace(/^(unique )?/, '$1index if not exists ')}`),
  ];
}
