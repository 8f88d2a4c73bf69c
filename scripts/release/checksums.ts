import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes `SHA256SUMS`, which `sha256sum --check` reads: the hash of each other file of the folder. */
export function writeChecksums(folder: string): string {
  const files = readdirSync(folder).filter((file) => file !== 'SHA256SUMS');
  const lines = files.toSorted().map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
  return lines.join('');
}
