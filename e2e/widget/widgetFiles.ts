import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const published = createRequire(import.meta.url);

/** The integrity values of the package, by file: of the first script-tag file, and of the one that it loads. */
export const integrities: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(published.resolve('@tsena/widget/integrity.json'), 'utf8'),
);

/** The name of the first script-tag file in the package. */
export const FIRST_FILE = 'checkout.js';

/** The name of the second script-tag file. */
export const REST_FILE = Object.keys(integrities).find((file) => file !== FIRST_FILE) ?? '';

/** Reads a file of the package. */
export function readWidgetFile(file: string): string {
  return readFileSync(published.resolve(`@tsena/widget/${file}`), 'utf8');
}
