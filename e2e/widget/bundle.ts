import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles a file of this folder with its imports, as a shop's bundler does, in React's development mode. */
export async function bundle(name: string): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL(name, import.meta.url)), formats: ['iife'], name: 'App' },
    },
  });
  const [file] = [output].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (file?.type !== 'chunk') throw new Error(`${name} was not bundled`);
  return file.code;
}
