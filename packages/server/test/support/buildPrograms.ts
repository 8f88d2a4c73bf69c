import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../scripts/bundle.ts';
import { FOLDER_VARIABLE, PROGRAMS } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const PREFIX = '.programs-';
const MAX_RUN_MS = 24 * 60 * 60_000;

/** Removes what test runs left that were killed. */
function removeOld(): void {
  for (const name of readdirSync(modules).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(modules, name);
    const madeAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - madeAt > MAX_RUN_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Builds the programs that tests run as processes, once for a test run, as the published command line is built: a built
 * one starts in a sixth of the time. They are built from the sources as they are now, so that no test runs an older
 * build.
 */
export default async function setup(): Promise<() => void> {
  removeOld();
  // Inside the package, so that Node finds native modules and the widget's files from there; with a manifest above,
  // like dist/.
  const folder = mkdtempSync(join(modules, PREFIX));
  copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(root, 'dashboard'), join(folder, 'dashboard'), 'junction');
  const programs = join(folder, 'dist');
  await build({
    ...BUNDLE_OPTIONS,
    entryPoints: PROGRAMS,
    outdir: programs,
    splitting: true,
  });
  process.env[FOLDER_VARIABLE] = programs;
  return () => rmSync(folder, { recursive: true, force: true });
}
