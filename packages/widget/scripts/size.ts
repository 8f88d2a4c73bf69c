import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { checkForOldBrowsers, type Floor } from './oldBrowsers.ts';

/** Limits of the built files in bytes, after gzip -9. */
const LIMITS_BYTES = {
  'checkout.js': 7_640,
  'checkout-app.js': 35_360,
  'index.js': 30_000,
  'stub.js': 512,
};

function findFaults(name: string, code: Buffer, bytes: number, limitBytes: number): string[] {
  const faults = {
    [`over its limit of ${limitBytes}`]: bytes > limitBytes,
    'not ASCII: pages that are not UTF-8 would break it': code.some((byte) => byte > 0x7f),
    'contains zod': code.includes('ZodMini'),
    'contains the table of problems': code.includes('unsupported_media_type'),
    'does not begin with "use client"': name === 'index.js' && !code.toString().startsWith('"use client"'),
  };
  return Object.keys(faults).filter((fault) => faults[fault]);
}

let failed = false;
function report(name: string, bytes: number, note: string, faults: readonly string[]): void {
  console.log(`${name.padEnd(36)} ${String(bytes).padStart(6)} bytes gzipped  ${note}${faults.join('; ') || 'ok'}`);
  if (faults.length > 0) failed = true;
}

for (const [name, limitBytes] of Object.entries(LIMITS_BYTES)) {
  const code = readFileSync(new URL(`../dist/${name}`, import.meta.url));
  const bytes = gzipSync(code, { level: 9 }).length;
  report(name, bytes, `limit ${limitBytes}: `, findFaults(name, code, bytes, limitBytes));
}
const FLOORS: Readonly<Record<string, Floor>> = { 'checkout.js': 2017, 'stub.js': 2017, 'checkout-app.js': 2020 };
for (const [name, floor] of Object.entries(FLOORS)) {
  const code = readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8');
  const { faults, explained } = checkForOldBrowsers(code, floor);
  console.log(`${name.padEnd(36)} in browsers with ECMAScript ${floor}: ${faults.join('; ') || 'ok'}`);
  for (const one of explained) console.log(`  allowed                        ${one}`);
  if (faults.length > 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
