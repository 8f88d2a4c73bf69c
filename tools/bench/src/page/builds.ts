import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, loadConfigFromFile, mergeConfig } from 'vite';
import { temporaryFolder } from '../processes.ts';

const widget = fileURLToPath(new URL('../../../../packages/widget', import.meta.url));
const twin = fileURLToPath(new URL('../../twin', import.meta.url));

/** The files that a page loads for one contestant. */
export interface Bundle {
  readonly script: Buffer;
  /** What our script loads in its turn. */
  readonly app?: Buffer;
  /** A style sheet of its own; ours has its styles in the script. */
  readonly style?: Buffer;
}

/**
 * How the widget's application is built, but for what it is built of. The twin may use the syntax of 2020, which is
 * shorter.
 */
async function readWidgetConfig(): Promise<InlineConfig> {
  const loaded = await loadConfigFromFile(
    { command: 'build', mode: 'en' },
    join(widget, 'vite.config.ts'),
    widget,
    'silent',
  );
  if (loaded === null) throw new Error('the widget has no vite.config.ts');
  const { build: how, ...config } = loaded.config;
  const { transform: _, ...rolldownOptions } = how?.rolldownOptions ?? {};
  return { ...config, build: { ...how, target: 'es2020', rolldownOptions } };
}

async function bundle(config: InlineConfig): Promise<string> {
  const outDir = temporaryFolder();
  await build(mergeConfig(config, { configFile: false, logLevel: 'silent', build: { outDir, emptyOutDir: true } }));
  return outDir;
}

/** Our script-tag file and the application that it loads, as they were built. */
export async function ourBundle(): Promise<Bundle> {
  return {
    script: await readFile(join(widget, 'dist/checkout.js')),
    app: await readFile(join(widget, 'dist/checkout-app.js')),
  };
}

/** The twin, through the same build. */
export async function twinBundle(): Promise<Bundle> {
  const { build: how, ...config } = await readWidgetConfig();
  const folder = await bundle({
    ...config,
    root: twin,
    resolve: {},
    build: {
      ...how,
      lib: { entry: 'twin.js', formats: ['iife'], name: 'Twin', fileName: () => 'twin.js', cssFileName: 'twin' },
    },
  });
  return { script: await readFile(join(folder, 'twin.js')), style: await readFile(join(folder, 'twin.css')) };
}
