import { readFileSync, writeFileSync } from 'node:fs';
import { findRestFile, integrityOf } from '../vite.script.ts';

/** Writes the `integrity` values of the two script-tag files, for pages that load them from a static host. */
const dist = new URL('../dist/', import.meta.url);
const rest = findRestFile();
const values = { 'checkout.js': integrityOf(readFileSync(new URL('checkout.js', dist))), [rest.name]: rest.integrity };
writeFileSync(new URL('integrity.json', dist), `${JSON.stringify(values, null, 2)}\n`);
