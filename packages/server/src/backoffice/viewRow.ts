import * as z from 'zod/mini';
import { writeTime } from '../core/views/time.ts';

/**
 * A row as the API shows it: names in camelCase, times (`…_at`) in RFC 3339, and no column that the schema lacks.
 *
 * @param row the columns, and the members that are not a column
 */
export function viewRow<Schema extends z.ZodMiniObject>(schema: Schema, row: object): z.output<Schema> {
  const members = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    name.endsWith('_at') && typeof value === 'number' ? writeTime(value) : value,
  ]);
  return z.parse(schema, Object.fromEntries(members));
}
