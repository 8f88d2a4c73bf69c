import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, loadConfigFromFile, mergeConfig } from 'vite';
import { run } from '../../../scripts/run.ts';
import { temporaryFolder } from '../processes.ts';

const widget = fileURLToPath(new URL('../../../packages/widget', import.meta.url));
const twin = fileURLToPath(new URL('../../twin', import.meta.url));

/** The files that a page loads for one contestant. */
export interface Bundle {
  readonly script: Buffer;
  /** What the script itself loads, by name; only ours is in two files. */
  readonly rest?: Readonly<Record<string, Buffer>>;
  /** A style sheet of its own; ours has its styles in the script. */
  readonly style?: Buffer;
}

/** The build steps that only our own files need: the twin is one file, under its plain name. */
const OWN_STEPS = ['short-syntax', 'hashed-name', 'from-first-file'];

/**
 * How the widget is built, but for what it is built of. The others may use the syntax of 2020, which is shorter: only our own file is for
 * older browsers, and only it is written without what `shortSyntax` refuses.
 */
async function readWidgetConfig(): Promise<InlineConfig> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(widget, 'vite.rest.config.ts'), widget, 'silent');
  if (loaded === null) throw new Error('the widget has no vite.rest.config.ts');
  const { plugins = [], build: how, ...config } = loaded.config;
  const { transform: _, ...rolldownOptions } = how?.rolldownOptions ?? {};
  return {
    ...config,
    plugins: plugins.filter(
      (plugin) => !(plugin !== null && typeof plugin === 'object' && 'name' in plugin && OWN_STEPS.includes(plugin.name)),
    ),
    build: { ...how, target: 'es2020', rolldownOptions },
  };
}

async function bundle(config: InlineConfig): Promise<string> {
  const outDir = temporaryFolder();
  await build(mergeConfig(config, { configFile: false, logLevel: 'silent', build: { outDir, emptyOutDir: true } }));
  return outDir;
}

/** Our script-tag files, as they were built. */
export async function ourBundle(): Promise<Bundle> {
  const read = (file: string) => readFile(join(widget, 'dist', file));
  const names = Object.keys(JSON.parse(String(await read('integrity.json')))).filter((name) => name !== 'checkout.js');
  const rest = await Promise.all(names.map(async (name) => [name, await read(name)] as const));
  return { script: await read('checkout.js'), rest: Object.fromEntries(rest) };
}

/** The twin, through the same build. It is installed first if it is missing. */
export async function twinBundle(): Promise<Bundle> {
  const flags = ['-y', 'pnpm@12', 'install', '--frozen-lockfile', '--prefer-offline'];
  const { ok, output } = await run('npx', flags, { directory: twin, quiet: true });
  if (!ok) throw new Error(`The twin cannot be installed: ${output}`);
  const { build: how, ...config } = await readWidgetConfig();
  const folder = await bundle({
    ...config,
    root: twin,
    resolve: {},
    build: { ...how, lib: { entry: 'twin.js', formats: ['iife'], name: 'Twin', fileName: () => 'twin.js', cssFileName: 'twin' } },
  });
  return { script: await readFile(join(folder, 'twin.js')), style: await readFile(join(folder, 'twin.css')) };
}
