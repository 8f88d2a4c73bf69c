import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A shop's own React app around the built npm entry, bundled as a shop would, in React's development mode. */
export async function bundleReactApp(source: string): Promise<string> {
  // Beside this file, so that its imports are found.
  const folder = await mkdtemp(fileURLToPath(new URL('../test-results/react-', import.meta.url)));
  try {
    await writeFile(join(folder, 'app.js'), source);
    await build({
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"development"' },
      build: {
        outDir: folder,
        emptyOutDir: false,
        minify: false,
        lib: { entry: join(folder, 'app.js'), formats: ['iife'], name: 'App', fileName: () => 'out.js' },
      },
    });
    return await readFile(join(folder, 'out.js'), 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}
