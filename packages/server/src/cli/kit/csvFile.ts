import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { MAX_STATEMENT_BYTES } from '@tsena/shared/merchant';
import { CsvUnreadable } from '../../backoffice/shared/spreadsheet/csvUnreadable.ts';
import { CommandError } from './output.ts';

/**
 * Reads a CSV file of at most 10 MB.
 *
 * @throws CommandError if it cannot be read, or has more
 */
export async function readCsvFile(path: string): Promise<Uint8Array> {
  // Until the end, or until it is too much: the size of a pipe or a device is not known before.
  const bytes = await buffer(createReadStream(path, { end: MAX_STATEMENT_BYTES })).catch((error: unknown) => {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (bytes.length > MAX_STATEMENT_BYTES) throw new CommandError(`${path} has more than 10 MB.`);
  return bytes;
}

/** For `catch`: makes a file that is not CSV with these columns a failure of the command. */
export function failUnreadable(error: unknown): never {
  throw error instanceof CsvUnreadable ? new CommandError(`The file cannot be read: ${error.message}.`) : error;
}
