import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);

/**
 * Writes beside the built scripts their `integrity` values, for pages that load them from a static host, and compressed
 * copies, so that the companion does not compress them at each start.
 */
export function writeIntegrities(): void {
  const integrities: Record<string, string> = {};
  for (const file of ['checkout.js', 'checkout-app.js']) {
    const code = readFileSync(new URL(file, dist));
    integrities[file] = `sha384-${createHash('sha384').update(code).digest('base64')}`;
    writeFileSync(new URL(`${file}.gz`, dist), gzipSync(code, { level: 9 }));
    writeFileSync(new URL(`${file}.br`, dist), brotliCompressSync(code));
  }
  writeFileSync(new URL('integrity.json', dist), `${JSON.stringify(integrities, null, 2)}\n`);
}
