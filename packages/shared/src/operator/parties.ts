import * as z from 'zod/mini';

/** `{key, value}` as the interface document writes parties and metadata (section 2.2). */
const keyValueSchema = z.looseObject({ key: z.string(), value: z.string() });

/** A list of `{key, value}`; entries of another shape are ignored, because the document does not define them. */
export const keyValuesSchema = z.pipe(
  z.nullish(z.unknown()),
  z.transform((list): KeyValue[] =>
    Array.isArray(list)
      ? list.flatMap((entry) => {
          const read = z.safeParse(keyValueSchema, entry);
          return read.success ? [{ key: read.data.key, value: read.data.value }] : [];
        })
      : [],
  ),
);

/** A `{key, value}` pair. */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** The first value under a key, letter case aside. */
export function valueUnder(list: readonly KeyValue[], key: string): string | undefined {
  return list.find((entry) => entry.key.toLowerCase() === key.toLowerCase())?.value;
}
