import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** What a phone loads before the day's figure, in bytes after gzip -9. The other pages come later. */
const LIMIT_BYTES = 85_000;

const app = fileURLToPath(new URL('../dist/app/', import.meta.url));
const files = ['index.html', ...readdirSync(`${app}assets`).flatMap((name) => (/^index-.*\.(js|css)$/.test(name) ? `assets/${name}` : []))];
const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(app + name), { level: 9 }).length, 0);
console.log(
  `dashboard, the overview's files  ${bytes} bytes gzipped  limit ${LIMIT_BYTES}: ${bytes > LIMIT_BYTES ? 'over its limit' : 'ok'}`,
);
// Index, script and style: if a file is missing, the sum says nothing.
process.exitCode = bytes > LIMIT_BYTES || files.length !== 3 ? 1 : 0;
