import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const published = createRequire(import.meta.url);

/** The script-tag file, and the application that it loads, by their names in the package. */
export const SCRIPT = 'checkout.js';
export const APP = 'checkout-app.js';

/** Reads a file of the package. */
export function readWidgetFile(file: string): string {
  return readFileSync(published.resolve(`@tsena/widget/${file}`), 'utf8');
}

/** Their integrity values, as the package gives them. */
export const integrities: Readonly<Record<string, string>> = JSON.parse(readWidgetFile('integrity.json'));
