import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { rebuildOnChange } from '../../../scripts/rebuild.ts';

/**
 * `tsx scripts/build.ts`: the dashboard and the counter. With `--watch`, unminified at each change, into the folder
 * from which the companion serves them.
 */
const isWatching = process.argv.includes('--watch');
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const quick = { logLevel: 'warn' as const, build: { minify: false, outDir: folder('../../server/dashboard') } };

async function buildPages(): Promise<void> {
  // The first build empties the folder.
  for (const mode of ['production', 'counter']) await build({ root: folder('..'), mode, ...(isWatching ? quick : {}) });
}

if (isWatching) rebuildOnChange([folder('../src'), folder('../../shared/src')], buildPages);
else await buildPages();
