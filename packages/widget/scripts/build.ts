import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { rebuildOnChange } from '../../../scripts/rebuild.ts';
import { writeIntegrities } from './integrities.ts';

/** `tsx scripts/build.ts`: the files of the package. With `--watch`, what pages load, unminified, at each change. */
const isWatching = process.argv.includes('--watch');
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

async function buildModes(...modes: readonly string[]): Promise<void> {
  const quick = isWatching ? { logLevel: 'warn' as const, build: { minify: false } } : {};
  await Promise.all(modes.map((mode) => build({ root: folder('..'), mode, ...quick })));
}

async function buildPageFiles(): Promise<void> {
  await buildModes('server', 'app');
  // It contains what `server` renders, and names the application by its hash.
  await buildModes('script');
  writeIntegrities();
}

if (isWatching) rebuildOnChange([folder('../src'), folder('../../shared/src')], buildPageFiles);
else {
  await buildPageFiles();
  await buildModes('npm', 'stub');
}
