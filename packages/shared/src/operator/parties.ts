import * as z from 'zod/mini';
import { readText } from './text.ts';

/** A `{key, value}` pair, with the value as the operator's text. */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

function pairOf(entry: unknown): KeyValue[] {
  if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('value' in entry)) return [];
  const [key, value] = [readText(entry.key), readText(entry.value)];
  return key === undefined || value === undefined ? [] : [{ key, value }];
}

/**
 * The pairs of parties, metadata or error parameters. The document has a list of `{key, value}` (section 2.2) and an
 * object with a member for each key (section 7.2); a single pair without a list is read too. Entries of another shape,
 * and without a value, are ignored.
 */
export const keyValuesSchema = z.pipe(
  z.nullish(z.unknown()),
  z.transform((pairs): KeyValue[] => {
    if (Array.isArray(pairs)) return pairs.flatMap(pairOf);
    if (typeof pairs !== 'object' || pairs === null) return [];
    const single = pairOf(pairs);
    return single.length > 0 ? single : Object.entries(pairs).flatMap(([key, value]) => pairOf({ key, value }));
  }),
);

/** The first value under a key, letter case aside. */
export function valueUnder(list: readonly KeyValue[], key: string): string | undefined {
  return list.find((entry) => entry.key.toLowerCase() === key.toLowerCase())?.value;
}
