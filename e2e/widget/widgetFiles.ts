import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const published = createRequire(import.meta.url);

/** The name of the script-tag file in the package. */
export const SCRIPT = 'checkout.js';

/** Reads a file of the package. */
export function readWidgetFile(file: string): string {
  return readFileSync(published.resolve(`@tsena/widget/${file}`), 'utf8');
}

/** The integrity value of the script-tag file, as the package gives it. */
export const integrity: string = JSON.parse(readWidgetFile('integrity.json'))[SCRIPT];
