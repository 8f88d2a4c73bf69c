import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import * as z from 'zod/mini';
import { FOLDER_VARIABLE, PROGRAMS } from './programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) });

/**
 * Builds the programs that tests run as processes, once for a test run: a built one starts in a third of the time. They are built
 * from the sources as they are now, so that no test runs an older build.
 */
export default async function setup(): Promise<() => void> {
  const manifest = join(root, 'package.json');
  const { dependencies } = z.parse(manifestSchema, JSON.parse(readFileSync(manifest, 'utf8')));
  // Inside the package, so that Node finds its dependencies from there; with a manifest above, like dist/.
  const folder = mkdtempSync(join(root, 'node_modules', '.programs-'));
  copyFileSync(manifest, join(folder, 'package.json'));
  const programs = join(folder, 'dist');
  await build({
    entryPoints: PROGRAMS,
    outdir: programs,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['tsena:source'],
    external: Object.keys(dependencies).filter((name) => !name.startsWith('@tsena/')),
    logLevel: 'warning',
  });
  process.env[FOLDER_VARIABLE] = programs;
  return () => rmSync(folder, { recursive: true, force: true });
}
