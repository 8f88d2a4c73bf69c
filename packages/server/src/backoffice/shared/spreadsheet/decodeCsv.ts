import { isUtf8 } from 'node:buffer';
import { setImmediate as pause } from 'node:timers/promises';
import { CsvUnreadable } from './csvUnreadable.ts';

/** Even, because a letter of UTF-16 has two bytes. */
const PART_BYTES = 16 * 1024;
const NUL = '\0';
/** The characters 0x80 to 0x9f of Windows-1252; five of them have none. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The place of a fault of the file as a whole. */
export const WHOLE_FILE = { line: 1, column: null } as const;

/**
 * Decodes a file: UTF-8, UTF-16 with or without a byte order mark, else Windows-1252, which spreadsheets in French
 * write. Part by part, so that the whole text is never in memory, with pauses in which the process answers other
 * requests.
 *
 * @throws CsvUnreadable if it is empty or no text
 */
export async function* decodeCsv(bytes: Uint8Array): AsyncGenerator<string> {
  const encoding = encodingOf(bytes);
  const decoder = new TextDecoder(encoding);
  let isEmpty = true;
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    const decoded = decoder.decode(bytes.subarray(at, at + PART_BYTES), { stream: at + PART_BYTES < bytes.length });
    const text = encoding === 'windows-1252' ? decoded.replace(/[\u0080-\u009f]/g, readWindows1252) : decoded;
    // A spreadsheet's own format, an image or a PDF.
    if (text.includes(NUL) || (at === 0 && (text.startsWith('PK\u0003\u0004') || text.startsWith('%PDF')))) {
      throw new CsvUnreadable('not_csv', WHOLE_FILE);
    }
    isEmpty &&= text.trim() === '';
    yield text;
    await pause();
  }
  if (isEmpty) throw new CsvUnreadable('empty', WHOLE_FILE);
}

/** Node.js 20 decodes Windows-1252 as Latin-1, in which these are control characters. */
function readWindows1252(control: string): string {
  return WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control;
}

const FOREIGN_LETTERS = new RegExp(
  [
    // Mac OS and DOS have letters with accents here. French and Malagasy need only € … Œ ’ “ ” – — œ of Windows-1252,
    '[\\x81-\\x84\\x86-\\x8b\\x8d-\\x91\\x95\\x98-\\x9b\\x9d-\\x9f]',
    // where a sign stands behind a space, and Œ behind no small letter.
    '[A-Za-z\\xc0-\\xff][\\x80\\x85\\x93\\x94\\x96\\x97]',
    '[a-z\\xdf-\\xff]\\x8c',
    // A letter in UTF-8: a single wrong byte has made the file another one.
    '[\\xc2\\xc3][\\x80-\\xbf]',
  ].join('|'),
);

/** Whether a file is neither Unicode nor Windows-1252, as far as its letters show: older programs for Mac and DOS. */
export function hasForeignLetters(bytes: Uint8Array): boolean {
  if (encodingOf(bytes) !== 'windows-1252') return false;
  return FOREIGN_LETTERS.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 1000);
  const zeros = (offset: number) => head.filter((byte, index) => byte === 0 && index % 2 === offset).length;
  if (zeros(1) > head.length / 4 && zeros(0) === 0) return 'utf-16le';
  if (zeros(0) > head.length / 4 && zeros(1) === 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
