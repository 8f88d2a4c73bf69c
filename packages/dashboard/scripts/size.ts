import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/**
 * What a phone loads with one language, in bytes after gzip -9: before the day's figure, for the whole overview, and
 * for the counter. The other pages come later.
 */
const LIMITS_BYTES = { figure: 31_500, overview: 72_800, counter: 53_600 } as const;

const app = fileURLToPath(new URL('../dist/app/', import.meta.url));
const sizeOf = (name: string) => gzipSync(readFileSync(app + name), { level: 9 }).length;
const find = (pattern: RegExp) =>
  readdirSync(`${app}assets`).flatMap((name) => (pattern.test(name) ? `assets/${name}` : []));
const firstFiles = ['index.html', ...find(/^index-.*\.(js|css)$/)];
const languages = find(/^(mg|fr|en)-.*\.js$/);
const application = find(/^App-.*\.js$/);
const figure = firstFiles.reduce((sum, name) => sum + sizeOf(name), Math.max(...languages.map(sizeOf)));
const counterFiles = readdirSync(`${app}counter-assets`).filter(
  (name) => /\.(js|css)$/.test(name) && !/^(fr|en)-/.test(name),
);
const counter = counterFiles.reduce((sum, name) => sum + sizeOf(`counter-assets/${name}`), sizeOf('counter.html'));
const sizes = { figure, overview: application.reduce((sum, name) => sum + sizeOf(name), figure), counter };
for (const part of ['figure', 'overview', 'counter'] as const) {
  const isOver = sizes[part] > LIMITS_BYTES[part];
  console.log(
    `dashboard, ${part}  ${sizes[part]} bytes gzipped  limit ${LIMITS_BYTES[part]}: ${isOver ? 'over its limit' : 'ok'}`,
  );
  if (isOver) process.exitCode = 1;
}
// The page, its script, its style, three languages and the application: if a file is missing, the sums say nothing.
if (firstFiles.length !== 3 || languages.length !== 3 || application.length !== 1) process.exitCode = 1;
