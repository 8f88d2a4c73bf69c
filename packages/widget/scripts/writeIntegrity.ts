import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** Writes the `integrity` value of the script-tag file, for pages that load it from a static host. */
const dist = new URL('../dist/', import.meta.url);
const hash = createHash('sha384')
  .update(readFileSync(new URL('checkout.js', dist)))
  .digest('base64');
writeFileSync(new URL('integrity.json', dist), `${JSON.stringify({ 'checkout.js': `sha384-${hash}` }, null, 2)}\n`);
