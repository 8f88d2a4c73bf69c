import { isUtf8 } from 'node:buffer';

/**
 * The encoding of a file that is not UTF-8; undefined if it is. Editors on Windows save UTF-16, with a byte order mark
 * or without.
 */
export function foreignEncoding(bytes: Uint8Array): 'UTF-16' | 'another encoding' | undefined {
  const [first, second] = bytes;
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (hasMark || bytes.includes(0)) return 'UTF-16';
  return isUtf8(bytes) ? undefined : 'another encoding';
}
