import * as z from 'zod/mini';

/** A text that may be missing, null, empty, or a number; read as a trimmed string, or undefined. */
export const optionalText = z.pipe(
  z.nullish(z.unknown()),
  z.transform((value): string | undefined => {
    const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
    return text === '' ? undefined : text;
  }),
);
