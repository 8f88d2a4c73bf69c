/** Makes the new rows of a table from those that it has; null leaves the table as it is. */
export type TableWriter = ((rows: readonly (readonly string[])[]) => readonly (readonly string[])[]) | null;

/**
 * Writes the rows of a page's tables again, one writer for each table. Everything else stays as it is: people write it.
 */
export function rewriteTables(page: string, writers: readonly TableWriter[]): string {
  let tables = 0;
  const rewritten = page.replace(/(?:^\|.*\n)+/gm, (table) => {
    const [head = '', line = '', ...rows] = table.trimEnd().split('\n');
    const write = writers[tables];
    tables += 1;
    if (write == null) return table;
    const written = write(rows.map((row) => row.slice(2, -2).split(' | '))).map((cells) => `| ${cells.join(' | ')} |`);
    return `${[head, line, ...written].join('\n')}\n`;
  });
  if (tables !== writers.length) throw new Error(`The page has ${tables} tables instead of ${writers.length}.`);
  return rewritten;
}
