import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What a phone loads before the day's figure, in bytes after gzip -9, with one language. The other pages come later. */
const LIMIT_BYTES = 65_000;

const app = fileURLToPath(new URL('../dist/app/', import.meta.url));
const sizeOf = (name: string) => gzipSync(readFileSync(app + name), { level: 9 }).length;
const find = (pattern: RegExp) => readdirSync(`${app}assets`).flatMap((name) => (pattern.test(name) ? `assets/${name}` : []));
const files = ['index.html', ...find(/^(index|start)-.*\.(js|css)$/)];
const languages = find(/^(mg|fr|en)-.*\.js$/);
const bytes = files.reduce((sum, name) => sum + sizeOf(name), Math.max(...languages.map(sizeOf)));
console.log(
  `dashboard, the overview's files  ${bytes} bytes gzipped  limit ${LIMIT_BYTES}: ${bytes > LIMIT_BYTES ? 'over its limit' : 'ok'}`,
);
// The page, its two scripts, its style and three languages: if a file is missing, the sum says nothing.
process.exitCode = bytes > LIMIT_BYTES || files.length !== 4 || languages.length !== 3 ? 1 : 0;
