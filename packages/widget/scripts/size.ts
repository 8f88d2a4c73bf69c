import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '@tsena/shared';
import { checkForOldBrowsers } from './oldBrowsers.ts';

/** Limits of the built files in bytes, after gzip -9. */
const LIMITS_BYTES = {
  'checkout.js': 7_500,
  ...Object.fromEntries(LANGUAGES.map((language) => [`checkout-app.${language}.js`, 34_500])),
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
for (const name of Object.keys(LIMITS_BYTES).filter((one) => one !== 'index.js')) {
  const { faults, fallbacks } = checkForOldBrowsers(readFileSync(new URL(`../dist/${name}`, import.meta.url), 'utf8'));
  console.log(`${name.padEnd(36)} in Chrome 61 and Safari 12: ${faults.join('; ') || 'ok'}`);
  for (const fallback of fallbacks) console.log(`  with a fallback                ${fallback}`);
  if (faults.length > 0) failed = true;
}
process.exitCode = failed ? 1 : 0;
