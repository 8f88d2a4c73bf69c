import * as z from 'zod/mini';

/**
 * Characters that nobody sees: controls, signs of direction, the ends of lines, and what Unicode calls
 * default-ignorable. With them, two orders look the same, or an amount reads from the other side. The SDKs refuse the
 * same. U+FE0F is apart: phones write it behind emoji.
 */
const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\ufe00-\ufe0e\uffa0\ufff0-\ufff8\u{e0000}-\u{e0fff}`;

/** Checks a text by which something is recognized: an order, a person. */
export const isVisible = z.regex(
  new RegExp(`^[^${INVISIBLE}\\ufe0f]*$`, 'u'),
  'no invisible characters, as U+200B or U+202E',
);

/** Checks a text that people read, with emoji. */
export const isVisibleWithEmoji = z.regex(
  new RegExp(`^[^${INVISIBLE}]*$`, 'u'),
  'no invisible characters, as U+200B or U+202E',
);
