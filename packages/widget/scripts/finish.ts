import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Writes beside the built script its `integrity` value, for pages that load it from a static host, and compressed copies, so that the
 * companion does not compress it at each start.
 */
const FILE = 'checkout.js';
const dist = new URL('../dist/', import.meta.url);
const code = readFileSync(new URL(FILE, dist));
const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
writeFileSync(new URL('integrity.json', dist), `${JSON.stringify({ [FILE]: integrity }, null, 2)}\n`);
writeFileSync(new URL(`${FILE}.gz`, dist), gzipSync(code, { level: 9 }));
writeFileSync(new URL(`${FILE}.br`, dist), brotliCompressSync(code));
