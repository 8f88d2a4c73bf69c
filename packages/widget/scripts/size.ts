import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** What a shopper downloads, in bytes, gzip 9. */
const LIMITS = { 'checkout.js': 28_000, 'index.js': 20_000, 'stub.js': 512 };

let failed = false;
for (const [name, limit] of Object.entries(LIMITS)) {
  const code = readFileSync(new URL(`../dist/${name}`, import.meta.url));
  const size = gzipSync(code, { level: 9 }).length;
  const faults = [
    size > limit && `over its limit of ${limit}`,
    code.some((byte) => byte > 0x7f) && 'not ASCII: a page without UTF-8 would break it',
    code.includes('ZodMini') && 'has zod in it',
    code.includes('not what this endpoint takes') && 'has the table of problems in it',
  ].filter((fault) => fault !== false);
  console.log(`${name.padEnd(12)} ${String(size).padStart(6)} bytes gzipped  ${faults.join('; ') || 'ok'}`);
  if (faults.length > 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
